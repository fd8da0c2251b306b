// A token acts only for its user (Authentication, rule 4).
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  type FreshSession,
  freshSession,
  logIn,
  pairOf,
  refreshed,
  undisturbed,
} from '../../harness/prepare/fresh-session.ts';
import { forExchange, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { type Fields, inWords, jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import { known } from '../../subject/names.ts';
import { userNamesOf } from '../../subject/profile/profile.ts';
import { cookiesOf } from '../sessions/support/cookies.ts';
import { actsFor, differ, keepSession, type Owner, ownersOf, waits } from './support/owners.ts';
import { goOnSideBySide, goOnWhileOthersRenew, shareNoWebSocketToken } from './support/side-by-side.ts';

const actsForItsUser = 'an access token acts for the user for whom it was issued, whoever else has a session';

requirement('AUTH-16', actsForItsUser, 'afterwards', async (check) => {
  await undisturbed(check, async () => {
    // Runs before the owners log in, because a user's next login ends his session where he may have only one.
    await goOnSideBySide(check, userNamesOf(check.profile));
    const owners = await ownersOf(check);
    for (const owner of [...owners, ...owners.toReversed()]) await actsFor(check, owner, owner.session.access);
    await shareNoWebSocketToken(
      check,
      owners.map(({ session }) => session),
    );
  });
});

requirement('AUTH-16', actsForItsUser, 'beside the cookies of another user', async (check) => {
  if (check.profile.users.second === undefined) return;
  const cookies = await cookiesOf(check, 'second');
  if (cookies === undefined) return;
  await undisturbed(check, async () => {
    for (const owner of (await ownersOf(check)).filter(({ user }) => user !== 'second')) {
      await actsFor(check, owner, owner.session.access, cookies);
    }
  });
});

requirement('AUTH-16', actsForItsUser, 'while others renew theirs', async (check) => {
  await undisturbed(check, () => goOnWhileOthersRenew(check, userNamesOf(check.profile)));
});

requirement('AUTH-16', actsForItsUser, 'after refreshing', async (check) => {
  await undisturbed(check, async () => {
    const sessions = await refreshable(check, await ownersOf(check));
    for (let time = 0; time < 2; time++) {
      for (const session of sessions) await actsFor(check, session.owner, await refreshAgain(check, session));
    }
  });
});

// A new device, because a target may end the sessions of other users on a known one.
requirement('AUTH-16', actsForItsUser, 'on one device', async (check) => {
  const owners = (await ownersOf(check)).filter(isPlain);
  if (!differ(owners)) return;
  const fingerprint = `assay-${randomUUID()}`;
  await undisturbed(check, async () => {
    for (const owner of [...owners, ...owners.toReversed()]) {
      const pair = pairOf(await logIn(check.api, owner.user, { fingerprint }));
      if (pair) await actsFor(check, owner, pair.access);
    }
  });
});

/** How tokens of several users are issued at the same time. Each way returns the access token that was issued. */
const ways: Readonly<Record<string, (place: number) => Way>> = {
  logins: () => logInAgain,
  refreshes: () => refreshOrLogIn,
  'logins and refreshes': (place) => (place % 4 < 2 ? logInAgain : refreshOrLogIn),
};

type Way = (check: Check, session: Begun) => Promise<string>;

for (const [what, wayOf] of Object.entries(ways)) {
  requirement('AUTH-16', actsForItsUser, `${what} at the same time`, async (check) => {
    await undisturbed(check, async () => {
      const sessions = await sessionsAtOnce(check, what);
      for (let wave = 0; wave < wavesOf(check, sessions, what); wave++) {
        const order = inOrder(sessions, wave);
        const tokens = await settled(order.map((session, place) => wayOf(place)(check, session)));
        await settled(order.map(({ owner }, place) => actsFor(check, owner, tokens[place]!)));
      }
    });
  });
}

requirement('AUTH-16', actsForItsUser, 'exchanges at the same time', async (check) => {
  const owners = await ownersOf(check);
  const withoutToken = await exchangingWithoutToken(check, owners);
  const waitForCodes = owners.some(({ user }) => waits(check.api, user));
  const waves = differ(withoutToken) ? wavesFor(check.runs, together) : waitForCodes ? 1 : exchangeWaves;
  for (let wave = 0; wave < waves; wave++) {
    const ready = differ(withoutToken)
      ? inOrder(crowd(withoutToken), wave).map((owner) => ({ owner, fields: fieldsFor(check, owner) }))
      : await withSignTokens(check, owners);
    if (!differ(ready.map(({ owner }) => owner))) {
      return check.observe('v2 exchanges of several users at once were not tried: that takes sign tokens of two users');
    }
    const exchanges = await settled(ready.map(({ owner, fields }) => exchange(check, owner, fields)));
    if (!exchanges.some(succeeded)) return check.observe('no v2 exchange of several users at once was accepted');
    await settled(exchanges.map((one, place) => actsFor(check, ready[place]!.owner, accessIn(check, one))));
  }
});

/** Each wave takes a confirmation of every user, which may have to wait for a new code. */
const exchangeWaves = 3;

/** The number of requests of one wave that run at the same time. */
const together = 8;

/**
 * The number of waves that gives `runs` pairs of overlapping neighbours. With 100 pairs, a defect that shows in one pair of 20 is missed in
 * less than one run of a hundred (0.95 ^ 100 is 0.6 %). Where each login waits for a second factor, only two waves are made.
 */
const wavesOf = ({ runs }: Check, sessions: readonly Begun[], what: string): number =>
  what === 'refreshes' || sessions.every(({ owner }) => isPlain(owner)) ? wavesFor(runs, sessions.length) : 2;

/** The number of waves that give so many overlapping pairs of neighbours. */
const wavesFor = (overlaps: number, asked: number): number => Math.ceil(overlaps / (asked - 1));

/** Each wave begins with another user, and every second wave goes backwards; neighbours stay different users. */
function inOrder<Item>(items: readonly Item[], wave: number): readonly Item[] {
  const first = wave % items.length;
  const turned = [...items.slice(first), ...items.slice(0, first)];
  return wave % 2 === 0 ? turned : turned.toReversed();
}

const isPlain = ({ session }: Owner): boolean => session.login !== undefined;

/** A session with its latest tokens, because each refresh may end the token that it used. */
interface Begun {
  readonly owner: Owner;
  session: Pick<FreshSession, 'access' | 'refresh'>;
}

const begun = (owner: Owner): Begun => ({ owner, session: owner.session });

/** One session of each user; where users may have several, more of the users who log in without a second factor. */
async function sessionsAtOnce(check: Check, what: string): Promise<readonly Begun[]> {
  const owners = await ownersOf(check);
  const plain = owners.filter(isPlain);
  const asked = what === 'refreshes' ? owners : plainest(owners);
  const sessions = what === 'logins' ? asked.map(begun) : [...(await refreshable(check, asked))];
  if (known(check.api.names.sessionsPerUser) !== 'many') return sessions;
  for (let place = 0; plain.length > 0 && sessions.length < together; place++) {
    const owner = plain[place % plain.length]!;
    sessions.push({ owner, session: await freshSession(check, owner.user) });
  }
  return sessions;
}

/** Only the users who log in without a second factor, if they can be told apart. */
function plainest(owners: readonly Owner[]): readonly Owner[] {
  const plain = owners.filter(isPlain);
  return differ(plain) ? plain : owners;
}

/** The sessions that can be refreshed, each refreshed once. A session that began with a second factor may have no refresh token. */
async function refreshable(check: Check, owners: readonly Owner[]): Promise<readonly Begun[]> {
  const sessions: Begun[] = [];
  for (const session of owners.map(begun)) {
    if (await unlessUntested(() => refreshAgain(check, session))) sessions.push(session);
  }
  if (differ(sessions.map(({ owner }) => owner))) return sessions;
  return check.untested('sessions of two users that are refreshed');
}

async function logInAgain(check: Check, session: Begun): Promise<string> {
  const latest = await freshSession(check, session.owner.user);
  keepSession(check, latest);
  session.session = latest;
  return latest.access;
}

async function refreshAgain(check: Check, session: Begun): Promise<string> {
  const { refresh } = session.session;
  if (refresh === undefined) return check.untested(`a refresh token of users.${session.owner.user}`);
  session.session = await refreshed(check, refresh);
  keepSession(check, { user: session.owner.user, login: undefined, ...session.session });
  return session.session.access;
}

/** A target may keep only the refresh token of a user's latest login. A session that has lost its token logs in again. */
const refreshOrLogIn: Way = async (check, session) =>
  (await unlessUntested(() => refreshAgain(check, session))) ?? logInAgain(check, session);

const exchange = ({ api }: Check, { user }: Owner, json: Fields): Promise<Exchange> =>
  api.call('exchangeSignToken', { as: user, json });

const fieldsFor = ({ profile }: Check, { user }: Owner): Fields => ({
  fingerprintid: profile.users[user]?.fingerprint,
});

/** The users whose exchange succeeds without a sign token, because a user of whom no second factor is demanded may need none. */
async function exchangingWithoutToken(check: Check, owners: readonly Owner[]): Promise<readonly Owner[]> {
  const exchanges = await settled(owners.map((owner) => exchange(check, owner, fieldsFor(check, owner))));
  return owners.filter((_owner, place) => accessOf(exchanges[place]!) !== undefined);
}

async function withSignTokens(
  check: Check,
  owners: readonly Owner[],
): Promise<readonly { readonly owner: Owner; readonly fields: Fields }[]> {
  const ready: { readonly owner: Owner; readonly fields: Fields }[] = [];
  for (const owner of owners.filter(({ user }) => check.profile.users[user]?.mfa !== undefined)) {
    const token = await unlessUntested(() => signTokenOf(check, [owner.user], 'login'));
    if (token) ready.push({ owner, fields: forExchange(token) });
  }
  return ready;
}

/** As many owners as one wave has requests, each owner in turn. */
const crowd = (owners: readonly Owner[]): readonly Owner[] =>
  Array.from({ length: together }, (_, place) => owners[place % owners.length]!);

const accessOf = (exchange: Exchange): string | undefined =>
  succeeded(exchange) ? textWithin(jsonOf(exchange), 'data', 'accessToken') : undefined;

const accessIn = (check: Check, exchange: Exchange): string =>
  accessOf(exchange) ?? check.untested(`an access token of a v2 exchange: ${inWords(exchange)}`);

/** Waits for all of them before an error is thrown, so that no request runs on unnoticed. */
async function settled<Result>(work: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
