// The result of a replay as one page that needs nothing else, in the manner of the verdict's page.

import { isNewBreach } from '../../replay/verdict/breaches.ts';
import type { DifferenceGroup, ReplayResult } from '../../replay/verdict/result.ts';
import { framed } from '../page/frame.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/section.ts';
import { counted, duration, number, sentence, statusMarks } from '../verdict/wording.ts';
import { differenceCard, violationCard } from './card.ts';
import { causesSection } from './causes.ts';
import { type Family, familiesOf } from './families.ts';
import { filterForm } from './filter.ts';
import { latencySection } from './latency.ts';
import { script } from './script.ts';
import { createOpening, type Opening } from './side-by-side.ts';
import { style } from './style.ts';
import {
  asRecorded,
  castWords,
  comparedWords,
  departuresOf,
  loadWords,
  refusedWords,
  statusesWords,
} from './wording.ts';

const titles = { passed: 'Passed', failed: 'Failed', undecided: 'Undecided' } as const;

export const replayPage = (result: ReplayResult): string => {
  const opening = createOpening();
  const contract = contractSections(result, opening);
  const grave = result.violations.some(isNewBreach) ? contract.splice(0, 1) : [];
  const counting = familiesOf(result.differences.filter(({ excuse }) => excuse === undefined));
  const excused = familiesOf(result.differences.filter(({ excuse }) => excuse !== undefined));
  const cards = cardsOf([...counting, ...excused]);
  const differences = (id: string, title: string, families: readonly Family[], tone: string): Section[] => {
    if (families.length === 0) return [];
    const all = html`${families.map((family) => differenceCard(family, cards.get(family.first)!, tone, opening))}`;
    return [{ id, title: `${title} (${number(families.length)})`, html: html`${tone === 'fail' && legend}${all}` }];
  };
  const controls = filterForm(result);
  return framed({
    title: `${result.status}: replay to ${result.target} – Assay`,
    header: head(result),
    style,
    controls,
    sections: [
      ...grave,
      ...differences('differences', 'What changed', counting, 'fail'),
      ...causesSection(result, (group) => cards.get(group)!),
      ...differences('excused', 'What differs and is excused', excused, 'advice'),
      ...contract,
      ...loadSection(result),
      ...latencySection(result.latency),
      accountSection(result),
    ],
    footer: html`Written by Assay ${result.assay}. What differs is in <code>evidence.ndjson</code> beside this page, with its secrets taken out;
the result for machines is in <code>replay.json</code>.`,
    ...(controls && { script: { text: script } }),
  });
};

const legend = html`<p class="legend soft">In the exchanges, <b>≠</b> stands before every line that differs; the place of the example has a tinted ground, the others are counted with it or have groups of their own. A secret stands as <code>~…</code>; each side has its own stand-ins, and may have its own names of things. <code>assay show ID --in</code> this folder prints an exchange of the candidate whole.</p>
`;

/** For each group, the fragment of its card. */
const cardsOf = (families: readonly Family[]): ReadonlyMap<DifferenceGroup, string> =>
  new Map(families.flatMap(({ groups }, index) => groups.map((group) => [group, `difference-${index + 1}`] as const)));

const head = (result: ReplayResult): Html => {
  const comparedBy = comparedWords(result);
  const { status, because, target, account, outcomes, timing, startedAt } = result;
  const fact = (name: string, value: Html | string, kind = '') =>
    html`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<header class="head ${status}">
<div class="stamp"><span class="stamp-mark" aria-hidden="true">${statusMarks[status]}</span>
<div><p class="kind">Replay of recorded traffic</p>
<h1>${titles[status]}</h1>
<p class="meaning">${because.length === 0 ? `E${asRecorded(result).slice(1)}.` : sentence(because.join('; '))}</p></div></div>
<dl class="run">
${fact('Target', html`<code>${target}</code>`, 'wide')}
${fact('When', html`<time datetime="${startedAt}">${startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}</time>`)}
${fact('Took', duration(timing.seconds))}
${fact('Sent', counted(account.sent, 'exchange'))}
${fact('Equivalent', number(outcomes.equivalent))}
${fact('Different', number(outcomes.different))}
${fact('Excused', number(outcomes.excused + outcomes.following))}
${fact('Speed', String(timing.speed))}
${comparedBy === undefined ? html`` : fact('Compared by', comparedBy, 'wide')}
</dl>
</header>`;
};

const contractSections = ({ violations }: ReplayResult, opening: Opening): Section[] =>
  departuresOf(violations).map(({ title, isGrave, groups }, index) => ({
    id: `contract-${index + 1}`,
    title,
    html: html`${groups.map((group) => violationCard(group, isGrave ? 'fail' : 'advice', opening))}`,
  }));

const loadSection = (result: ReplayResult): Section[] => {
  if (result.load === undefined) return [];
  const row = ([operation, statuses]: [string, Readonly<Record<string, number>>]) =>
    html`<tr><th scope="row">${operation}</th><td>${statusesWords(statuses)}</td></tr>`;
  const table = html`<p>${loadWords(result)!}.</p>
${result.rateLimits.met > 0 && html`<p>${refusedWords(result)}.</p>`}
<table><thead><tr><th>operation</th><th>answers by status</th></tr></thead><tbody>${Object.entries(result.load.statuses).map(row)}</tbody></table>`;
  return [{ id: 'load', title: 'Load', html: table }];
};

const accountSection = (result: ReplayResult): Section => {
  const { account, outcomes, plan, timing } = result;
  const { recorded, sent, filtered, heldBack, failed, because, added } = account;
  const reasons = [
    ...Object.entries(because.filtered).map(([reason, count]) => `${number(count)} filtered: ${reason}`),
    ...Object.entries(because.heldBack).map(([reason, count]) => `${number(count)} held back: ${reason}`),
    ...Object.entries(because.failed).map(([reason, count]) => `${number(count)} failed: ${reason}`),
    ...Object.entries(added).map(([reason, count]) => `${counted(count, 'request')} of our own: ${reason}`),
  ];
  const { lag } = timing;
  return {
    id: 'account',
    title: 'Account',
    html: html`<p>${counted(recorded, 'exchange')} recorded = ${number(sent)} sent + ${number(filtered)} filtered + ${number(heldBack)} held back + ${number(failed)} failed.</p>
<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
${outcomes.withoutBody > 0 && html`<p>${counted(outcomes.withoutBody, 'answer')} without a whole body, compared by status and headers alone.</p>`}
<p>Who acted as whom: ${plan.users.map(({ recorded: user, actsAs }) => `${actsAs} as ${user}`).join('; ') || 'nobody was recognised'}.</p>
${castWords(result).map((line) => html`<p>${line}</p>`)}
${lag && html`<p>Sent late by ${String(lag.own.p50)} ms (median), ${String(lag.own.p99)} ms (99 of 100), ${String(lag.own.most)} ms at most; ${counted(lag.held.count, 'request')} waited for an answer.</p>`}`,
  };
};
