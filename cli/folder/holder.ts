// The process that holds a folder, identified by its number and its start time, because systems reuse numbers.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive } from '../../exchange/recording/alive.ts';

export interface Holder {
  readonly pid: number;
  /** When the process began, as the system writes it; absent where the system does not say. */
  readonly began?: string;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

export function thisProcess(): Holder {
  const began = beginningOf(process.pid);
  return { pid: process.pid, ...(began && { began }), host: hostname(), since: new Date().toISOString() };
}

/** `lastSign`: milliseconds since 1970 of the last sign of life, which is all that is known of a process on another machine. */
export function isGone({ pid, began, host }: Holder, lastSign: number): boolean {
  if (host !== hostname()) return Date.now() - lastSign > silence;
  if (!isAlive(pid)) return true;
  return began !== undefined && began !== (beginningOf(pid) ?? began);
}

/** Milliseconds between two signs of life, and how long a process may give none before it counts as gone. */
export const signOfLife = 10_000;
const silence = 6 * signOfLife;

function beginningOf(pid: number): string | undefined {
  try {
    // The 22nd word. Counted after the program's name, which may have spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return listedBeginningOf(pid);
  }
}

/** Where there is no /proc. */
function listedBeginningOf(pid: number): string | undefined {
  try {
    const listed = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
    return listed.toString('utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
