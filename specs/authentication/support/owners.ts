// Finds out whose a token is, if its user differs from others in his cards or his webhook.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { type FreshSession, freshSession, inSession } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, within } from '../../../subject/answers.ts';
import { type Api, type Call, UnexpectedAnswer } from '../../../subject/api.ts';
import { type UserName, userNamesOf } from '../../../subject/profile/profile.ts';
import type { Confirmer } from '../../../subject/session/mfa.ts';

export interface Owner {
  readonly user: UserName;
  readonly session: FreshSession;
  readonly sees: Sight;
}

interface Sight {
  /** The ids of the cards, in order. */
  readonly cards: readonly string[];
  readonly webhook: string;
}

/** A text that is the same for one user every time, and differs between users who can be told apart. */
const markOf = (sight: Sight): string => JSON.stringify(sight);

/** Every user of the profile who can log in, with a session of his own; among them two who can be told apart. */
export async function ownersOf(check: Check): Promise<readonly Owner[]> {
  const owners: Owner[] = [];
  for (const user of userNamesOf(check.profile)) {
    const owner = (await keptOwner(check, user)) ?? (await newOwner(check, user));
    if (owner === undefined) continue;
    owners.push(owner);
    keepSession(check, owner.session);
  }
  return differ(owners) ? owners : check.untested('two users who do not see the same cards (users.second)');
}

async function newOwner(check: Check, user: UserName): Promise<Owner | undefined> {
  const session = await unlessUntested(() => freshSession(check, user));
  return session && ownerOf(check, session);
}

async function ownerOf(check: Check, session: FreshSession): Promise<Owner | undefined> {
  // Uses a connection of its own, because a target may mix up users who share one.
  const sees = await seenIn(check, session, { alone: true });
  return sees && { user: session.user, session, sees };
}

const keptSessions = new WeakMap<Confirmer, FreshSession>();

/** If each login of a user has to wait for another code, the checks of one process share one session of that user. */
export function keepSession({ api }: Check, session: FreshSession): void {
  if (waits(api, session.user)) keptSessions.set(api.confirmer(session.user), session);
}

async function keptOwner(check: Check, user: UserName): Promise<Owner | undefined> {
  const session = keptSessions.get(check.api.confirmer(user));
  return session && ownerOf(check, session);
}

export const waits = (api: Api, user: UserName): boolean => api.confirmer(user).waitsForCodes;

export const differ = (owners: readonly Owner[]): boolean => new Set(owners.map(({ sees }) => markOf(sees))).size > 1;

export async function actsFor(check: Check, owner: Owner, access: string, how?: Call): Promise<void> {
  const seen = await seenIn(check, { user: owner.user, access }, how);
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

/** Whether a card was ordered meanwhile: all earlier cards are there, and the user now sees all that `seen` has. */
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

/** Undefined where the answers do not show it. */
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
