// Learns what differs between two answers of one good build, by replaying it against itself, and excuses that in the candidate.
//
// Noise is excused in the exchanges that showed it, so that it does not hide a difference of another request. Only noise that
// showed in many exchanges is excused in others too, and only as often.
import { readFileSync } from 'node:fs';
import { whyUnread } from '../../exchange/unread.ts';
import type { Findings } from '../verdict/findings.ts';
import type { DifferenceGroup, Excuse } from '../verdict/result.ts';

interface NoiseGroup {
  readonly operation: string;
  readonly field: string;
  readonly kind: string;
  readonly count: number;
  readonly of: number;
  /** The first of the exchanges that showed it, by their ids in the recording. */
  readonly exchanges: readonly string[];
}

interface Noise {
  readonly assay: 'replay noise';
  readonly groups: readonly NoiseGroup[];
}

/** The noise file cannot be used. */
export class NoiseError extends Error {
  override readonly name = 'NoiseError';
}

export const noiseIn = (findings: Findings): Noise => ({ assay: 'replay noise', groups: findings.evidence() });

/** Noise that showed in at least so many exchanges is excused in others too. */
const fewestOfAHabit = 20;
/** Counts up to this many standard deviations above the expected one are taken for chance. */
const deviations = 3;

export const excusesOf = (noise: Noise) => {
  const groups = new Map<string, NoiseGroup>();
  for (const group of noise.groups) {
    const key = `${group.operation} ${group.kind} ${group.field}`;
    const known = groups.get(key);
    groups.set(key, known === undefined ? group : joined(known, group));
  }
  return ({ operation, kind, field, count, of }: DifferenceGroup, exchanges: readonly string[]): Excuse | undefined => {
    const noisy = groups.get(`${operation} ${kind} ${field}`);
    if (noisy === undefined) return undefined;
    const known = new Set(noisy.exchanges);
    const strange = exchanges.filter((id) => !known.has(id));
    if (strange.length === 0 && count <= Math.max(exchanges.length, noisy.count))
      return { by: 'noise', because: `the baseline differs there as well, in ${noisy.count} of ${noisy.of}` };
    const share = noisy.count / noisy.of;
    const most = share * of + deviations * Math.sqrt(of * share * (1 - share));
    return noisy.count >= fewestOfAHabit && count <= most
      ? { by: 'noise', because: `the baseline differs there as often, in ${noisy.count} of ${noisy.of}` }
      : undefined;
  };
};

/** Differences in one field may be in several groups, by what they follow from and by what a refusal says. */
const joined = (one: NoiseGroup, other: NoiseGroup): NoiseGroup => ({
  ...one,
  count: one.count + other.count,
  exchanges: [...one.exchanges, ...other.exchanges],
});

const isGroup = (value: unknown): value is NoiseGroup => {
  const { operation, field, kind, count, of, exchanges } = (value ?? {}) as Partial<NoiseGroup>;
  return (
    [operation, field, kind].every((text) => typeof text === 'string') &&
    [count, of].every(Number.isSafeInteger) &&
    Array.isArray(exchanges) &&
    exchanges.every((id) => typeof id === 'string')
  );
};

/** Throws a `NoiseError`. */
export const loadNoise = (path: string): Noise => {
  try {
    const noise = JSON.parse(readFileSync(path, 'utf8')) as Partial<Noise> | null;
    if (noise?.assay !== 'replay noise' || !Array.isArray(noise.groups) || !noise.groups.every(isGroup))
      throw new Error('it is no noise file');
    return noise as Noise;
  } catch (error) {
    throw new NoiseError(`the noise ${path} cannot be read: ${whyUnread(error)}`);
  }
};
