// Whom a delivery can be for: users of one company may each be told what any of them does, and their urls may be the same.
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { succeeded } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import type { Subscriber } from './configuration.ts';

/**
 * For each subscriber the others who get deliveries at the same url and may see what he did. `paymentsOf`: ids of payments that a
 * subscriber made.
 */
export async function othersToldOfEach<One extends Subscriber>(
  check: Check,
  all: readonly One[],
  paymentsOf: (subscriber: One) => readonly string[],
): Promise<ReadonlyMap<One, readonly One[]>> {
  const pairs = all.flatMap((one) =>
    all.filter((other) => mayGetDeliveriesOf(one, other)).map((other) => ({ one, other })),
  );
  const users = [...new Set(pairs.flatMap(({ one, other }) => [one.user, other.user]))];
  const cards = new Map(await inParallel(users, async (user) => [user, await cardsOf(check, user)] as const));
  const seen = await inParallel(pairs, async ({ one, other }) => {
    const own = cards.get(one.user);
    const haveCardsInCommon = [...(cards.get(other.user) ?? [])].some((id) => own?.has(id));
    return haveCardsInCommon || (await reads(check, other.user, paymentsOf(one)));
  });
  const told = pairs.filter((_, index) => seen[index]);
  return new Map(all.map((each) => [each, told.filter(({ one }) => one === each).map(({ other }) => other)]));
}

const mayGetDeliveriesOf = (one: Subscriber, other: Subscriber): boolean =>
  other.user !== one.user && other.configuration.enable && other.configuration.url === one.configuration.url;

async function cardsOf({ api }: Check, as: UserName): Promise<ReadonlySet<string>> {
  return new Set((await api.cards.list({}, { as })).map(({ id }) => String(id).toLowerCase()));
}

async function reads({ api }: Check, as: UserName, payments: readonly string[]): Promise<boolean> {
  const answers = await inParallel(payments, (id) => api.call('readPayment', { as, path: { id } }));
  return answers.some(succeeded);
}
