// The verdict as one page that needs no network and no other file, and can be read without its script.
import { sinceList } from './comparison/section.ts';
import { ownSection } from './own/section.ts';
import { acceptedList, acceptingList } from './page/accepted.ts';
import { failures } from './page/failures.ts';
import { framed } from './page/frame.ts';
import { header } from './page/header.ts';
import { html, json } from './page/html.ts';
import { matrix } from './page/matrix.ts';
import { observedList, untestedList } from './page/remaining.ts';
import { script } from './page/script.ts';
import type { Section } from './page/section.ts';
import type { Status, Verdict } from './verdict/verdict.ts';
import { statusMarks } from './verdict/wording.ts';

/** `further`: sections that are placed between the requirements and what was left untested. */
export function page(verdict: Verdict, further: readonly Section[] = []): string {
  const sections = [
    ...acceptedList(verdict),
    ...sinceList(verdict),
    ...failures(verdict),
    matrix(verdict),
    ...further,
    ...untestedList(verdict),
    ...observedList(verdict),
    ...ownSection(verdict),
    ...acceptingList(verdict),
  ];
  return framed({
    title: `${verdict.status}: ${verdict.target} – Assay`,
    icon: icon(verdict.status),
    header: header(verdict),
    sections,
    footer: html`Written by Assay ${verdict.assay}. ${evidenceOf(verdict)}
The verdict for machines is in <code>verdict.json</code>${verdict.traffic === undefined && html`, and the certificate in <code>certificate.sigstore.json</code>`}.`,
    script: { text: script, data: html`<script type="application/json" id="verdict">${json(verdict)}</script>` },
  });
}

const evidenceIn = (which: string) =>
  html`The evidence, ${which} with its secrets taken out, is in <code>evidence.ndjson</code> beside this page.`;

const evidenceOf = ({ kept }: Verdict) =>
  kept === undefined
    ? evidenceIn('every exchange')
    : kept === 'failures'
      ? evidenceIn('every exchange that is shown here')
      : 'No exchange was kept as evidence.';

const iconColours: Readonly<Record<Status, string>> = {
  passed: '#17693a',
  accepted: '#1b5a8a',
  failed: '#b3261e',
  undecided: '#8a5200',
};

/** Part of the page, because a browser would otherwise request one. */
const icon = (status: Status): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${iconColours[status]}"/><text x="8" y="12" font-size="11" text-anchor="middle" fill="#fff">${statusMarks[status]}</text></svg>`,
  )}`;
