// The filter on the page of a replay: its choices, and its form, which is shown only where scripts run.
import type { DifferenceKind } from '../../replay/compare/difference.ts';
import type { DifferenceGroup, ReplayResult, ViolationGroup } from '../../replay/verdict/result.ts';
import { type Html, html } from '../page/html.ts';

type Kind = 'must' | 'advice' | 'status' | 'shape' | 'value';

const kinds: Readonly<Record<Kind, string>> = {
  must: 'breaks a must',
  advice: 'against advice',
  status: 'status',
  shape: 'shape',
  value: 'values',
};

const kindOf: Readonly<Record<DifferenceKind, Kind>> = {
  failure: 'status',
  status: 'status',
  header: 'value',
  removed: 'shape',
  added: 'shape',
  type: 'shape',
  value: 'value',
  order: 'value',
};

export const kindsOfDifference = ({ kind, violating, violatingBefore, advised }: DifferenceGroup): Kind[] => [
  ...(violating + violatingBefore > 0 ? (['must'] as const) : []),
  ...(advised > 0 ? (['advice'] as const) : []),
  kindOf[kind],
];

export const kindsOfViolation = ({ level }: ViolationGroup): Kind[] => [level];

/** Attributes by which the script finds a card and knows its kinds. */
export const attributesFor = (of: readonly Kind[]): Html => html`data-kinds="${of.join(' ')}"`;

/** No form where nothing was found. */
export const filterForm = ({ differences, violations }: ReplayResult): Html | undefined => {
  if (differences.length + violations.length === 0) return undefined;
  const there = new Set([...differences.flatMap(kindsOfDifference), ...violations.flatMap(kindsOfViolation)]);
  const offered = Object.entries(kinds).filter(([kind]) => there.has(kind as Kind));
  return html`<form id="filter" role="search" aria-label="What the page shows" hidden>
<label class="find">Search <input type="search" name="text" autocomplete="off" placeholder="operation, path, field or value"></label>
<fieldset><legend>Show only</legend>${offered.map(([kind, name]) => html`<label class="chip"><input type="checkbox" name="kind" value="${kind}"> ${name}</label>`)}</fieldset>
<span class="shown"><output></output> <button type="reset">Show all</button></span>
</form>
<p class="nothing" hidden>Nothing fits the filter.</p>`;
};
