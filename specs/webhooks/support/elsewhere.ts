// Payments of users whose webhook configuration leads elsewhere: nothing about them may arrive here.
import { isUuid } from '../../../contract/text/uuid.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../../harness/declare/failures.ts';
import { maySee } from './apart.ts';
import type { Subscriber } from './configuration.ts';
import type { Listening } from './listening.ts';
import { payment } from './triggers.ts';

/** The UUIDs in the answers to one payment of each, as far as no subscriber whose deliveries come here may see it. */
export async function doneElsewhere(
  check: Check,
  received: Listening,
  all: readonly Subscriber[],
  here: readonly Subscriber[],
): Promise<readonly string[]> {
  const uuids: string[] = [];
  for (const { user, configuration } of all) {
    if (!here.every((other) => received.isElsewhere(configuration.url, other.configuration.url))) continue;
    const made = await unlessUntested(() => unlessRefused(async () => (await payment.ready(check, user))()));
    if (made && !(await isSeenByAny(check, here, user, made.traces))) uuids.push(...made.traces.filter(isUuid));
  }
  return uuids;
}

/** Where a user's own cards cannot be listed it is not known what he may see. */
async function isSeenByAny(
  check: Check,
  others: readonly Subscriber[],
  by: Subscriber['user'],
  payments: readonly string[],
): Promise<boolean> {
  for (const { user } of others) {
    if ((await unlessRefused(() => maySee(check, user, by, payments))) !== false) return true;
  }
  return false;
}
