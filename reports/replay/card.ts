// One cause as a card: what differs, where, an example of it, and the exchanges behind it.
import type { DifferenceGroup, ViolationGroup } from '../../replay/verdict/result.ts';
import { type Html, html } from '../page/html.ts';
import { counted, times } from '../verdict/wording.ts';
import { altogether, comparedIn, type Family, whereOf } from './families.ts';
import { attributesFor, kindsOfDifference, kindsOfViolation } from './filter.ts';
import { leftOut, type Opening } from './side-by-side.ts';
import { differenceWords, judgedWords, sinceWords } from './wording.ts';

export const placeWords = ({ operation, field }: Pick<DifferenceGroup, 'operation' | 'field'>): string =>
  `${operation} ${field === '' ? 'body' : field}`;

export const differenceCard = (family: Family, id: string, tone: string, opening: Opening): Html => {
  const { first, field, operations, groups, count } = family;
  const { rejection, excuse, example } = first;
  const all = altogether(family);
  const what = rejection ? differenceWords(all) : `${field === '' ? 'body' : field}: ${differenceWords(all)}`;
  return html`<article class="card ${tone}" id="${id}" ${attributesFor(kindsOfDifference(all))}>
<h3><span class="id">${whereOf(family)}</span> ${what} <span class="count">${times(count)}, with ${counted(comparedIn(family), 'answer')} compared</span></h3>
${excuse && html`<p class="origin">Excused by ${excuse.by}: ${excuse.because}.</p>`}
<dl class="finding">
<dt>sent</dt><dd><pre>${example.request}</pre></dd>
<dt>at</dt><dd>${example.at}</dd>
<dt>recorded</dt><dd><pre>${example.recorded}</pre></dd>
<dt>got</dt><dd><pre>${example.got}</pre></dd>
<dt>judged</dt><dd>${judgedWords(all)}</dd>
</dl>
${opening(example, 'Both exchanges, side by side') ?? leftOut}
${groups.length > 1 && memberList(groups, operations.length, opening)}
</article>
`;
};

/** The card has the exchanges of the first group already, so they are not repeated here. */
const memberList = (groups: readonly DifferenceGroup[], operations: number, opening: Opening): Html => {
  const entry = (group: DifferenceGroup, index: number) => {
    const because = group.follows ? `, follows from ${group.follows.operation}` : '';
    const title = `${placeWords(group)} ${times(group.count)}${because}`;
    return html`<li>${(index > 0 && opening(group.example, title)) || title}</li>`;
  };
  return html`<details class="both"><summary>The same in ${counted(groups.length, 'place')} of ${counted(operations, 'operation')}</summary><ul>${groups.map(entry)}</ul></details>`;
};

export const violationCard = (group: ViolationGroup, tone: string, opening: Opening): Html => {
  const { requirement, operation, at, expected, got, count } = group;
  return html`<article class="card ${tone}" ${attributesFor(kindsOfViolation(group))}>
<h3><span class="id">${requirement}</span> ${operation} ${at} <span class="count">${times(count)}</span></h3>
<p class="origin">${sinceWords(group)}</p>
<dl class="finding"><dt>expected</dt><dd>${expected}</dd><dt>got</dt><dd><pre>${got}</pre></dd></dl>
${opening(group, 'Both exchanges, side by side; ≠ marks what breaks the contract') ?? leftOut}
</article>
`;
};
