// Which user of the profile acts as which user of the recording.
import { inOneSpelling } from '../../../contract/text/uuid.ts';
import { type Profile, type UserName, userNames, userNamesOf } from '../../../subject/profile/profile.ts';
import { isWithoutCredentials } from '../../correlate/lineage.ts';
import type { PlannedUser } from '../plan.ts';
import { haveOtherKeys, isSameUser, mayDoOtherThings, type Seen } from './seen.ts';

/** What the caller asked for: a recorded user, or `*` for all that are left, and the user of the profile who acts as it. */
type Asked = Readonly<Record<string, UserName>>;

type Assignment = readonly [actsAs: PlannedUser['actsAs'], because: string];

/** A user of the recording, and who acts as it. */
interface RecordedUser {
  readonly recorded: string;
  readonly seen: Seen;
  assigned?: Assignment;
}

const actorOf = ({ assigned }: RecordedUser): UserName | undefined =>
  assigned === undefined || assigned[0] === 'nobody' || assigned[0] === 'as recorded' ? undefined : assigned[0];

/**
 * Users with proof are assigned first, then those who are the same user as one of these, and the rest is guessed. `told`: the profile
 * that has the recorded ids: the recorded server's, where it has one of its own.
 */
export const assignUsers = (
  recordedUsers: ReadonlyMap<string, Seen>,
  profile: Profile,
  asked: Asked,
  told: Profile = profile,
): PlannedUser[] => {
  const present = userNamesOf(profile);
  const isPresent = (recorded: string) => (present as readonly string[]).includes(recorded);
  const free = new Set<UserName>(present);
  for (const name of Object.values(asked)) free.delete(name);
  for (const recorded of recordedUsers.keys()) free.delete(recorded as UserName);

  const forbidden = new Set(userNames.flatMap((name) => told.users[name]?.forbidden ?? []));
  const isSame = (one: RecordedUser, other: RecordedUser) => isSameUser(one.seen, other.seen, forbidden);
  /** In the order in which they appear. */
  const users = [...recordedUsers].map(([recorded, seen]): RecordedUser => ({ recorded, seen }));
  const left = () => users.filter(({ assigned }) => assigned === undefined);
  const assign = (user: RecordedUser, assignment: Assignment | undefined): void => {
    if (assignment === undefined) return;
    user.assigned = assignment;
    free.delete(assignment[0] as UserName);
  };

  /** The assignment of another recorded user whose listed things show that it is the same user. */
  const knownAs = (user: RecordedUser): Assignment | undefined => {
    const because = ({ recorded }: RecordedUser) => `the same things are listed to ${recorded}`;
    if (isWithoutCredentials(user.recorded)) {
      const like = users.find((other) => areSessions(other, user) && actorOf(other) && isSame(other, user));
      return like?.assigned && [like.assigned[0], because(like)];
    }
    const underOtherKey = (other: RecordedUser) => haveOtherKeys(other.seen, user.seen);
    const alike = users.filter((other) => underOtherKey(other) && isSame(other, user));
    // Several users may see the same lists. Under another key these are matched in the order in which they appear.
    if (alike.some((other) => other.assigned === undefined && users.indexOf(other) < users.indexOf(user)))
      return undefined;
    const taken = (name: UserName) => users.some((other) => actorOf(other) === name && !underOtherKey(other));
    for (const other of alike) {
      const name = actorOf(other);
      if (name !== undefined && !taken(name))
        return [name, `its stand-ins were made with another key, and ${because(other)}`];
    }
    return undefined;
  };

  /** Whether this user of the profile is free for it: not assigned yet, or only to sessions that may be of the same user. */
  const mayActAs = (name: UserName, user: RecordedUser): boolean => {
    const others = users.filter((other) => actorOf(other) === name);
    if (others.length === 0) return free.has(name);
    return others.every((other) => areSessions(other, user) && !mayDoOtherThings(other.seen, user.seen, forbidden));
  };

  /** It was refused an operation that the profile says is forbidden to a user, and did none of that user's forbidden operations. */
  const refused = (user: RecordedUser): Assignment | undefined => {
    for (const name of present) {
      const { forbidden: ofName = [] } = told.users[name] ?? {};
      if (ofName.some((operation) => user.seen.done.has(operation))) continue;
      const count = ofName.reduce((sum, operation) => sum + (user.seen.forbidden.get(operation) ?? 0), 0);
      if (count > 0 && mayActAs(name, user))
        return [
          name,
          `it was forbidden ${count === 1 ? 'once' : `${count} times`} what the profile says is forbidden to ${name}`,
        ];
    }
    return undefined;
  };

  /** An answer to it lists a thing that the profile says is a certain user's. */
  const owning = (user: RecordedUser): Assignment | undefined => {
    for (const [name, things] of thingsOf(told)) {
      const thing = things.find((each) => user.seen.things.has(inOneSpelling(each)));
      if (thing !== undefined && mayActAs(name, user))
        return [name, `${thing} is listed to it, which the profile says is ${name}'s`];
    }
    return undefined;
  };

  const stated = ({ recorded, seen }: RecordedUser): Assignment | undefined => {
    if (asked[recorded]) return [asked[recorded], 'asked for'];
    if (!seen.accepted) return ['as recorded', 'these credentials were never accepted'];
    return isPresent(recorded) ? [recorded as UserName, 'the recording calls it so'] : undefined;
  };

  // A demand distinguishes users only where some user met none.
  const demandTells = users.some(({ seen }) => seen.accepted && seen.demanded === false);
  /** Whether some session of the same user met no demand. */
  const goesWithout = (user: RecordedUser): boolean =>
    users.some((other) => other.seen.demanded === false && areSessions(other, user) && isSame(other, user));
  const demanded: Assignment = ['mfa', 'a second factor was demanded at login'];

  const prove = (): void => {
    for (const user of users) assign(user, stated(user));
    if (demandTells && free.has('mfa')) {
      const some = left().filter((user) => user.seen.demanded && !goesWithout(user));
      const one = some.find((user) => refused(user) === undefined) ?? some[0];
      if (one) assign(one, demanded);
    }
    for (const user of left()) assign(user, refused(user) ?? owning(user));
  };

  /** Repeated until no further user is recognised, because each one may lead to another. */
  const recognise = (): void => {
    for (let before = -1, unknown = left(); unknown.length !== before; unknown = left()) {
      before = unknown.length;
      for (const user of unknown) assign(user, knownAs(user));
    }
  };

  const guess = (user: RecordedUser): Assignment => {
    const { recorded, seen } = user;
    const all = asked['*'];
    const like = users.find((other) => areSessions(other, user) && actorOf(other) && isSame(other, user) !== false);
    if (like?.assigned && !all) return [like.assigned[0], `nothing in the file tells it from ${like.recorded}`];
    if (seen.demanded && !all && free.has('mfa')) return demanded;
    const refusals = [...seen.forbidden.values()].reduce((sum, count) => sum + count, 0);
    if (refusals * 2 > seen.exchanges && free.has('restricted'))
      return ['restricted', 'most of its requests were forbidden'];
    if (all) return [all, 'asked for'];
    // A user who logged in without a second factor is not the user `mfa`.
    const names = seen.demanded === false ? (['full', 'second'] as const) : (['full', 'second', 'mfa'] as const);
    const next = names.find((name) => free.has(name));
    const wish = `--user ${quoted(recorded)}=`;
    if (next)
      return [next, `nothing tells who it is, and ${next} is the next one that is free; ${wish}NAME decides otherwise`];
    return ['nobody', `no user of the profile is left; say who it is: ${wish}${present[0] ?? 'full'}`];
  };

  /** The user from whose device the refused credentials came, where only one user has it. */
  const under = (user: RecordedUser): UserName | undefined => {
    if (user.assigned?.[0] !== 'as recorded') return undefined;
    const { devices } = user.seen;
    const ofProfile = present.filter((name) => devices.has(told.users[name]?.fingerprint ?? ''));
    const others = users.filter((other) => [...devices].some((each) => other.seen.devices.has(each)));
    const owners = new Set([...ofProfile, ...others.flatMap((other) => actorOf(other) ?? [])]);
    return owners.size === 1 ? [...owners][0] : undefined;
  };

  prove();
  recognise();
  for (const user of left()) assign(user, knownAs(user) ?? guess(user));
  return users.map((user) => {
    const [actsAs, because] = user.assigned!;
    const name = under(user);
    return { recorded: user.recorded, actsAs, because, exchanges: user.seen.exchanges, ...(name && { under: name }) };
  });
};

/** Whether the two are only known by logins without credentials, so that they may be one user. */
const areSessions = (one: RecordedUser, other: RecordedUser): boolean =>
  isWithoutCredentials(one.recorded) && isWithoutCredentials(other.recorded);

/** Things that belong to one user: the profile's fixtures to the full user, its foreign things to the second. */
const thingsOf = ({ fixtures: { cards, wallets, beneficiaries, foreign } }: Profile) =>
  [
    ['full', [cards, wallets, beneficiaries].flatMap((stated) => (stated.kind === 'declared' ? stated.value : []))],
    ['second', [...(foreign.cards ?? []), ...foreign.wallets, ...foreign.beneficiaries]],
  ] as const;

/** Quoted for a shell. */
const quoted = (text: string): string => (/^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
