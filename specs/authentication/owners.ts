// Whose a token is, as far as its user can be told from others: by the cards and by what he is told of webhooks.
import { jsonOf, statusOf, within } from '../../target/answers.ts';
import { UnexpectedAnswer } from '../../target/api.ts';
import { type UserName, userNames } from '../../target/profile.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { Untested } from '../harness/failures.ts';
import { type FreshSession, freshSession, inSession } from '../harness/fresh-session.ts';

export interface Owner {
  readonly user: UserName;
  readonly session: FreshSession;
  readonly sees: string;
}

/** Every user of the profile who can log in, with a session of his own; among them two who can be told apart. */
export async function ownersOf(check: Check): Promise<readonly Owner[]> {
  const owners: Owner[] = [];
  for (const user of userNames.filter((name) => check.profile.users[name] !== undefined)) {
    const session = await unlessUntested(freshSession(check, user));
    const sees = session && (await seenIn(check, session));
    if (session && sees !== undefined) owners.push({ user, session, sees });
  }
  return differ(owners) ? owners : check.untested('two users who do not see the same cards (users.second)');
}

export const differ = (owners: readonly Owner[]): boolean => new Set(owners.map(({ sees }) => sees)).size > 1;

export async function actsFor(check: Check, owner: Owner, access: string): Promise<void> {
  const seen = await seenIn(check, { user: owner.user, access });
  if (seen === undefined) return check.untested(`the cards of users.${owner.user}, who saw them before`);
  expect(seen).toSatisfy(isSeenBy(owner));
}

const isSeenBy =
  ({ user, sees }: Owner) =>
  (seen: string): Mismatch =>
    seen === sees ? undefined : { expected: `what users.${user} sees: ${sees}`, got: seen };

/** Undefined where the answers do not say. */
async function seenIn({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>): Promise<string | undefined> {
  const [cards, webhook] = await Promise.all([
    api.cards.list({}, inSession(session)).catch((error: unknown) => {
      if (error instanceof UnexpectedAnswer) return statusOf(error.exchange);
      throw error;
    }),
    api.call('readWebhook', inSession(session)),
  ]);
  if (typeof cards !== 'object' && cards !== 403) return undefined;
  const ids =
    cards === 403
      ? 'no cards'
      : `the cards ${cards
          .map(({ id }) => String(id))
          .sort()
          .join(' ')}`;
  const configured = statusOf(webhook) === 403 ? 'none' : String(within(jsonOf(webhook), 'createdAt') ?? '');
  return `${ids}; the webhook ${configured}`;
}

/** Undefined for what cannot be had here. */
export const unlessUntested = <Had>(work: Promise<Had>): Promise<Had | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Untested) return undefined;
    throw error;
  });
