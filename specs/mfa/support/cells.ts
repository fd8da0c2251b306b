// Each operation that takes a sign token, with each type of factor that some user has: what was tried, and what was not and why.
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { confirmingUsers } from '../../../harness/prepare/second-factor.ts';
import { UnexpectedAnswer, UnknownName } from '../../../subject/api.ts';
import type { MfaType, UserName } from '../../../subject/profile/profile.ts';
import { NotAsked, type Use, uses } from './uses.ts';

export interface Cell {
  readonly use: Use;
  readonly type: MfaType;
  readonly tried: boolean;
  /** What was missing for one of the users. */
  readonly lacked?: string;
  /** Whether a change of the profile can supply what was missing. */
  readonly isMendable: boolean;
}

export const isMissing = (error: unknown): error is Error =>
  error instanceof Untested || error instanceof UnexpectedAnswer || error instanceof UnknownName;

const typeOf = ({ profile }: Check, user: UserName): MfaType | undefined => profile.users[user]?.mfa?.type;

/** Tries every operation with every type of factor; a pair that cannot be tried does not end the check. */
export async function everyCell(check: Check): Promise<readonly Cell[]> {
  const types = new Set(confirmingUsers(check).flatMap((user) => typeOf(check, user) ?? []));
  const cells: Cell[] = [];
  for (const use of uses) {
    const users = await use.users(check);
    for (const type of types) {
      const ofType = users.filter((user) => typeOf(check, user) === type);
      cells.push({ use, type, ...(await triedBy(check, use, ofType)) });
    }
  }
  return cells;
}

/** Tries every user, but once one was tried, skips those who wait for each code. */
async function triedBy(check: Check, use: Use, users: readonly UserName[]): Promise<Omit<Cell, 'use' | 'type'>> {
  let tried = false;
  let missing: Pick<Cell, 'lacked' | 'isMendable'> = { isMendable: false };
  for (const user of users) {
    if (tried && check.api.confirmer(user).waitsForCodes) continue;
    try {
      expect(await use.withNewToken(check, user)).toBeAccepted();
      tried = true;
    } catch (error) {
      if (!isMissing(error)) throw error;
      const isMendable = canBeGiven(error, user);
      if (missing.lacked === undefined || (isMendable && !missing.isMendable)) {
        missing = { lacked: error.message, isMendable };
      }
    }
  }
  return { tried, ...missing };
}

/** The profile cannot supply what is forbidden to the restricted user. */
const canBeGiven = (error: Error, user: UserName): boolean =>
  user !== 'restricted' && !(error instanceof NotAsked) && !(error instanceof UnexpectedAnswer);

/** What the profile has to supply, if an operation of the specification, or a type of factor, was tried by nobody. */
export function lackedAtAll(cells: readonly Cell[]): readonly string[] {
  const types = [...new Set(cells.map(({ type }) => type))].map((type) => cells.filter((cell) => cell.type === type));
  const stated = uses.filter(({ isStated }) => isStated).map((use) => cells.filter((cell) => cell.use === use));
  const lacked = [...stated, ...types]
    .filter((some) => some.every(({ tried }) => !tried))
    .flatMap((some) => some.find(({ isMendable }) => isMendable)?.lacked ?? []);
  return [...new Set(lacked)];
}

export const inWords = (cells: readonly Cell[]): string => {
  const tried = cells.filter((cell) => cell.tried).map(named);
  const others = cells
    .filter((cell) => !cell.tried)
    .map((cell) => `${named(cell)} (${cell.lacked ?? notAskedAtLogin})`);
  return [
    `sign tokens were tried: ${tried.join(', ')}`,
    ...(others.length > 0 ? [`not tried: ${others.join(', ')}`] : []),
  ].join('; ');
};

/** The v2 exchange is the only operation that is tried only with users whose login demands a second factor. */
const notAskedAtLogin = 'no login of such a user demands a second factor';

const named = ({ use, type }: Cell): string => `${use.what} by ${type}`;
