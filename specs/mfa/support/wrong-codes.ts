// Codes that are wrong for one demand and close to being right.
import type { PendingDemand } from '../../../harness/prepare/second-factor.ts';
import type { CodeSource, Profile } from '../../../subject/profile/profile.ts';
import { totp } from '../../../subject/session/totp.ts';

/** Codes that differ from the right one in their last character alone. */
export function codesBeside({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const right = rightCodes(users[user]?.mfa?.code, factor.code);
  return [...'5739204681'].map((last) => factor.code.slice(0, -1) + last).filter((code) => !right.has(code));
}

/**
 * A code that differs in its last character alone, one that is right for another user, one that was right yesterday, an empty one, and
 * `true`, which a loose comparison takes for equal to any text.
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

/** First those of users who confirm by the same type: a target may look for them among all users. */
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

/** Codes that a target may accept in its own tests and forget to turn off, without those that are right by the profile. */
export function builtInCodes({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const right = rightCodes(users[user]?.mfa?.code, factor.code);
  return ['000000', '123456'].filter((code) => !right.has(code));
}

/**
 * The right code without its last character, which a comparison takes for equal that stops at the end of the code sent, with its
 * characters in another order, which one takes for equal that looks which they are, and without zeros in front, which one takes for equal
 * that reads numbers.
 */
export function brokenCodes({ users }: Profile, { user, factor }: PendingDemand): readonly string[] {
  const right = rightCodes(users[user]?.mfa?.code, factor.code);
  const inOtherOrder = [[...factor.code].reverse().join(''), factor.code.slice(1) + factor.code.charAt(0)];
  const unlike = inOtherOrder.filter((code) => !right.has(code)).slice(0, 1);
  const broken = [factor.code.slice(0, -1), ...unlike, factor.code.replace(/^0+/, '')];
  return broken.filter((code) => code !== factor.code);
}

const windowsAllowed = 10;

/** A target allows for clocks, so codes of neighbouring windows may be right as well. */
function rightCodes(source: CodeSource | undefined, code: string): ReadonlySet<string> {
  if (source?.kind !== 'totp') return new Set([code]);
  const windows = Array.from({ length: 2 * windowsAllowed + 1 }, (_, index) => index - windowsAllowed);
  return new Set([code, ...windows.map((window) => totp(source, Date.now() + window * source.period * 1000))]);
}
