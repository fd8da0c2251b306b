// Codes that are wrong for a demand, but close to the right one.
import type { PendingDemand } from '../../../harness/prepare/second-factor.ts';
import type { CodeSource, Profile } from '../../../subject/profile/profile.ts';
import { totp } from '../../../subject/session/totp.ts';

/** Codes that differ from the right one only in their last character. */
export function codesBeside({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const right = rightCodes(users[user]?.mfa?.code, factor.code);
  return [...'5739204681'].map((last) => factor.code.slice(0, -1) + last).filter((code) => !right.has(code));
}

/**
 * A code that differs only in its last character, one of another user, one of yesterday, an empty one, and `true`, which a loose comparison
 * finds equal to any text.
 */
export function wrongCodes(profile: Profile, demand: PendingDemand): readonly (string | true)[] {
  const own = profile.users[demand.user]?.mfa?.code;
  const right = rightCodes(own, demand.factor.code);
  const [beside] = codesBeside(profile, demand);
  const foreign = foreignCodes(profile, demand).find((code) => !right.has(code));
  const yesterday = own?.kind === 'totp' ? totp(own, Date.now() - day) : undefined;
  return [beside, foreign, yesterday, '', true as const].filter((code) => code !== undefined);
}

const day = 86_400_000;

/** Codes of users with the same type of factor come first, because a target may look for a code among all users. */
function foreignCodes({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const others = Object.values(users).flatMap(({ name, mfa }) => (mfa && name !== user ? [mfa] : []));
  const alikeFirst = others.toSorted(
    (one, other) => Number(other.type === factor.type) - Number(one.type === factor.type),
  );
  return alikeFirst.flatMap(({ code }) => {
    if (code.kind === 'fixed') return [code.code];
    return code.kind === 'totp' ? [totp(code, Date.now())] : [];
  });
}

/** Codes that a target may accept in its own tests and forget to turn off; codes that the profile makes right are left out. */
export function builtInCodes({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const right = rightCodes(users[user]?.mfa?.code, factor.code);
  return ['000000', '123456'].filter((code) => !right.has(code));
}

/**
 * Codes that a faulty comparison accepts: without the last character (it stops at the end of the sent code), in another order (it compares
 * only which characters there are), and without leading zeros (it compares numbers).
 */
export function brokenCodes({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const right = rightCodes(users[user]?.mfa?.code, factor.code);
  const inOtherOrder = [[...factor.code].reverse().join(''), factor.code.slice(1) + factor.code.charAt(0)];
  const unlike = inOtherOrder.filter((code) => !right.has(code)).slice(0, 1);
  const broken = [factor.code.slice(0, -1), ...unlike, factor.code.replace(/^0+/, '')];
  return broken.filter((code) => code !== factor.code);
}

const windowsAllowed = 10;

/** A target allows for clock differences, so codes of neighbouring time windows may be right too. */
function rightCodes(source: CodeSource | undefined, code: string): ReadonlySet<string> {
  if (source?.kind !== 'totp') return new Set([code]);
  const windows = Array.from({ length: 2 * windowsAllowed + 1 }, (_, index) => index - windowsAllowed);
  return new Set([code, ...windows.map((window) => totp(source, Date.now() + window * source.period * 1000))]);
}
