// Whom a delivery can be for: users of one company may each be told what any of them does, and their urls may be the same.
import type { Check } from '../../../harness/declare/check.ts';
import { succeeded } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import type { Subscriber } from './configuration.ts';

/** Whether another user gets deliveries at the same url and may see what this one did, of which these are the payments' ids. */
export async function mayBeAnothers(
  check: Check,
  { user, configuration: { url } }: Subscriber,
  all: readonly Subscriber[],
  payments: readonly string[],
): Promise<boolean> {
  const others = all.filter((other) => other.user !== user && other.configuration.enable);
  for (const other of others.filter(({ configuration }) => configuration.url === url)) {
    if (await haveCardsInCommon(check, user, other.user)) return true;
    if (await reads(check, other.user, payments)) return true;
  }
  return false;
}

async function haveCardsInCommon({ api }: Check, one: UserName, other: UserName): Promise<boolean> {
  const [own, others] = [await api.cards.list({}, { as: one }), await api.cards.list({}, { as: other })];
  const known = new Set(own.map(({ id }) => String(id).toLowerCase()));
  return others.some(({ id }) => known.has(String(id).toLowerCase()));
}

async function reads({ api }: Check, as: UserName, payments: readonly string[]): Promise<boolean> {
  for (const id of payments) if (succeeded(await api.call('readPayment', { as, path: { id } }))) return true;
  return false;
}
