// In which of the facts that identify a run two runs differ.
import type { DifferingFact, RunFacts } from './verdict.ts';

/** Facts that are others in each shard of a run, and what follows from the profile, whose content has a digest. */
type Circumstance =
  | 'shard'
  | 'shards'
  | 'startedAt'
  | 'seconds'
  | 'spent'
  | 'draftsLeft'
  | 'disturbance'
  | 'profile'
  | 'choices'
  | 'folder'
  | 'kept';

type Identity = Omit<RunFacts, Circumstance>;

/** A fact that is added has to be named here, or be a circumstance. */
const inWords: { readonly [Fact in keyof Identity]-?: (facts: Identity) => Readonly<Record<string, string>> } = {
  assay: ({ assay }) => ({ 'version of Assay': assay }),
  target: ({ target }) => ({ target }),
  build: ({ build }) => ({ build: build?.digest ?? 'not said' }),
  digests: ({ digests }) =>
    Object.fromEntries(Object.entries(digests).map(([name, digest]) => [`digest of the ${name}`, digest])),
  seed: ({ seed }) => ({ seed: `${seed}` }),
  depth: ({ depth }) => ({ depth }),
  safe: ({ safe }) => ({ 'choice of --safe': safe ? 'yes' : 'no' }),
  only: ({ only }) => ({ 'choice of --only': only.length === 0 ? 'everything' : [...only].sort().join(', ') }),
};

export const factsInWords = (facts: Identity): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(inWords).map((words) => words(facts)));

export const differingFacts = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): readonly DifferingFact[] =>
  Object.entries(other)
    .map(([name, value]) => ({ name, one: one[name] ?? 'unknown', other: value }))
    .filter((fact) => fact.one !== fact.other);
