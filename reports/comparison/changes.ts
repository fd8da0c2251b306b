// Changes in words, for the terminal, the page and `assay diff`.
import { findRequirement } from '../../contract/requirements.ts';
import {
  type Change,
  type ChangeKind,
  type Comparison,
  changeKinds,
  type Mark,
  type Verdict,
} from '../verdict/verdict.ts';

interface ChangeGroup {
  readonly kind: ChangeKind;
  readonly changes: readonly Change[];
}

export const byKind = ({ changes }: Comparison): readonly ChangeGroup[] =>
  changeKinds
    .map((kind) => ({ kind, changes: changes.filter((change) => change.kind === kind) }))
    .filter((group) => group.changes.length > 0);

/** `pass → fail`; a single word for a requirement that is new or gone. */
export const transition = ({ before, now }: Change): string =>
  [before, now].filter((mark): mark is Mark => mark !== undefined).join(' → ');

export const sentenceOf = ({ id }: Change, { requirements }: Pick<Verdict, 'requirements'>): string =>
  requirements.find((result) => result.id === id)?.says ??
  findRequirement(id)?.says ??
  'no requirement of this version';

export const reasonOf = ({ id, kind }: Change, { requirements }: Pick<Verdict, 'requirements'>): string | undefined =>
  kind === 'newly passing' ? undefined : requirements.find((result) => result.id === id)?.reason;

/** The circumstances that changed, a sentence each. */
export const circumstancesOf = ({ circumstances }: Comparison): readonly string[] =>
  circumstances.map(({ name, one, other }) => `the ${name} was ${shortened(one)} and is ${shortened(other)}`);

/** The first digits are enough to tell two digests apart. */
const shortened = (value: string): string => (/^sha256:/.test(value) ? `${value.slice(0, 19)}…` : value);

/** The outcome of the comparison alone, without the verdict of the run. */
export const outcomeOf = ({ status, changes }: Comparison): string => {
  if (status === 'failed') return 'something fails that did not fail before';
  if (status === 'undecided' && changes.length === 0) return 'nothing changed, and nothing could be decided';
  if (status === 'undecided') return 'nothing newly fails, but not everything is decided that was';
  return changes.length === 0 ? 'nothing changed' : 'nothing got worse';
};
