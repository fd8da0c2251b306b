// How a run was asked for: the command hands its options to the test processes through the environment.

import type { Names } from '../../target/names.ts';

export const depths = ['quick', 'standard', 'deep'] as const;

export type Depth = (typeof depths)[number];

export interface Settings {
  /** Address of the target; absent when the embedded reference service is tested. */
  readonly target?: string;
  /** The target is the embedded reference service, started for this run alone. */
  readonly embedded?: true;
  /** Path of the profile; absent when the environment alone describes the target. */
  readonly profile?: string;
  readonly out: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Send nothing that changes anything. */
  readonly safe: boolean;
  /** Requirements and areas asked for; empty for everything. */
  readonly only: readonly string[];
  readonly workers?: number;
  readonly shard?: string;
  /** What the target calls what the specification leaves unnamed. */
  readonly names?: Names;
  /** Base64; equal secrets get equal pseudonyms in all processes of a run. */
  readonly pseudonymKey?: string;
  /** The command has seen that the target can be reached and logged in to. */
  readonly prepared: boolean;
}

const defaultSeed = 1;

export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name]);
  const depth = text('ASSAY_DEPTH') ?? 'standard';
  if (!isDepth(depth)) throw new Error(`ASSAY_DEPTH is ${depth}; it is one of ${depths.join(', ')}`);
  const [target, profile, workers] = [text('ASSAY_TARGET'), text('ASSAY_PROFILE'), text('ASSAY_WORKERS')];
  const [shard, names, pseudonymKey] = [text('ASSAY_SHARD'), text('ASSAY_NAMES'), text('ASSAY_PSEUDONYM_KEY')];
  return {
    ...(target && { target }),
    ...(text('ASSAY_EMBEDDED') && { embedded: true }),
    ...(profile && { profile }),
    out: text('ASSAY_OUT') ?? 'assay-report',
    seed: Number(text('ASSAY_SEED') ?? defaultSeed),
    depth,
    safe: text('ASSAY_SAFE') === '1',
    only: (text('ASSAY_ONLY') ?? '').split(',').filter((entry) => entry !== ''),
    ...(workers && { workers: Number(workers) }),
    ...(shard && { shard }),
    ...(names && { names: JSON.parse(names) as Names }),
    ...(pseudonymKey && { pseudonymKey }),
    prepared: text('ASSAY_PREPARED') === '1',
  };
}

const isDepth = (text: string): text is Depth => (depths as readonly string[]).includes(text);

/** The environment that `settingsFrom` reads as these settings. */
export function environmentOf(settings: Settings): Record<string, string> {
  const { target, embedded, profile, out, seed, depth, safe, only, workers, shard, names, pseudonymKey, prepared } =
    settings;
  return {
    ...(target && { ASSAY_TARGET: target }),
    ...(embedded && { ASSAY_EMBEDDED: '1' }),
    ...(profile && { ASSAY_PROFILE: profile }),
    ASSAY_OUT: out,
    ASSAY_SEED: String(seed),
    ASSAY_DEPTH: depth,
    ASSAY_SAFE: safe ? '1' : '',
    ASSAY_ONLY: only.join(','),
    ...(workers && { ASSAY_WORKERS: String(workers) }),
    ...(shard && { ASSAY_SHARD: shard }),
    ...(names && { ASSAY_NAMES: JSON.stringify(names) }),
    ...(pseudonymKey && { ASSAY_PSEUDONYM_KEY: pseudonymKey }),
    ASSAY_PREPARED: prepared ? '1' : '',
  };
}
