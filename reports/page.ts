// The verdict as one page that needs nothing else: no network, no other file, no script to be read.
import { createHash } from 'node:crypto';
import { failures } from './page/failures.ts';
import { header } from './page/header.ts';
import { html, json, trusted } from './page/html.ts';
import { matrix } from './page/matrix.ts';
import { observedList, untestedList } from './page/remaining.ts';
import { script } from './page/script.ts';
import type { Section } from './page/section.ts';
import { style } from './page/style.ts';
import type { Status, Verdict } from './verdict.ts';
import { statusMarks } from './wording.ts';

/** Further sections stand between the requirements and what was left untested. */
export function page(verdict: Verdict, further: readonly Section[] = []): string {
  const sections = [
    ...failures(verdict),
    matrix(verdict),
    ...further,
    ...untestedList(verdict),
    ...observedList(verdict),
  ];
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${verdict.status}: ${verdict.target} – Assay</title>
<link rel="icon" href="${icon(verdict.status)}">
<style>${trusted(style)}</style>
</head>
<body>
${header(verdict)}
<nav aria-label="On this page"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main>
${sections.map(
  ({ id, title, html: content }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>
`,
)}
</main>
<footer><p>Written by Assay ${verdict.assay}. The evidence, every exchange with its secrets taken out, is in <code>evidence.ndjson</code> beside this page;
the verdict for machines is in <code>verdict.json</code>.</p></footer>
<script type="application/json" id="verdict">${json(verdict)}</script>
<script>${trusted(script)}</script>
</body>
</html>`}\n`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const iconColours: Readonly<Record<Status, string>> = { passed: '#17693a', failed: '#b3261e', undecided: '#8a5200' };

/** Given with the page, because a browser would otherwise ask for one. */
const icon = (status: Status): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${iconColours[status]}"/><text x="8" y="12" font-size="11" text-anchor="middle" fill="#fff">${statusMarks[status]}</text></svg>`,
  )}`;
