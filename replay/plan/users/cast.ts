// Which user of the profile acts as which user of the recording.
import { inOneSpelling } from '../../../contract/text/uuid.ts';
import { type Profile, type UserName, userNames } from '../../../subject/profile/profile.ts';
import { isWithoutCredentials } from '../../correlate/lineage.ts';
import type { PlannedUser } from '../plan.ts';
import { haveOtherKeys, isSameUser, mayDoOtherThings, type Seen } from './seen.ts';

/** What the caller asked for: a recorded user, or `*` for all that are left, and the user of the profile who acts as it. */
type Asked = Readonly<Record<string, UserName>>;

type Part = readonly [actsAs: PlannedUser['actsAs'], because: string];

/** A user of the recording, and the part that is given to it. */
interface Cast {
  readonly recorded: string;
  readonly user: Seen;
  part?: Part;
}

const playerOf = ({ part }: Cast): UserName | undefined =>
  part === undefined || part[0] === 'nobody' || part[0] === 'as recorded' ? undefined : part[0];

/**
 * Proofs first, then those who are the same user as one who is proven, guesses last. `told`: the profile that knows the recorded things,
 * which is the recorded server's where it is another than the candidate's.
 */
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
  const isSame = ({ user }: Cast, { user: other }: Cast) => isSameUser(user, other, forbidden);
  /** In the order in which they appear. */
  const casts = [...seen].map(([recorded, user]): Cast => ({ recorded, user }));
  const left = () => casts.filter(({ part }) => part === undefined);
  const give = (cast: Cast, part: Part | undefined): void => {
    if (part === undefined) return;
    cast.part = part;
    free.delete(part[0] as UserName);
  };

  /** Which user of the profile plays the same user under another name, where what is listed to the two says so. */
  const knownAs = (cast: Cast): Part | undefined => {
    const because = ({ recorded }: Cast) => `the same things are listed to ${recorded}`;
    if (isWithoutCredentials(cast.recorded)) {
      const like = casts.find((other) => areSessions(other, cast) && playerOf(other) && isSame(other, cast));
      return like?.part && [like.part[0], because(like)];
    }
    const underOtherKey = (other: Cast) => haveOtherKeys(other.user, cast.user);
    const alike = casts.filter((other) => underOtherKey(other) && isSame(other, cast));
    // Colleagues see the same lists. Where the key changes, they are matched in the order in which they appear.
    if (alike.some((other) => other.part === undefined && casts.indexOf(other) < casts.indexOf(cast))) return undefined;
    const taken = (name: UserName) => casts.some((other) => playerOf(other) === name && !underOtherKey(other));
    for (const other of alike) {
      const name = playerOf(other);
      if (name !== undefined && !taken(name))
        return [name, `its stand-ins were made with another key, and ${because(other)}`];
    }
    return undefined;
  };

  /** Whether this one of the profile may play it: nobody is played yet, or only sessions of what may be the same user. */
  const mayPlay = (name: UserName, cast: Cast): boolean => {
    const others = casts.filter((other) => playerOf(other) === name);
    if (others.length === 0) return free.has(name);
    return others.every((other) => areSessions(other, cast) && !mayDoOtherThings(other.user, cast.user, forbidden));
  };

  /** What was forbidden to it, nothing of which it did, is forbidden to one of the profile. */
  const refused = (cast: Cast): Part | undefined => {
    for (const name of present) {
      const { forbidden: ofName = [] } = told.users[name] ?? {};
      if (ofName.some((operation) => cast.user.done.has(operation))) continue;
      const count = ofName.reduce((sum, operation) => sum + (cast.user.forbidden.get(operation) ?? 0), 0);
      if (count > 0 && mayPlay(name, cast))
        return [
          name,
          `it was forbidden ${count === 1 ? 'once' : `${count} times`} what the profile says is forbidden to ${name}`,
        ];
    }
    return undefined;
  };

  /** Things of one of the profile are listed to it. */
  const owning = (cast: Cast): Part | undefined => {
    for (const [name, things] of thingsOf(told)) {
      const thing = things.find((each) => cast.user.things.has(inOneSpelling(each)));
      if (thing !== undefined && mayPlay(name, cast))
        return [name, `${thing} is listed to it, which the profile says is ${name}'s`];
    }
    return undefined;
  };

  const stated = ({ recorded, user }: Cast): Part | undefined => {
    if (asked[recorded]) return [asked[recorded], 'asked for'];
    if (!user.accepted) return ['as recorded', 'these credentials were never accepted'];
    return isPresent(recorded) ? [recorded as UserName, 'the recording calls it so'] : undefined;
  };

  // A server that demands a second factor of everybody tells nobody from the others by it.
  const demandTells = casts.some(({ user }) => user.accepted && user.demanded === false);
  /** Some session of the same user went without the demand. */
  const goesWithout = (cast: Cast): boolean =>
    casts.some((other) => other.user.demanded === false && areSessions(other, cast) && isSame(other, cast));
  const demanded: Part = ['mfa', 'a second factor was demanded at login'];

  const prove = (): void => {
    for (const cast of casts) give(cast, stated(cast));
    if (demandTells && free.has('mfa')) {
      const some = left().filter((cast) => cast.user.demanded && !goesWithout(cast));
      const one = some.find((cast) => refused(cast) === undefined) ?? some[0];
      if (one) give(one, demanded);
    }
    for (const cast of left()) give(cast, refused(cast) ?? owning(cast));
  };

  /** Until nobody more is the same as one who is known. */
  const recognise = (): void => {
    for (let before = -1, unknown = left(); unknown.length !== before; unknown = left()) {
      before = unknown.length;
      for (const cast of unknown) give(cast, knownAs(cast));
    }
  };

  const guess = (cast: Cast): Part => {
    const { recorded, user } = cast;
    const all = asked['*'];
    const like = casts.find((other) => areSessions(other, cast) && playerOf(other) && isSame(other, cast) !== false);
    if (like?.part && !all) return [like.part[0], `nothing in the file tells it from ${like.recorded}`];
    if (user.demanded && !all && free.has('mfa')) return demanded;
    const refusals = [...user.forbidden.values()].reduce((sum, count) => sum + count, 0);
    if (refusals * 2 > user.exchanges && free.has('restricted'))
      return ['restricted', 'most of its requests were forbidden'];
    if (all) return [all, 'asked for'];
    // Who was let in without a second factor is not the one of whom it is demanded.
    const names = user.demanded === false ? (['full', 'second'] as const) : (['full', 'second', 'mfa'] as const);
    const next = names.find((name) => free.has(name));
    const wish = `--user ${quoted(recorded)}=`;
    if (next)
      return [next, `nothing tells who it is, and ${next} is the next one that is free; ${wish}NAME decides otherwise`];
    return ['nobody', `no user of the profile is left; say who it is: ${wish}${present[0] ?? 'full'}`];
  };

  /** Whose device the refused credentials came from, where it is that of one user alone. */
  const under = (cast: Cast): UserName | undefined => {
    if (cast.part?.[0] !== 'as recorded') return undefined;
    const { devices } = cast.user;
    const ofProfile = present.filter((name) => devices.has(told.users[name]?.fingerprint ?? ''));
    const played = casts.filter((other) => [...devices].some((each) => other.user.devices.has(each)));
    const owners = new Set([...ofProfile, ...played.flatMap((other) => playerOf(other) ?? [])]);
    return owners.size === 1 ? [...owners][0] : undefined;
  };

  prove();
  recognise();
  for (const cast of left()) give(cast, knownAs(cast) ?? guess(cast));
  return casts.map((cast) => {
    const [actsAs, because] = cast.part!;
    const name = under(cast);
    return { recorded: cast.recorded, actsAs, because, exchanges: cast.user.exchanges, ...(name && { under: name }) };
  });
};

/** Whether the two are only known by logins without credentials, so that they may be one user. */
const areSessions = (one: Cast, other: Cast): boolean =>
  isWithoutCredentials(one.recorded) && isWithoutCredentials(other.recorded);

/** Things that belong to one user: the profile's fixtures to the full user, its foreign things to the second. */
const thingsOf = ({ fixtures: { cards, wallets, beneficiaries, foreign } }: Profile) =>
  [
    ['full', [cards, wallets, beneficiaries].flatMap((stated) => (stated.kind === 'declared' ? stated.value : []))],
    ['second', [...(foreign.cards ?? []), ...foreign.wallets, ...foreign.beneficiaries]],
  ] as const;

/** Quoted for a shell. */
const quoted = (text: string): string => (/^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
