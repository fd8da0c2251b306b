// What a run, or one shard of it, leaves for its verdict: plain data, which a shard writes into a file of its own.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { RequirementId } from '../../contract/requirements.ts';
import type { TestRecord } from '../../harness/record.ts';
import type { Deviation } from '../../subject/profile/profile.ts';
import type { RunFacts } from '../verdict/verdict.ts';

export interface Part {
  readonly facts: RunFacts;
  /**
   * For each shard of the run, the requirements of its checks, one entry per check; empty when the run ended before it was divided.
   */
  readonly division: readonly (readonly RequirementId[])[];
  readonly records: readonly TestRecord[];
  readonly deviations: readonly Deviation[];
  /** Those keys of the profile, among the ones that requirements need, that are given (../untested/needs.ts). */
  readonly given: readonly string[];
  /** Why the run is not complete. */
  readonly trouble?: string;
}

export interface ShardNumber {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

export function shardNumber(text: string): ShardNumber {
  const [index, count] = text.split('/').map(Number) as [number, number];
  return { index, count };
}

const kind = 'shard of a certification';

/** Written so that `assay merge` finds either the whole file or none. */
export function writePart(path: string, part: Part): void {
  writeFileSync(`${path}.part`, `${JSON.stringify({ kind, ...part })}\n`);
  renameSync(`${path}.part`, path);
}

/** Reads what `writePart` wrote, whole run or shard; undefined where there is no file. */
export const partIn = (path: string): (Part & { readonly kind: string }) | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Part & { readonly kind: string }) : undefined;

/** Undefined where there is no file; throws when the file is not a shard. */
export function readPart(path: string): Part | undefined {
  const part = partIn(path);
  if (part === undefined) return undefined;
  if (part?.kind !== kind || part.facts?.shard === undefined) throw new Error('its content says that it is no shard');
  return part;
}
