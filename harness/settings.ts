// How a run was asked for: the command hands its options to the test processes through the environment.

import type { Discovery } from '../subject/discovery/discover.ts';
import type { Deviation } from '../subject/profile/profile.ts';

export const depths = ['quick', 'standard', 'deep'] as const;

/** The project of Playwright's whose checks are done while no other check of the run is at work. */
export const quiet = 'quiet';

export type Depth = (typeof depths)[number];

/** The cards that were found are left out: each process lists them afresh. */
export type Found = Pick<Discovery, 'names' | 'foreignCards' | 'spentDrafts'>;

export interface Settings {
  /** Address of the target; absent when the embedded reference service is tested. */
  readonly target?: string;
  /** The target is the embedded reference service, started for this run alone. */
  readonly embedded?: true;
  /** Port at which the deliveries of the embedded service arrive, in place of the profile's. */
  readonly receiver?: number;
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
  /** Path of the file that names accepted deviations, besides those of the profile. */
  readonly accept?: string;
  /** What both of them accept, read before the first check. */
  readonly accepted?: readonly Deviation[];
  /** What was found out about the target before the first check. */
  readonly found?: Found;
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
  const receiver = text('ASSAY_RECEIVER');
  const [shard, found, pseudonymKey] = [text('ASSAY_SHARD'), text('ASSAY_FOUND'), text('ASSAY_PSEUDONYM_KEY')];
  const [accept, accepted] = [text('ASSAY_ACCEPT'), text('ASSAY_ACCEPTED')];
  return {
    ...(target && { target }),
    ...(text('ASSAY_EMBEDDED') && { embedded: true }),
    ...(receiver && { receiver: Number(receiver) }),
    ...(profile && { profile }),
    out: text('ASSAY_OUT') ?? 'assay-report',
    seed: Number(text('ASSAY_SEED') ?? defaultSeed),
    depth,
    safe: text('ASSAY_SAFE') === '1',
    only: (text('ASSAY_ONLY') ?? '').split(',').filter((entry) => entry !== ''),
    ...(workers && { workers: Number(workers) }),
    ...(shard && { shard }),
    ...(accept && { accept }),
    ...(accepted && { accepted: JSON.parse(accepted) as readonly Deviation[] }),
    ...(found && { found: JSON.parse(found) as Found }),
    ...(pseudonymKey && { pseudonymKey }),
    prepared: text('ASSAY_PREPARED') === '1',
  };
}

const isDepth = (text: string): text is Depth => (depths as readonly string[]).includes(text);

/** The environment that `settingsFrom` reads as these settings. */
export function environmentOf(settings: Settings): Record<string, string> {
  const {
    target,
    embedded,
    receiver,
    profile,
    out,
    seed,
    depth,
    safe,
    only,
    workers,
    shard,
    accept,
    accepted,
    found,
    pseudonymKey,
    prepared,
  } = settings;
  return {
    ...(target && { ASSAY_TARGET: target }),
    ...(embedded && { ASSAY_EMBEDDED: '1' }),
    ...(receiver && { ASSAY_RECEIVER: String(receiver) }),
    ...(profile && { ASSAY_PROFILE: profile }),
    ASSAY_OUT: out,
    ASSAY_SEED: String(seed),
    ASSAY_DEPTH: depth,
    ASSAY_SAFE: safe ? '1' : '',
    ASSAY_ONLY: only.join(','),
    ...(workers && { ASSAY_WORKERS: String(workers) }),
    ...(shard && { ASSAY_SHARD: shard }),
    ...(accept && { ASSAY_ACCEPT: accept }),
    ...(accepted && { ASSAY_ACCEPTED: JSON.stringify(accepted) }),
    ...(found && { ASSAY_FOUND: JSON.stringify(found) }),
    ...(pseudonymKey && { ASSAY_PSEUDONYM_KEY: pseudonymKey }),
    ASSAY_PREPARED: prepared ? '1' : '',
  };
}
