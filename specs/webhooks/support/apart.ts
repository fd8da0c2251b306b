// For which users a delivery can be: users of one company may be told what any of them does, and may have the same url.
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { succeeded } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import type { Subscriber } from './configuration.ts';

/**
 * For each subscriber the other users who get deliveries at the same url and may see what this subscriber did. `paymentsOf`: ids of
 * payments that a subscriber made.
 */
export async function othersToldOfEach<One extends Subscriber>(
  check: Check,
  all: readonly One[],
  paymentsOf: (subscriber: One) => readonly string[],
): Promise<ReadonlyMap<One, readonly One[]>> {
  const pairs = all.flatMap((one) =>
    all.filter((other) => mayGetDeliveriesOf(one, other)).map((other) => ({ one, other })),
  );
  const seen = await inParallel(pairs, ({ one, other }) => maySee(check, other.user, one.user, paymentsOf(one)));
  const told = pairs.filter((_, index) => seen[index]);
  return new Map(all.map((each) => [each, told.filter(({ one }) => one === each).map(({ other }) => other)]));
}

const mayGetDeliveriesOf = (one: Subscriber, other: Subscriber): boolean =>
  other.user !== one.user && other.configuration.enable && other.configuration.url === one.configuration.url;

/** Whether a user may see what another did, who made these payments, or other things that are read so. */
export async function maySee(
  check: Check,
  user: UserName,
  by: UserName,
  made: readonly string[],
  read: 'readPayment' | 'readBeneficiary' = 'readPayment',
): Promise<boolean> {
  const [theirs, own] = await inParallel([by, user], (as) => cardsOf(check, as));
  return [...own!].some((id) => theirs!.has(id)) || (await reads(check, user, made, read));
}

async function cardsOf({ api }: Check, as: UserName): Promise<ReadonlySet<string>> {
  return new Set((await api.cards.list({}, { as })).map(({ id }) => String(id).toLowerCase()));
}

async function reads(
  { api }: Check,
  as: UserName,
  made: readonly string[],
  read: 'readPayment' | 'readBeneficiary',
): Promise<boolean> {
  const answers = await inParallel(made, (id) => api.call(read, { as, path: { id } }));
  return answers.some(succeeded);
}
