// The frame of a page: its sections, and its head, whose policy forbids everything that is not in the page itself.
import { createHash } from 'node:crypto';
import { type Html, html, trusted } from './html.ts';
import type { Section } from './section.ts';
import { style as common } from './style.ts';

interface Framed {
  readonly title: string;
  /** As a `data:` address. */
  readonly icon?: string;
  readonly header: Html;
  readonly sections: readonly Section[];
  readonly footer: Html;
  /** Style rules that are added to those of every page. */
  readonly style?: string;
  /** Shown before the sections. */
  readonly controls?: Html | undefined;
  readonly script?: {
    readonly text: string;
    /** Data for the script, placed before it. */
    readonly data?: Html;
  };
}

export const framed = ({ title, icon, header, sections, footer, style = '', controls, script }: Framed): string =>
  `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(common + style, script?.text)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${icon !== undefined && html`<link rel="icon" href="${icon}">`}
<style>${trusted(common + style)}</style>
</head>
<body>
${header}
<nav aria-label="On this page"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main>
${controls}
${sections.map(
  ({ id, title: name, html: content }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2>
${content}
</section>
`,
)}
</main>
<footer><p>${footer}</p></footer>
${script && html`${script.data}\n<script>${trusted(script.text)}</script>`}
</body>
</html>`}\n`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyFor = (style: string, script: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
