// Whose a token is, as far as its user can be told from others: by the cards and by what he is told of webhooks.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { type FreshSession, freshSession, inSession } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, within } from '../../../subject/answers.ts';
import { type Call, UnexpectedAnswer } from '../../../subject/api.ts';
import { type UserName, userNames } from '../../../subject/profile/profile.ts';

export interface Owner {
  readonly user: UserName;
  readonly session: FreshSession;
  readonly sees: Sight;
}

interface Sight {
  /** Their ids, in order. */
  readonly cards: readonly string[];
  readonly webhook: string;
}

/** A text that is the same for one user every time, and differs between users who can be told apart. */
const markOf = (sight: Sight): string => JSON.stringify(sight);

/** Every user of the profile who can log in, with a session of his own; among them two who can be told apart. */
export async function ownersOf(check: Check): Promise<readonly Owner[]> {
  const owners: Owner[] = [];
  for (const user of userNames.filter((name) => check.profile.users[name] !== undefined)) {
    const session = await unlessUntested(() => freshSession(check, user));
    // On a connection of its own: a target may mix up users who share one.
    const sees = session && (await seenIn(check, session, { alone: true }));
    if (session && sees !== undefined) owners.push({ user, session, sees });
  }
  return differ(owners) ? owners : check.untested('two users who do not see the same cards (users.second)');
}

export const differ = (owners: readonly Owner[]): boolean => new Set(owners.map(({ sees }) => markOf(sees))).size > 1;

export async function actsFor(check: Check, owner: Owner, access: string): Promise<void> {
  const seen = await seenIn(check, { user: owner.user, access });
  if (seen === undefined) return check.untested(`cards that the user ${owner.user} still sees, as he did before`);
  if (await hasGrown(check, owner, seen)) return;
  expect(seen).toSatisfy(isSeenBy(owner));
}

const isSeenBy =
  ({ user, sees }: Owner) =>
  (seen: Sight): Mismatch =>
    markOf(seen) === markOf(sees)
      ? undefined
      : {
          expected: `the ${sees.cards.length} cards and the webhook of users.${user}`,
          got: `${seen.cards.length} cards, not the same`,
        };

/** Whether a card was ordered meanwhile: then the earlier cards are all there, and the user sees every one of these by now. */
async function hasGrown(check: Check, { user, sees }: Owner, seen: Sight): Promise<boolean> {
  if (seen.webhook !== sees.webhook || seen.cards.length <= sees.cards.length) return false;
  const access = await (await check.api.session(user)).accessToken();
  const now = await seenIn(check, { user, access });
  return now !== undefined && isAmong(sees.cards, seen.cards) && isAmong(seen.cards, now.cards);
}

function isAmong(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((one) => known.has(one));
}

/** Undefined where the answers do not say. */
async function seenIn(
  { api }: Check,
  session: Pick<FreshSession, 'user' | 'access'>,
  how: Call = {},
): Promise<Sight | undefined> {
  const call: Call = { ...how, ...inSession(session) };
  const [cards, webhook] = await Promise.all([
    api.cards.list({}, call).catch((error: unknown) => {
      if (error instanceof UnexpectedAnswer) return statusOf(error.exchange) === 403 ? [] : undefined;
      throw error;
    }),
    api.call('readWebhook', call),
  ]);
  if (cards === undefined) return undefined;
  return {
    cards: cards.map(({ id }) => String(id)).sort(),
    webhook: JSON.stringify([statusOf(webhook), within(jsonOf(webhook), 'createdAt')]),
  };
}
