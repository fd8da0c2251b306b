// Who holds a folder: a process, known by its number and by when it began, because systems use numbers again.
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

/** `lastSign`: when the last sign of life came, in milliseconds since 1970; of a process on another machine nothing else is known. */
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
    // The 22nd word, counted from behind the program's name, because the name may have spaces and brackets in it.
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
