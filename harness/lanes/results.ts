// What came of checks that were done ahead of the test runner: the process that tells the runner finds it in a file.
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
  /** Nobody does it ahead. */
  | { readonly kind: 'left' };

const often = 20;

export const keyOf = ({ file, title }: CheckName): string =>
  createHash('sha256').update(`${file}\n${title}`).digest('hex').slice(0, 32);

/** It has its name once it is whole, since others look for it meanwhile. */
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
