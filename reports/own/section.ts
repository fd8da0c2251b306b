// A team's own specs on the page: a separate section, which counts for nothing else on it.
import { html } from '../page/html.ts';
import type { Section } from '../page/section.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { counted, number } from '../verdict/wording.ts';
import { ownMarks, ownMeaning } from './own-specs.ts';
import type { OwnResult } from './result.ts';

export function ownSection({ own, status }: Verdict): readonly Section[] {
  if (own === undefined) return [];
  return [
    {
      id: 'own-specs',
      title: `Your own specs: ${own.status} (${number(own.results.length)})`,
      html: html`<p class="soft">From <code>${own.folder}</code>. ${ownMeaning(own, status)}</p>
<dl class="reasons">${own.results.map(entry)}</dl>`,
    },
  ];
}

const classes = { pass: 'pass', fail: 'fail', untested: 'untested', skipped: 'untested' } as const;

const entry = ({ verdict, title, at, reason, exchanges, findings }: OwnResult) =>
  html`<div><dt><span class="mark ${classes[verdict]}" aria-hidden="true">${ownMarks[verdict]}</span> ${title}
<span class="soft">${verdict}, <code>${at}</code>, ${counted(exchanges, 'exchange')}</span></dt>${
    reason !== undefined && html`<dd><pre>${reason}</pre></dd>`
  }${
    findings.length > 0 &&
    html`<dd class="soft">In what it sent, the judge found: ${findings
      .map(({ requirement, at: place, got }) => `${requirement} at ${place} (${got})`)
      .join('; ')}</dd>`
  }</div>`;
