// Results of checks that were done in lanes, a file each, from which the test of the runner reads them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestRecord } from '../record.ts';

/** A check as the runner knows it. */
export interface CheckName {
  /** Below specs/, as in cards/filters.spec.js. */
  readonly file: string;
  readonly title: string;
}

export type LaneResult =
  | { readonly kind: 'done'; readonly record: TestRecord }
  /** The check is not done in a lane. */
  | { readonly kind: 'left' };

const often = 20;

export const keyOf = ({ file, title }: CheckName): string =>
  createHash('sha256').update(`${file}\n${title}`).digest('hex').slice(0, 32);

/** Renames the file when it is complete, because other processes wait for that name. */
export function deliver(folder: string, check: CheckName, result: LaneResult): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, keyOf(check));
  writeFileSync(`${path}.part`, JSON.stringify(result));
  renameSync(`${path}.part`, path);
}

export async function awaitResult(folder: string, check: CheckName): Promise<LaneResult> {
  const path = join(folder, keyOf(check));
  while (!existsSync(path)) await pause(often);
  return JSON.parse(readFileSync(path, 'utf8')) as LaneResult;
}
