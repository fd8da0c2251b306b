// The head of the page: the status of the run, what was tested, when, and the counts.
import { ownNotes } from '../own/own-specs.ts';
import type { Verdict } from '../verdict/verdict.ts';
import {
  buildKnownBy,
  counted,
  disturbances,
  duration,
  madeThere,
  meaning,
  narrowings,
  number,
  readableTime,
  statusMarks,
  times,
  verdictMarks,
  verdicts,
} from '../verdict/wording.ts';
import { type Html, html } from './html.ts';

export const header = (verdict: Verdict): Html => html`<header class="head ${verdict.status}">
<div class="stamp"><span class="stamp-mark" aria-hidden="true">${statusMarks[verdict.status]}</span>
<div><p class="kind">Assay of the Card, Payment and Account-Access API</p>
<h1>${titles[verdict.status]}</h1>
<p class="meaning">${meaning(verdict)}</p></div></div>
${notes(verdict)}
${facts(verdict)}
${totals(verdict)}
</header>`;

const titles = { passed: 'Passed', accepted: 'Accepted', failed: 'Failed', undecided: 'Undecided' } as const;

function notes(verdict: Verdict): Html | undefined {
  const narrowed = [...ownNotes(verdict), ...narrowings(verdict), ...disturbances(verdict)];
  if (narrowed.length === 0) return undefined;
  return html`<ul class="notes" aria-label="What narrows this verdict">${narrowed.map((text) => html`<li>${text}</li>`)}</ul>`;
}

function facts(verdict: Verdict): Html {
  const { target, build, startedAt, seconds, exchanges, resent, waits, seed, depth, assay, digests, shards } = verdict;
  const made = madeThere(verdict);
  const fact = (name: string, value: Html | string, kind = '') =>
    html`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="run">
${fact('Target', html`<code>${target}</code>`, 'wide')}
${build !== undefined && fact('Build', html`<code>${build.digest}</code>, ${buildKnownBy(build)}`, 'wide')}
${fact('When', html`<time datetime="${startedAt}">${readableTime(startedAt)}</time>`)}
${fact('Took', duration(seconds))}
${shards && fact('Shards', number(shards.length))}
${fact('Exchanges', number(exchanges))}
${made !== undefined && fact('Left at the target', made, 'wide')}
${resent > 0 && fact('Sent again after a kept-alive connection had ended', number(resent))}
${waits > 0 && fact('Asked to slow down', times(waits))}
${!verdict.traffic && fact('Depth', depth)}
${!verdict.traffic && fact('Seed', String(seed))}
${fact('Assay', assay)}
</dl>
<details class="digests"><summary>Digests of what was judged by</summary><dl>
${fact('Contract', html`<code>${digests.contract}</code>`)}
${fact('Requirements', html`<code>${digests.requirements}</code>`)}
${fact('Profile', html`<code>${digests.profile}</code>`)}
</dl></details>`;
}

function totals({ totals, requirements }: Verdict): Html {
  const shown = verdicts.filter((verdict) => totals[verdict] > 0);
  const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, verdict) => sum + totals[verdict], 0));
  return html`<div class="totals" role="group" aria-label="${counted(requirements.length, 'requirement')} by verdict">
<svg class="bar" viewBox="0 0 ${Math.max(1, requirements.length)} 1" preserveAspectRatio="none" aria-hidden="true">${shown.map(
    (verdict, index) =>
      html`<rect class="fill-${verdict}" x="${starts[index]}" width="${totals[verdict]}" height="1"/>`,
  )}</svg>
<ul>${verdicts.map(
    (
      verdict,
    ) => html`<li class="${totals[verdict] === 0 ? 'none' : ''}"><a class="total" href="#requirements" data-show="${verdict}">
<span class="mark ${verdict}" aria-hidden="true">${verdictMarks[verdict]}</span> <b>${number(totals[verdict])}</b> <span>${verdict}</span></a></li>`,
  )}</ul>
</div>`;
}
