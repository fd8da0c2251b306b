// Which user of the profile acts as which user of the recording.
import { type Profile, type UserName, userNames } from '../../subject/profile/profile.ts';
import { shapeOf } from '../compare/values.ts';
import { isWithoutCredentials } from '../correlate/lineage.ts';
import type { PlannedUser } from './plan.ts';
import type { Step } from './steps.ts';

/** What the recording shows of one user. */
export interface Seen {
  exchanges: number;
  /** Some credentials of the user were accepted. */
  accepted: boolean;
  /** Whether a second factor was demanded at a login; undefined when none was seen. */
  demanded: boolean | undefined;
  forbidden: number;
  /** Some of the things that were listed to a user whose credentials were left out. */
  readonly things: Set<string>;
}

const mostUsers = 100_000;
const mostThings = 200;

export const seeUser = (seen: Map<string, Seen>, step: Step): void => {
  const { session, credentials, operation, request, response, body } = step;
  if (session.user === 'nobody' || (seen.size >= mostUsers && !seen.has(session.user))) return;
  const user: Seen = seen.get(session.user) ?? {
    exchanges: 0,
    accepted: false,
    demanded: undefined,
    forbidden: 0,
    things: new Set(),
  };
  seen.set(session.user, user);
  user.exchanges += 1;
  if (response === undefined || credentials.kind !== 'none') user.accepted ||= response?.status !== 401;
  if (response?.status === 403) user.forbidden += 1;
  const json = body && 'json' in body ? (body.json as { status?: unknown } | null) : undefined;
  if (operation.key === 'login') user.demanded ||= json?.status === 'MFA_REQUIRED';
  // A list that a query narrows may be another one to the same user.
  const isWhole = !request.url.includes('?');
  if (Array.isArray(json) && isWhole && isWithoutCredentials(session.user)) seeThings(user.things, json);
};

const seeThings = (things: Set<string>, list: readonly unknown[]): void => {
  for (const item of list) {
    const { uuid, id } = (item ?? {}) as { uuid?: unknown; id?: unknown };
    const name = uuid ?? id;
    if (things.size < mostThings && typeof name === 'string' && shapeOf(name) === 'made') things.add(name);
  }
};

/** Whether two logins without credentials are one user's; undefined when nothing tells. */
const isSameUser = (one: Seen, other: Seen): boolean | undefined => {
  if (one.things.size > 0 && other.things.size > 0) return [...one.things].some((thing) => other.things.has(thing));
  const [demanded, alsoDemanded] = [one.demanded, other.demanded];
  return demanded === undefined || alsoDemanded === undefined || demanded === alsoDemanded ? undefined : false;
};

/** `asked` are the caller's own words: a recorded user, or `*` for all that are left, and who acts as it. */
export const castUsers = (
  seen: ReadonlyMap<string, Seen>,
  profile: Profile,
  asked: Readonly<Record<string, UserName>>,
): PlannedUser[] => {
  const present = userNames.filter((name) => profile.users[name] !== undefined);
  const free = new Set<UserName>(present);
  for (const name of Object.values(asked)) free.delete(name);
  for (const recorded of seen.keys()) free.delete(recorded as UserName);

  const nameless: { readonly user: Seen; readonly planned: PlannedUser }[] = [];

  /** Who of those without credentials this one may be as well. */
  const knownAs = (user: Seen): readonly [UserName, string] | undefined => {
    for (const { user: earlier, planned } of nameless) {
      const same = isSameUser(earlier, user);
      if (same === false || planned.actsAs === 'nobody' || planned.actsAs === 'as recorded') continue;
      const because = same ? 'the same things are listed to' : 'nothing in the file tells it from';
      return [planned.actsAs, `${because} ${planned.recorded}`];
    }
    return undefined;
  };

  const chosen = (recorded: string, user: Seen): PlannedUser => {
    const { exchanges, accepted, demanded, forbidden } = user;
    const as = (actsAs: PlannedUser['actsAs'], because: string) => ({ recorded, actsAs, because, exchanges });
    if (asked[recorded]) return as(asked[recorded], 'asked for');
    if (!accepted) return as('as recorded', 'these credentials were never accepted');
    if ((present as readonly string[]).includes(recorded)) return as(recorded as UserName, 'the recording calls it so');
    const take = (name: UserName, because: string) => {
      free.delete(name);
      return as(name, because);
    };
    const known = isWithoutCredentials(recorded) ? knownAs(user) : undefined;
    if (known) return as(...known);
    if (demanded && free.has('mfa')) return take('mfa', 'a second factor was demanded at login');
    if (forbidden * 2 > exchanges && free.has('restricted'))
      return take('restricted', 'most of its requests were forbidden');
    const next = (['full', 'second', 'mfa'] as const).find((name) => free.has(name));
    if (next) return take(next, 'the next one that is free, in the order in which they appear');
    if (asked['*']) return as(asked['*'], 'asked for');
    return as('nobody', 'no user of the profile is left; say who acts as it');
  };
  return [...seen].map(([recorded, user]) => {
    const planned = chosen(recorded, user);
    if (isWithoutCredentials(recorded)) nameless.push({ user, planned });
    return planned;
  });
};
