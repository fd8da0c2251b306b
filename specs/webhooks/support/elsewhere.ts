// Triggers by users whose webhook configuration leads elsewhere: nothing about them may arrive here.
import { isUuid } from '../../../contract/text/uuid.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../../harness/declare/failures.ts';
import { maySee } from './apart.ts';
import type { Subscriber } from './configuration.ts';
import { beneficiary, payment } from './kinds.ts';
import type { Listening } from './listening.ts';

/** The payment of the profile may be of a wallet of the main user, but any user may create a beneficiary. */
const tried = [
  [payment, 'readPayment'],
  [beneficiary, 'readBeneficiary'],
] as const;

/** The UUIDs in the answers to one of each by each user, without those of things that a subscriber here may see. */
export async function doneElsewhere(
  check: Check,
  received: Listening,
  all: readonly Subscriber[],
  here: readonly Subscriber[],
): Promise<readonly string[]> {
  const uuids: string[] = [];
  for (const { user, configuration } of all) {
    if (!here.every((other) => received.isElsewhere(configuration.url, other.configuration.url))) continue;
    for (const [kind, read] of tried) {
      const made = await unlessUntested(() => unlessRefused(async () => (await kind.ready(check, user))()));
      if (made && !(await isSeenByAny(check, here, user, made.traces, read))) uuids.push(...made.traces.filter(isUuid));
    }
  }
  return uuids;
}

/** Where a user's own cards cannot be listed, it is not known what this user may see. */
async function isSeenByAny(
  check: Check,
  others: readonly Subscriber[],
  by: Subscriber['user'],
  made: readonly string[],
  read: (typeof tried)[number][1],
): Promise<boolean> {
  for (const { user } of others) {
    if ((await unlessRefused(() => maySee(check, user, by, made, read))) !== false) return true;
  }
  return false;
}
