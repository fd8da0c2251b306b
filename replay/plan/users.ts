// Which user of the profile acts as which user of the recording.
import { inOneSpelling } from '../../contract/text/uuid.ts';
import { type Profile, type UserName, userNames } from '../../subject/profile/profile.ts';
import { lookOf } from '../compare/values.ts';
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
  /** How often each operation was forbidden, and which were done. */
  readonly forbidden: Map<string, number>;
  readonly done: Set<string>;
  /** Some of the things that were listed to the user. */
  readonly things: Set<string>;
  /** Marks of the keys with which the user's stand-ins were made. */
  readonly keys: Set<string>;
}

const mostUsers = 100_000;
const mostThings = 200;

export const seeUser = (seen: Map<string, Seen>, step: Step): void => {
  const { session, credentials, operation, request, response, body, keyMark } = step;
  if (session.user === 'nobody' || (seen.size >= mostUsers && !seen.has(session.user))) return;
  const user: Seen = seen.get(session.user) ?? {
    exchanges: 0,
    accepted: false,
    demanded: undefined,
    forbidden: new Map(),
    done: new Set(),
    things: new Set(),
    keys: new Set(),
  };
  seen.set(session.user, user);
  user.exchanges += 1;
  if (keyMark !== undefined) user.keys.add(keyMark);
  if (response === undefined || credentials.kind !== 'none') user.accepted ||= response?.status !== 401;
  if (response?.status === 403) user.forbidden.set(operation.key, (user.forbidden.get(operation.key) ?? 0) + 1);
  if (response !== undefined && response.status < 300) user.done.add(operation.key);
  const json = body && 'json' in body ? (body.json as { status?: unknown } | null) : undefined;
  if (operation.key === 'login') user.demanded ||= json?.status === 'MFA_REQUIRED';
  // The same user may get another list where a query narrows it.
  const isWhole = !request.url.includes('?');
  if (Array.isArray(json) && isWhole) seeThings(user.things, json);
};

const seeThings = (things: Set<string>, list: readonly unknown[]): void => {
  for (const item of list) {
    const { uuid, id, walletUuid, walletId } = (item ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of [uuid ?? id, walletUuid ?? walletId])
      if (things.size < mostThings && typeof name === 'string' && lookOf(name) === 'made')
        things.add(inOneSpelling(name));
  }
};

/** Whether one of the two did what the other was forbidden, of what the profile says is forbidden to somebody. */
const mayDoOtherThings = (one: Seen, other: Seen, forbidden: ReadonlySet<string>): boolean =>
  [...forbidden].some((operation) => {
    const [may, mayToo] = [one, other].map(({ done }) => done.has(operation));
    return (may && !mayToo && other.forbidden.has(operation)) || (mayToo && !may && one.forbidden.has(operation));
  });

/**
 * Whether two are one user, by what they may do, what is listed to them and whether a second factor is asked for; undefined when nothing
 * of it tells.
 */
const isSameUser = (one: Seen, other: Seen, forbidden: ReadonlySet<string>): boolean | undefined => {
  if (mayDoOtherThings(one, other, forbidden)) return false;
  if (one.things.size > 0 && other.things.size > 0) return [...one.things].some((thing) => other.things.has(thing));
  const [demanded, alsoDemanded] = [one.demanded, other.demanded];
  return demanded === undefined || alsoDemanded === undefined || demanded === alsoDemanded ? undefined : false;
};

/** What the caller asked for: a recorded user, or `*` for all that are left, and the user of the profile who acts as it. */
type Asked = Readonly<Record<string, UserName>>;

/** `told`: the profile that knows the recorded things, which is the recorded server's where it is another than the candidate's. */
export const castUsers = (
  seen: ReadonlyMap<string, Seen>,
  profile: Profile,
  asked: Asked,
  told: Profile = profile,
): PlannedUser[] => {
  const present = userNames.filter((name) => profile.users[name] !== undefined);
  const isPresent = (recorded: string) => (present as readonly string[]).includes(recorded);
  const free = new Set<UserName>(present);
  for (const name of Object.values(asked)) free.delete(name);
  for (const recorded of seen.keys()) free.delete(recorded as UserName);

  const forbidden = new Set(userNames.flatMap((name) => told.users[name]?.forbidden ?? []));
  const cast: { readonly user: Seen; readonly planned: PlannedUser }[] = [];

  /** The user of the profile who acts as an earlier recorded user, when this one is the same user under another name. */
  const knownAs = (recorded: string, user: Seen): readonly [UserName, string] | undefined => {
    const alike: (readonly [UserName, string])[] = [];
    for (const { user: earlier, planned } of cast) {
      if (planned.actsAs === 'nobody' || planned.actsAs === 'as recorded') continue;
      const same = isSameUser(earlier, user, forbidden);
      const because = same ? 'the same things are listed to' : 'nothing in the file tells it from';
      if (isWithoutCredentials(recorded) && isWithoutCredentials(planned.recorded)) {
        if (same !== false) return [planned.actsAs, `${because} ${planned.recorded}`];
      } else if (same && haveOtherKeys(earlier, user))
        alike.push([planned.actsAs, `its stand-ins were made with another key, and ${because} ${planned.recorded}`]);
    }
    // Colleagues see the same lists. Where the key changes, they are matched in the order in which they appear.
    const taken = new Set(
      cast.filter(({ user: other }) => !haveOtherKeys(other, user)).map(({ planned }) => planned.actsAs),
    );
    return alike.find(([name]) => !taken.has(name));
  };

  /** The user of the profile that this one proves to be, by what was forbidden or listed to it. */
  const shown = (user: Seen): readonly [UserName, string] | undefined => {
    for (const name of free) {
      const { forbidden: ofName = [] } = told.users[name] ?? {};
      if (ofName.length === 0 || ofName.some((operation) => user.done.has(operation))) continue;
      const count = ofName.reduce((sum, operation) => sum + (user.forbidden.get(operation) ?? 0), 0);
      if (count > 0)
        return [
          name,
          `it was forbidden ${count === 1 ? 'once' : `${count} times`} what the profile says is forbidden to ${name}`,
        ];
    }
    for (const [name, things] of thingsOf(told)) {
      const thing = things.find((each) => user.things.has(inOneSpelling(each)));
      if (thing !== undefined && free.has(name))
        return [name, `${thing} is listed to it, which the profile says is ${name}'s`];
    }
    return undefined;
  };

  // Certain matches are made first, and guesses only among those that are left.
  const proven = new Map<string, readonly [UserName, string]>();
  for (const [recorded, user] of seen) {
    const certain = asked[recorded] || !user.accepted || isPresent(recorded) ? undefined : shown(user);
    if (certain === undefined) continue;
    proven.set(recorded, certain);
    free.delete(certain[0]);
  }

  // A server that demands a second factor of everybody tells nobody from the others by it.
  const demandTells = [...seen.values()].some(({ accepted, demanded }) => accepted && demanded === false);

  const chosen = (recorded: string, user: Seen): PlannedUser => {
    const { exchanges, accepted, demanded } = user;
    const as = (actsAs: PlannedUser['actsAs'], because: string) => ({ recorded, actsAs, because, exchanges });
    if (asked[recorded]) return as(asked[recorded], 'asked for');
    if (!accepted) return as('as recorded', 'these credentials were never accepted');
    if (isPresent(recorded)) return as(recorded as UserName, 'the recording calls it so');
    const take = (name: UserName, because: string) => {
      free.delete(name);
      return as(name, because);
    };
    const known = knownAs(recorded, user);
    if (known) return as(...known);
    const certain = proven.get(recorded);
    if (certain && !demandTells) return as(...certain);
    if (demanded && free.has('mfa')) return take('mfa', 'a second factor was demanded at login');
    if (certain) return as(...certain);
    const refusals = [...user.forbidden.values()].reduce((sum, count) => sum + count, 0);
    if (refusals * 2 > exchanges && free.has('restricted'))
      return take('restricted', 'most of its requests were forbidden');
    const next = (['full', 'second', 'mfa'] as const).find((name) => free.has(name));
    if (next)
      return take(
        next,
        `nothing tells who it is, and ${next} is the next one that is free; --user ${quoted(recorded)}=NAME decides otherwise`,
      );
    if (asked['*']) return as(asked['*'], 'asked for');
    return as(
      'nobody',
      `no user of the profile is left; say who it is: --user ${quoted(recorded)}=${present[0] ?? 'full'}`,
    );
  };
  return [...seen].map(([recorded, user]) => {
    const planned = chosen(recorded, user);
    cast.push({ user, planned });
    return planned;
  });
};

const haveOtherKeys = (one: Seen, other: Seen): boolean =>
  one.keys.size > 0 && other.keys.size > 0 && ![...one.keys].some((key) => other.keys.has(key));

/** Things that belong to one user: the profile's fixtures to the full user, its foreign things to the second. */
const thingsOf = ({ fixtures: { cards, wallets, beneficiaries, foreign } }: Profile) =>
  [
    ['full', [cards, wallets, beneficiaries].flatMap((stated) => (stated.kind === 'declared' ? stated.value : []))],
    ['second', [...(foreign.cards ?? []), ...foreign.wallets, ...foreign.beneficiaries]],
  ] as const;

/** Quoted for a shell. */
const quoted = (text: string): string => (/^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
