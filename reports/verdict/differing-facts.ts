// The facts that identify a run and differ between two runs.
import type { DifferingFact, RunFacts } from './verdict.ts';

/** Facts that do not identify a run, because they differ between its shards, or follow from the profile, which has a digest. */
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

/** Typed so that a new fact does not compile until it is named here or declared a circumstance. */
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
