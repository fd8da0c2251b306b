// The result of a replay as one page that needs nothing else, in the manner of the verdict's page.

import { isNewBreach } from '../../replay/verdict/breaches.ts';
import type { DifferenceGroup, ReplayResult, ViolationGroup } from '../../replay/verdict/result.ts';
import { framed } from '../page/frame.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/section.ts';
import { counted, duration, number, statusMarks, times } from '../verdict/wording.ts';
import { altogether, comparedIn, type Family, familiesOf } from './families.ts';
import {
  asRecorded,
  castWords,
  comparedWords,
  departuresOf,
  judgedWords,
  kindWords,
  loadWords,
  paceWords,
  refusedWords,
  sinceWords,
  statusesWords,
} from './wording.ts';

const titles = { passed: 'Passed', failed: 'Failed', undecided: 'Undecided' } as const;

export const replayPage = (result: ReplayResult): string => {
  const contract = contractSections(result);
  const grave = result.violations.some(isNewBreach) ? contract.splice(0, 1) : [];
  const sections = [
    ...grave,
    ...differenceSections(result),
    ...contract,
    ...loadSection(result),
    ...latencySection(result),
    accountSection(result),
  ];
  return framed({
    title: `${result.status}: replay to ${result.target} – Assay`,
    header: head(result),
    sections,
    footer: html`Written by Assay ${result.assay}. What differs is in <code>evidence.ndjson</code> beside this page, with its secrets taken out;
the result for machines is in <code>replay.json</code>.`,
  });
};

const head = (result: ReplayResult): Html => {
  const comparedBy = comparedWords(result);
  const { status, because, target, account, outcomes, timing, startedAt } = result;
  const fact = (name: string, value: Html | string, kind = '') =>
    html`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<header class="head ${status}">
<div class="stamp"><span class="stamp-mark" aria-hidden="true">${statusMarks[status]}</span>
<div><p class="kind">Replay of recorded traffic</p>
<h1>${titles[status]}</h1>
<p class="meaning">${because.length === 0 ? `E${asRecorded(result).slice(1)}.` : `${because.join('; ')}.`}</p></div></div>
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

const differenceSections = ({ differences }: ReplayResult): Section[] => {
  const counting = differences.filter(({ excuse }) => excuse === undefined);
  const excused = differences.filter(({ excuse }) => excuse !== undefined);
  const section = (id: string, title: string, groups: readonly DifferenceGroup[], kind: string) => {
    const families = familiesOf(groups);
    const cards = html`${families.map((family) => card(family, kind))}`;
    return families.length === 0 ? [] : [{ id, title: `${title} (${number(families.length)})`, html: cards }];
  };
  return [
    ...section('differences', 'What changed', counting, 'fail'),
    ...section('excused', 'What differs and is excused', excused, 'advice'),
  ];
};

const card = (family: Family, tone: string): Html => {
  const { first, field, operations, groups, count } = family;
  const { kind, excuse, example } = first;
  const where = operations.length === 1 ? operations[0]! : counted(operations.length, 'operation');
  return html`<article class="card ${tone}">
<h3><span class="id">${where}</span> ${field === '' ? 'body' : field}: ${kindWords[kind]} <span class="count">${times(count)} in ${counted(comparedIn(family), 'answer')}</span></h3>
${excuse && html`<p class="origin">Excused by ${excuse.by}: ${excuse.because}.</p>`}
${groups.length > 1 && html`<details><summary>${counted(groups.length, 'field')} of ${counted(operations.length, 'operation')}</summary><ul>${groups.map((group) => html`<li>${group.operation} ${group.field} ${times(group.count)}</li>`)}</ul></details>`}
<dl class="finding">
<dt>sent</dt><dd><pre>${example.request}</pre></dd>
<dt>at</dt><dd>${example.at}</dd>
<dt>recorded</dt><dd><pre>${example.recorded}</pre></dd>
<dt>got</dt><dd><pre>${example.got}</pre></dd>
<dt>judged</dt><dd>${judgedWords(altogether(family))}</dd>
</dl>
</article>
`;
};

const contractSections = ({ violations }: ReplayResult): Section[] =>
  departuresOf(violations).map(({ title, isGrave, groups }, index) => ({
    id: `contract-${index + 1}`,
    title,
    html: html`${groups.map((group) => departure(group, isGrave ? 'fail' : 'advice'))}`,
  }));

const departure = (group: ViolationGroup, tone: string): Html => {
  const { requirement, operation, at, expected, got, count } = group;
  return html`<article class="card ${tone}">
<h3><span class="id">${requirement}</span> ${operation} ${at} <span class="count">${times(count)}</span></h3>
<p class="origin">${sinceWords(group)}</p>
<dl class="finding"><dt>expected</dt><dd>${expected}</dd><dt>got</dt><dd><pre>${got}</pre></dd></dl>
</article>
`;
};

const loadSection = (result: ReplayResult): Section[] => {
  if (result.load === undefined) return [];
  const row = ([operation, statuses]: [string, Readonly<Record<string, number>>]) =>
    html`<tr><th scope="row">${operation}</th><td>${statusesWords(statuses)}</td></tr>`;
  const table = html`<p>${loadWords(result)!}.</p>
${result.rateLimits.met > 0 && html`<p>${refusedWords(result)}.</p>`}
<table><thead><tr><th>operation</th><th>answers by status</th></tr></thead><tbody>${Object.entries(result.load.statuses).map(row)}</tbody></table>`;
  return [{ id: 'load', title: 'Load', html: table }];
};

const latencySection = ({ latency }: ReplayResult): Section[] => {
  const row = ({ operation, before, now, slower }: ReplayResult['latency']['operations'][number]) =>
    html`<tr class="${slower ? 'fail' : ''}"><th scope="row">${operation}</th><td>${number(now.count)}</td>${(['p50', 'p95', 'p99'] as const).map((share) => html`<td>${String(before[share])} → ${String(now[share])}</td>`)}${slower ? html`<td>too slow</td>` : html`<td></td>`}</tr>`;
  const table = html`<p>${paceWords(latency)}.</p>
<table><thead><tr><th>operation</th><th>answers</th><th>p50</th><th>p95</th><th>p99</th><th></th></tr></thead><tbody>${latency.operations.map(row)}</tbody></table>`;
  return latency.operations.length === 0 ? [] : [{ id: 'latency', title: 'How long answers took', html: table }];
};

const accountSection = (result: ReplayResult): Section => {
  const { account, outcomes, plan, timing } = result;
  const { recorded, sent, filtered, heldBack, failed, because, added } = account;
  const reasons = [
    ...Object.entries(because.filtered).map(([reason, count]) => `${number(count)} filtered: ${reason}`),
    ...Object.entries(because.heldBack).map(([reason, count]) => `${number(count)} held back: ${reason}`),
    ...Object.entries(because.failed).map(([reason, count]) => `${number(count)} failed: ${reason}`),
    ...Object.entries(added).map(([reason, count]) => `${number(count)} requests of our own: ${reason}`),
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
