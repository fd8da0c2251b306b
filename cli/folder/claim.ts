// Lets only one run write into a folder at a time: a run claims the folder before it sends anything, and another run is refused.
import { accessSync, constants, existsSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../exchange/folder.ts';
import { createFile } from '../../harness/new-file.ts';
import { lockPath } from '../../harness/paths.ts';
import { fromHere, reportFolder } from '../../reports/folder.ts';
import { UsageError } from '../exit.ts';
import { cannotWrite } from './files.ts';
import { type Holder, isGone, signOfLife, thisProcess } from './holder.ts';

interface Claim {
  release(): void;
}

/** Throws a `UsageError` when the folder cannot be written, or when a run that is still going on has it. */
export function claimFolder(out: string): Claim {
  const lock = lockPath(out);
  const text = JSON.stringify(thisProcess());
  const isNew = !existsSync(out);
  try {
    makeFolder(dirname(lock));
    while (!createFile(lock, text)) releaseAbandoned(out, lock);
    refuseUnwritable(out);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${cannotWrite(out, error)}. Name another folder with --out.`);
  }
  // Touches the lock regularly: a run on another machine that shares the folder has no other way to know that this one is alive.
  const timer = setInterval(() => touch(lock), signOfLife).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    if (textIn(lock) === text) rmSync(lock, { force: true });
    removeIfEmpty(dirname(lock));
    if (isNew) removeIfEmpty(out);
  };
  process.on('exit', release);
  return { release };
}

/** Claims the folder while `work` writes into it. */
export async function inFolder<Result>(out: string, work: () => Promise<Result>): Promise<Result> {
  const claim = claimFolder(out);
  try {
    return await work();
  } finally {
    claim.release();
  }
}

/** Removes the lock of a holder that is gone; throws when the holder is still there. */
function releaseAbandoned(out: string, lock: string): void {
  const text = textIn(lock);
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const holder = holderIn(text);
  const isAbandoned = holder === undefined ? Date.now() - touched > signOfLife : isGone(holder, touched);
  if (!isAbandoned) throw new UsageError(inUse(out, holder));
  if (textIn(lock) === text) rmSync(lock, { force: true });
}

function inUse(out: string, holder: Holder | undefined): string {
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'one that has just begun';
  return `${fromHere(out)} is in use by another run (${who}). Wait for its end, or name another folder with --out.`;
}

/** Undefined for a lock that was just created and not yet written to. */
function holderIn(text: string | undefined): Holder | undefined {
  try {
    return JSON.parse(text ?? '') as Holder;
  } catch {
    return undefined;
  }
}

/** Throws when the folder of an earlier run, perhaps of another user, cannot be written to. */
function refuseUnwritable(out: string): void {
  const { allure, page, verdict } = reportFolder(out);
  if (existsSync(page) && !existsSync(verdict) && !existsSync(join(out, 'replay.json')))
    throw new UsageError(
      `${fromHere(page)} is no page of a report, and would be overwritten. Name another folder with --out.`,
    );
  for (const folder of [out, allure]) {
    if (statSync(folder, { throwIfNoEntry: false })) accessSync(folder, constants.W_OK | constants.X_OK);
  }
}

function touch(lock: string): void {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // The folder was removed, and the lock with it.
  }
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder has other files in it, or is gone.
  }
}
