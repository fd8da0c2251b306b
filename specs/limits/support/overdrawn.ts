// Limits that are overdrawn, and those that a check has overdrawn already, for another check that asks whether they reset: it needs no volley of its own, and the
// time since then counts.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import type { LimitedOperation } from '../../../load/limited-call.ts';
import { statusOf } from '../../../subject/answers.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { exhausting } from './changes.ts';
import { requestFor, sendAtOnce } from './sending.ts';

interface Overdrawn {
  readonly call: CallInput;
  /** The last answer of 429 to it. */
  readonly refused: Exchange;
}

const known = new WeakMap<Check['occasion'], Map<LimitedOperation, Overdrawn>>();

export function noteOverdrawn(check: Check, id: LimitedOperation, call: CallInput, sent: readonly Exchange[]): void {
  const refused = sent.findLast((exchange) => statusOf(exchange) === 429);
  if (refused === undefined) return;
  const ofThisOccasion = known.get(check.occasion) ?? new Map<LimitedOperation, Overdrawn>();
  known.set(check.occasion, ofThisOccasion.set(id, { call, refused }));
}

export const overdrawn = (check: Check, id: LimitedOperation): Overdrawn | undefined =>
  known.get(check.occasion)?.get(id);

/** Sent at once where nobody says how many make a limit. */
const usualBurst = 60;

/** How many are sent at once. */
export function overdrawing({ profile }: Check, id: LimitedOperation): number {
  const declared = profile.declares.rateLimits[id];
  return declared ? exhausting(declared.requests) : usualBurst;
}

/** Sends so many at once that the limit refuses some; undefined where it refuses none. */
export async function overdraw(check: Check, id: LimitedOperation): Promise<Overdrawn | undefined> {
  const call = await requestFor(check, id);
  const exchanges = await sendAtOnce(check, id, call, overdrawing(check, id));
  noteOverdrawn(check, id, call, exchanges);
  const over = overdrawn(check, id);
  if (over === undefined) check.observe(`${exchanges.length} requests to ${id} at once met no 429`);
  return over;
}
