// Gets one-time codes from the source that the profile names, and waits for a new one after a refusal.
import { type ExecFileException, execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CodeSource, User } from '../profile/profile.ts';
import { totp, windowOf } from './totp.ts';
import type { UsedCodes } from './used-codes.ts';

export interface Codes {
  /** The present code. After `refused()`, waits for a code that was not used before. */
  next(mfaToken: string): Promise<string>;
  /** The code that `next()` would give, without using it up: for a request that the target must refuse. */
  unsent(mfaToken: string): Promise<string>;
  /** To be called when the target refused the latest code, as wrong or as a replay. Returns whether another may be tried. */
  refused(): boolean;
  /** To be called when the target accepted the latest code. */
  accepted(): void;
  /** Whether the target has shown that a code confirms only one demand, so that the next confirmation must wait for the next code. */
  readonly areGoodOnce: boolean;
}

/** The code could not be obtained, for a reason in the profile or on this machine and not at the target. */
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
  if (source.kind === 'fixed') {
    const next = async () => source.code;
    return { next, unsent: next, refused: () => false, accepted() {}, areGoodOnce: false };
  }
  return source.kind === 'totp' ? timedCodes(source, user, used) : printedCodes(source, patience);
}

/** When this many unused codes were refused in a row, the reason is not a replay. */
const freshRefusals = 2;

function timedCodes(source: Extract<CodeSource, { kind: 'totp' }>, user: User['name'], used: UsedCodes): Codes {
  const length = source.period * 1000;
  let replaysRefused = false;
  let refusedAfresh = 0;
  let kept: number | undefined;
  let isLatestUnused = true;
  let wasReplayRefused = false;
  let areGoodOnce = false;

  /** Waits for an unused code only if the target has refused one before, which may have been as a replay. */
  async function unusedCode(isKept: boolean): Promise<string> {
    for (;;) {
      const step = windowOf(Date.now(), source.period);
      isLatestUnused = step === kept || used.take(user, step);
      if (isLatestUnused || !replaysRefused || refusedAfresh >= freshRefusals) {
        kept = isKept ? step : undefined;
        return totp(source, step * length);
      }
      const wait = (step + 1) * length - Date.now() + 5;
      used.waiting(user, wait);
      await sleep(wait);
    }
  }

  return {
    next: () => unusedCode(false),
    unsent: () => unusedCode(true),
    refused() {
      const again = !replaysRefused;
      if (replaysRefused) refusedAfresh += 1;
      replaysRefused = true;
      wasReplayRefused ||= !isLatestUnused;
      return again;
    },
    accepted() {
      refusedAfresh = 0;
      areGoodOnce = wasReplayRefused && isLatestUnused;
    },
    get areGoodOnce() {
      return areGoodOnce;
    },
  };
}

function printedCodes(source: Extract<CodeSource, { kind: 'command' }>, patience: number): Codes {
  let latest: string | undefined;
  let refused: string | undefined;
  let waitedInVain = false;

  /** Asks the command repeatedly, because it may print the code of an earlier demand until the present one has arrived. */
  async function next(mfaToken: string): Promise<string> {
    const deadline = Date.now() + patience;
    do latest = await print(source, mfaToken);
    while (latest === refused && !waitedInVain && Date.now() < deadline && (await sleep(1000, true)));
    waitedInVain ||= latest === refused;
    return latest;
  }

  return {
    next,
    unsent: next,
    areGoodOnce: false,
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
    throw new NoCode(`the command for the code, ${program}, ${endOf(error as ExecFileException)}`);
  }
  throw new NoCode(`the command for the code, ${program}, printed nothing`);
}

/** Without the error's message, which has the arguments and the output of the command. */
function endOf({ code, signal, killed }: ExecFileException): string {
  if (killed) return `was ended because it took longer than ${commandPatience / 1000} s`;
  return typeof code === 'string' ? `cannot be run (${code})` : `ended with ${code ?? signal}`;
}
