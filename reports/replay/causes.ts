// The tree of causes: differences that led to others, each with those that follow from it.
import type { Cause } from '../../replay/verdict/consequences.ts';
import type { DifferenceGroup, ReplayResult } from '../../replay/verdict/result.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/section.ts';
import { counted, times } from '../verdict/wording.ts';
import { placeWords } from './card.ts';
import { kindWords } from './wording.ts';

/** Gives the fragment of the card that shows a group. */
type CardOf = (group: DifferenceGroup) => string;

const mostAtOnce = 10;

/** No section where no difference follows from another. */
export const causesSection = ({ differences }: ReplayResult, cardOf: CardOf): Section[] => {
  const causes = new Map<string, { readonly cause: Cause; readonly following: DifferenceGroup[] }>();
  for (const group of differences) {
    if (group.follows === undefined) continue;
    const key = keyOf(group.follows);
    const known = causes.get(key) ?? { cause: group.follows, following: [] };
    causes.set(key, known);
    known.following.push(group);
  }
  if (causes.size === 0) return [];
  const told = new Set<string>();

  const below = (key: string): Html | undefined => {
    const following = causes.get(key)?.following ?? [];
    if (following.length === 0 || told.has(key)) return undefined;
    told.add(key);
    return listed(following.map((group) => html`<li>${linked(group, cardOf)}${below(keyOfGroup(group))}</li>`));
  };

  const ofGroups = new Map(differences.map((group) => [keyOfGroup(group), group]));
  const isRoot = (key: string) => ofGroups.get(key)?.follows === undefined;
  // Differences that follow from each other in a circle have no root, so the first of them is taken for it.
  const inOrder = [...causes.keys()].sort((one, other) => Number(isRoot(other)) - Number(isRoot(one)));
  const trees = inOrder.flatMap((key) => {
    const { cause } = causes.get(key)!;
    const group = ofGroups.get(key);
    const list = below(key);
    return list ? [html`<li>${group ? linked(group, cardOf) : unsent(cause)}${list}</li>`] : [];
  });
  return [
    {
      id: 'causes',
      title: 'What follows from what',
      html: html`<ul class="tree">${trees}</ul>`,
    },
  ];
};

const keyOf = ({ operation, field, leftOut }: Cause): string => JSON.stringify([operation, field ?? null, leftOut]);
const keyOfGroup = ({ operation, field }: DifferenceGroup): string => JSON.stringify([operation, field, false]);

const unsent = ({ operation, field, leftOut }: Cause): string =>
  leftOut
    ? `${operation} was left out`
    : field === undefined
      ? `${operation} was not sent`
      : `${operation} ${field} was another`;

const linked = (group: DifferenceGroup, cardOf: CardOf): Html =>
  html`<a href="#${cardOf(group)}">${placeWords(group)}</a>: ${kindWords[group.kind]} ${times(group.count)}`;

const listed = (entries: readonly Html[]): Html => {
  const rest = entries.slice(mostAtOnce);
  return html`<ul>${entries.slice(0, mostAtOnce)}${rest.length > 0 && html`<li><details><summary>${counted(rest.length, 'further difference')}</summary><ul>${rest}</ul></details></li>`}</ul>`;
};
