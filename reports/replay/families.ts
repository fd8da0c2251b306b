// Groups of differences of one cause, across operations: the same member with the same kind of difference, wherever it stands.
import { kindOfStatus } from '../../replay/compare/rejection.ts';
import type { DifferenceGroup } from '../../replay/verdict/result.ts';
import { counted } from '../verdict/wording.ts';

export interface Family {
  /** The group that is shown as the example. */
  readonly first: DifferenceGroup;
  readonly groups: readonly DifferenceGroup[];
  /** A pattern that covers the fields of all groups. */
  readonly field: string;
  readonly operations: readonly string[];
  readonly count: number;
}

/**
 * The name of a member or header, or the status and what is said of it, by which groups of several operations are joined.
 */
const nameOf = (group: DifferenceGroup): string | undefined => {
  const { field } = group;
  const ofStatus = kindOfStatus(group);
  if (ofStatus !== undefined) return ofStatus;
  if (field.startsWith('/')) return field.split('/').findLast((step) => step !== '*');
  return field.startsWith('header ') || field === 'second factor' ? field : undefined;
};

const keyOf = (group: DifferenceGroup): string => {
  const { operation, field, kind, violating, excuse, loop } = group;
  const name = nameOf(group);
  return JSON.stringify([
    name ?? `${operation} ${field}`,
    kind,
    violating > 0,
    loop,
    excuse === undefined ? '' : `${excuse.by} ${excuse.because}`,
  ]);
};

/** Families in the order of their first groups. */
export const familiesOf = (groups: readonly DifferenceGroup[]): Family[] => {
  const families = new Map<string, DifferenceGroup[]>();
  for (const group of groups) families.set(keyOf(group), [...(families.get(keyOf(group)) ?? []), group]);
  return [...families.values()].map((alike) => {
    const [first] = alike as [DifferenceGroup];
    const fields = new Set(alike.map(({ field }) => field));
    return {
      first,
      groups: alike,
      field: fields.size === 1 || first.rejection ? first.field : `**/${nameOf(first)}`,
      operations: [...new Set(alike.map(({ operation }) => operation))],
      count: alike.reduce((sum, { count }) => sum + count, 0),
    };
  });
};

/** The family as one group, with the counts of all. */
export const altogether = ({ first, groups, field, count }: Family): DifferenceGroup => {
  const sum = (of: (group: DifferenceGroup) => number) => groups.reduce((total, group) => total + of(group), 0);
  return {
    ...first,
    field,
    count,
    violating: sum(({ violating }) => violating),
    violatingBefore: sum(({ violatingBefore }) => violatingBefore),
    advised: sum(({ advised }) => advised),
  };
};

/** How many answers of the family's operations were compared. */
export const comparedIn = ({ groups }: Family): number =>
  [...new Map(groups.map(({ operation, of }) => [operation, of])).values()].reduce((sum, of) => sum + of, 0);

export const whereOf = ({ operations }: Family): string =>
  operations.length === 1 ? operations[0]! : counted(operations.length, 'operation');

const mostPlaces = 6;

export const placesOf = ({ groups }: Family): string => {
  const places = groups.map(({ operation, field }) => `${operation} ${field}`);
  const more = places.length - mostPlaces;
  return `${places.slice(0, mostPlaces).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};
