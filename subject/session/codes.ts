// Gets one-time codes from where the profile says, and knows when there will be a new one.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CodeSource, User } from '../profile/profile.ts';
import { reasonOf } from '../profile/references.ts';
import { totp } from './totp.ts';
import type { UsedCodes } from './used-codes.ts';

export interface Codes {
  /** The present code; after `refused()` one that was not used before, as soon as there is one. */
  next(mfaToken: string): Promise<string>;
  /** The target took the latest code for a replay or a wrong one. Whether another try makes sense. */
  refused(): boolean;
  /** The target took the latest code. */
  accepted(): void;
}

/** The code could not be had; the fault is with the profile or this machine, not the target. */
export class NoCode extends Error {
  override readonly name = 'NoCode';
}

const commandPatience = 60_000;

/** `patience`: milliseconds for which a command may take to print another code than one that was refused. */
export function createCodes(
  source: CodeSource,
  user: User['name'],
  used: UsedCodes,
  patience: number = commandPatience,
): Codes {
  if (source.kind === 'fixed') return { next: async () => source.code, refused: () => false, accepted() {} };
  return source.kind === 'totp' ? timedCodes(source, user, used) : printedCodes(source, patience);
}

/** So many fresh codes refused in a row are refused for another reason than a replay. */
const freshRefusals = 2;

function timedCodes(source: Extract<CodeSource, { kind: 'totp' }>, user: User['name'], used: UsedCodes): Codes {
  const length = source.period * 1000;
  let replaysRefused = false;
  let refusedAfresh = 0;
  return {
    async next() {
      // A target that refuses replays gets each step's code once; the others need not be waited for.
      for (;;) {
        const step = Math.floor(Date.now() / length);
        if (used.take(user, step) || !replaysRefused || refusedAfresh >= freshRefusals)
          return totp(source, step * length);
        const wait = (step + 1) * length - Date.now() + 5;
        used.waiting(user, wait);
        await sleep(wait);
      }
    },
    refused() {
      const again = !replaysRefused;
      if (replaysRefused) refusedAfresh += 1;
      replaysRefused = true;
      return again;
    },
    accepted() {
      refusedAfresh = 0;
    },
  };
}

function printedCodes(source: Extract<CodeSource, { kind: 'command' }>, patience: number): Codes {
  let latest: string | undefined;
  let refused: string | undefined;
  let waitedInVain = false;
  return {
    async next(mfaToken) {
      // What is printed may be the code of an earlier demand, while that of this one is on its way.
      const deadline = Date.now() + patience;
      do latest = await print(source, mfaToken);
      while (latest === refused && !waitedInVain && Date.now() < deadline && (await sleep(1000, true)));
      waitedInVain ||= latest === refused;
      return latest;
    },
    refused() {
      const again = latest !== refused && !waitedInVain;
      refused = latest;
      return again;
    },
    accepted() {
      waitedInVain = false;
    },
  };
}

async function print(source: Extract<CodeSource, { kind: 'command' }>, mfaToken: string): Promise<string> {
  const [program = '', ...rest] = source.command;
  const env = { ...process.env, ASSAY_MFA_TOKEN: mfaToken };
  try {
    const { stdout } = await promisify(execFile)(program, rest, { cwd: source.folder, env, timeout: commandPatience });
    const code = stdout.trim().split(/\r?\n/).at(-1)?.trim();
    if (code) return code;
  } catch (error) {
    throw new NoCode(`the command for the code, ${program}, failed (${reasonOf(error)})`);
  }
  throw new NoCode(`the command for the code, ${program}, printed nothing`);
}
