// Turns of the test processes of a run: most checks are done side by side, and some while nothing else is. The processes share only a
// folder, so a turn is a file in it; files of processes that died do not count.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../exchange/recording/alive.ts';
import { createFile } from '../new-file.ts';
import { longestWaitForOthers } from '../settings.ts';

export interface Turns {
  /** Waits while a process wants to be alone; takes no turn. */
  untilNobodyIsAlone(): Promise<void>;
  /** Takes a turn beside others; waits while a process wants to be alone. */
  beside(): Promise<void>;
  /** Waits until all others have ended their turns, at most so many milliseconds; false when they have not. */
  alone(most?: number): Promise<boolean>;
  leave(): void;
}

const often = 25;
let opened = 0;

const aloneIn = (folder: string): string => join(folder, 'alone');
const reserved = 'reserved';
const isReserved = (who: string | undefined): boolean => who?.endsWith(reserved) === true;

/**
 * Reserves the first turn for the process that wants to be alone. Called before the processes start: otherwise the first of them would
 * begin a check, for whose end that process would have to wait.
 */
export function reserve(folder: string): void {
  mkdirSync(folder, { recursive: true });
  createFile(aloneIn(folder), `${process.pid} ${reserved}`);
}

/** Gives the reserved turn up, unless a process has taken it. */
export function release(folder: string): void {
  if (isReserved(readIfThere(aloneIn(folder)))) rmSync(aloneIn(folder), { force: true });
}

export function openTurns(folder: string): Turns {
  mkdirSync(folder, { recursive: true });
  opened += 1;
  const me = `${process.pid}-${opened}`;
  const [besideOthers, forMyself] = [join(folder, `beside-${me}`), aloneIn(folder)];

  const somebodyIsAlone = (): boolean => {
    const who = readIfThere(forMyself);
    if (who === undefined || isPresent(who)) return who !== undefined;
    rmSync(forMyself, { force: true });
    return false;
  };

  const somebodyIsBeside = (): boolean =>
    readdirSync(folder).some((name) => name.startsWith('beside-') && isPresent(name.slice('beside-'.length)));

  const taken = (): boolean => {
    if (!isReserved(readIfThere(forMyself))) return !somebodyIsAlone() && createFile(forMyself, me);
    writeFileSync(forMyself, me);
    return true;
  };

  const leave = (): void => {
    rmSync(besideOthers, { force: true });
    if (readIfThere(forMyself) === me) rmSync(forMyself, { force: true });
  };

  const untilNobodyIsAlone = async (): Promise<void> => void (await until(() => !somebodyIsAlone()));

  return {
    untilNobodyIsAlone,
    async beside() {
      // Every process writes its file before it looks for others, so of two that come at once, at least one sees the other.
      for (;;) {
        await untilNobodyIsAlone();
        createFile(besideOthers, '');
        if (!somebodyIsAlone()) return;
        rmSync(besideOthers, { force: true });
      }
    },
    async alone(most = Number.POSITIVE_INFINITY) {
      leave();
      const end = performance.now() + most;
      if ((await until(taken, end)) && (await until(() => !somebodyIsBeside(), end))) return true;
      leave();
      return false;
    },
    leave,
  };
}

/** Milliseconds until the latest changes by other checks show everywhere, such as in a cached list. */
export const timeToShow = 2500;

/** For a check that is asked again; false when the others did not end in time. */
export async function aloneWithTimeToSpare(turns: Turns): Promise<boolean> {
  if (!(await turns.alone(longestWaitForOthers))) return false;
  await pause(timeToShow);
  return true;
}

async function until(condition: () => boolean, end = Number.POSITIVE_INFINITY): Promise<boolean> {
  while (!condition()) {
    if (performance.now() >= end) return false;
    await pause(often);
  }
  return true;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** An empty name is that of a process which has created the file and not written to it yet: it is alive. */
const isPresent = (name: string): boolean => name === '' || isAlive(Number.parseInt(name, 10));
