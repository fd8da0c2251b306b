// Which user of the profile plays which user of the recording.
import { type Profile, type UserName, userNames } from '../../target/profile.ts';
import type { Step } from '../steps.ts';
import type { PlannedUser } from './plan.ts';

/** What the recording shows of one user. */
export interface Seen {
  exchanges: number;
  /** Some credentials of the user were accepted. */
  accepted: boolean;
  /** A second factor was demanded at login. */
  demanded: boolean;
  forbidden: number;
}

const mostUsers = 100_000;

export const seeUser = (seen: Map<string, Seen>, { session, credentials, operation, response, body }: Step): void => {
  if (session.user === 'nobody' || (seen.size >= mostUsers && !seen.has(session.user))) return;
  const user = seen.get(session.user) ?? { exchanges: 0, accepted: false, demanded: false, forbidden: 0 };
  seen.set(session.user, user);
  user.exchanges += 1;
  if (response === undefined || credentials.kind !== 'none') user.accepted ||= response?.status !== 401;
  if (response?.status === 403) user.forbidden += 1;
  const json = body && 'json' in body ? (body.json as { status?: unknown } | null) : undefined;
  if (operation.key === 'login' && json?.status === 'MFA_REQUIRED') user.demanded = true;
};

/** `asked` are the caller's own words: a recorded user, or `*` for all that are left, and who plays it. */
export const castUsers = (
  seen: ReadonlyMap<string, Seen>,
  profile: Profile,
  asked: Readonly<Record<string, UserName>>,
): PlannedUser[] => {
  const present = userNames.filter((name) => profile.users[name] !== undefined);
  const free = new Set<UserName>(present);
  for (const name of Object.values(asked)) free.delete(name);
  for (const recorded of seen.keys()) free.delete(recorded as UserName);

  const cast = (recorded: string, { exchanges, accepted, demanded, forbidden }: Seen): PlannedUser => {
    const as = (plays: PlannedUser['plays'], because: string) => ({ recorded, plays, because, exchanges });
    if (asked[recorded]) return as(asked[recorded], 'asked for');
    if (!accepted) return as('as recorded', 'these credentials were never accepted');
    if ((present as readonly string[]).includes(recorded)) return as(recorded as UserName, 'the recording calls it so');
    const take = (name: UserName, because: string) => {
      free.delete(name);
      return as(name, because);
    };
    if (demanded && free.has('mfa')) return take('mfa', 'a second factor was demanded at login');
    if (forbidden * 2 > exchanges && free.has('restricted'))
      return take('restricted', 'most of its requests were forbidden');
    const next = (['full', 'second', 'mfa'] as const).find((name) => free.has(name));
    if (next) return take(next, 'the next one that is free, in the order in which they appear');
    if (asked['*']) return as(asked['*'], 'asked for');
    return as('nobody', 'no user of the profile is left; say who plays it');
  };
  return [...seen].map(([recorded, user]) => cast(recorded, user));
};
