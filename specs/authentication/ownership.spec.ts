// A token acts for its user alone (Authentication, rule 4).

import { UnexpectedAnswer } from '../../target/api.ts';
import { known } from '../../target/names.ts';
import { type UserName, userNames } from '../../target/profile.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { Untested } from '../harness/failures.ts';
import { type FreshSession, freshSession, inSession, refreshed, undisturbed } from '../harness/fresh-session.ts';
import { requirement } from '../harness/requirement.ts';

requirement('AUTH-16', 'afterwards', async (check) => {
  await undisturbed(check, async () => {
    const [one, other] = await twoOwners(check);
    for (const owner of [one, other, one]) {
      expect(await cardsSeen(check, owner.session)).toSatisfy(cardsOf(owner));
    }
  });
});

requirement('AUTH-16', 'after refreshing', async (check) => {
  await undisturbed(check, async () => {
    for (const owner of await twoOwners(check)) {
      const { refresh } = owner.session;
      if (refresh === undefined) return check.untested(`a refresh token of users.${owner.user}`);
      const once = await refreshed(check, refresh);
      const twice = await refreshed(check, once.refresh);
      expect(await cardsSeen(check, { ...owner.session, ...twice })).toSatisfy(cardsOf(owner));
    }
  });
});

/** A confirmation for each login may have to wait for a new code. */
const rounds = { plain: 12, confirmed: 2 };

requirement('AUTH-16', 'at the same time', async (check) => {
  const owners = await twoOwners(check);
  const isPlain = owners.every(({ session }) => session.login !== undefined);
  // Where each user has one session, two users still have one each.
  const isEachTwice = isPlain && known(check.api.names.sessionsPerUser) === 'many';
  const asked = isEachTwice ? [...owners, ...owners.toReversed()] : owners;
  for (let round = 0; round < (isPlain ? rounds.plain : rounds.confirmed); round++) {
    await undisturbed(check, async () => {
      const sessions = await Promise.all(asked.map(({ user }) => freshSession(check, user)));
      await Promise.all(
        sessions.map(async (session, index) => {
          expect(await cardsSeen(check, session)).toSatisfy(cardsOf(asked[index] as Owner));
        }),
      );
    });
  }
});

interface Owner {
  readonly user: UserName;
  readonly session: FreshSession;
  readonly cards: ReadonlySet<string>;
}

/**
 * Two users with a session each who do not see the same cards; best two who log in without a second factor, for only
 * their logins can be sent at one moment.
 */
async function twoOwners(check: Check): Promise<readonly [Owner, Owner]> {
  const { profile, untested } = check;
  const owners: Owner[] = [];
  for (const user of userNames.filter((name) => profile.users[name] !== undefined)) {
    const session = await sessionOf(check, user);
    if (session === undefined) continue;
    const cards = await cardsSeen(check, session).catch((error: unknown) => {
      if (error instanceof UnexpectedAnswer) return new Set<string>();
      throw error;
    });
    if (cards.size > 0) owners.push({ user, session, cards });
  }
  const isPlain = ({ session }: Owner) => session.login !== undefined;
  const plainFirst = [...owners.filter(isPlain), ...owners.filter((owner) => !isPlain(owner))];
  for (const [index, other] of plainFirst.entries()) {
    const one = plainFirst.slice(0, index).find(({ cards }) => !sameCards(cards, other.cards));
    if (one) return [one, other];
  }
  return untested('two users who do not see the same cards (users.second)');
}

/** Undefined for a user who cannot log in. */
async function sessionOf(check: Check, user: UserName): Promise<FreshSession | undefined> {
  try {
    return await freshSession(check, user);
  } catch (error) {
    if (error instanceof Untested) return undefined;
    throw error;
  }
}

async function cardsSeen({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>): Promise<ReadonlySet<string>> {
  const cards = await api.cards.list({}, inSession(session));
  return new Set(cards.map(({ id }) => String(id)));
}

const sameCards = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

const cardsOf =
  ({ user, cards }: Owner) =>
  (seen: ReadonlySet<string>): Mismatch =>
    sameCards(cards, seen)
      ? undefined
      : { expected: `the ${cards.size} cards of users.${user}`, got: `${seen.size} cards, not the same` };
