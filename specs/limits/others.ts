// Whether a client that is over one limit may go on with everything else (Limits, rule 1).
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type LimitedOperation, lackingFor, limitedCall, limitedOperations } from '../../load/limited-call.ts';
import { statusOf } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { limitedNoMore, overTheLimit } from './payments.ts';
import { overdraw } from './support/overdrawn.ts';
import { forgotten } from './support/sending.ts';

const othersOpen = 'a client over the limit of one operation can still call the others';

requirement('RATE-05', othersOpen, async (check) => {
  const others = await unlimitedOthers(check);
  await overTheLimit(check);
  await allOpen(check, others);
});

requirement('RATE-05', othersOpen, 'over a limit of cards', async (check) => {
  for (const id of ['calculateCardLimits', 'setCardLimits'] as const) {
    if (lackingFor(id, check.profile, check.api.names) !== undefined) continue;
    const others = await unlimitedOthers(check);
    const over = await overdraw(check, id);
    if (over !== undefined) await allOpen(check, others);
  }
});

type UnlimitedOperation = 'listCards' | 'listCardsV1' | 'readCard' | 'readCardV1' | 'readPayment' | 'readWebhook';

interface UnlimitedOther {
  readonly id: UnlimitedOperation;
  readonly call: CallInput;
}

/** Reads of several chapters, none of which has a limit by the specification. */
async function unlimitedOthers({ api, fixtures }: Check): Promise<readonly UnlimitedOther[]> {
  const [card] = await api.cards.list();
  const [payment] = fixtures.payments();
  const lists = (['listCards', 'listCardsV1', 'readWebhook'] as const).map((id) => ({ id, call: {} }));
  const cards = (['readCard', 'readCardV1'] as const).map((id) => ({ id, call: { path: { id: String(card?.id) } } }));
  const payments = [{ id: 'readPayment', call: { path: { id: String(payment) } } }] as const;
  return [...lists, ...(card ? cards : []), ...(payment === undefined ? [] : payments)];
}

async function allOpen(check: Check, others: readonly UnlimitedOther[]): Promise<void> {
  const answers = await inParallel(others, ({ id, call }) => check.api.call(id, { ...call, on429: 'return' }));
  for (const answer of answers) expect(answer).toSatisfy(() => limitedNoMore(answer));
}

requirement('RATE-05', othersOpen, 'those with a limit of their own', async (check) => {
  await limitedOnesOpen(check, await limitedOthers(check, 'createPayment'), () => overTheLimit(check));
});

requirement('RATE-05', othersOpen, 'those with a limit of their own, over a limit of cards', async (check) => {
  for (const id of ['calculateCardLimits', 'setCardLimits'] as const) {
    if (lackingFor(id, check.profile, check.api.names) !== undefined) continue;
    await limitedOnesOpen(check, await limitedOthers(check, id), () => overdraw(check, id));
  }
});

/** `exceed`: undefined when the limit refused nothing. */
async function limitedOnesOpen(
  check: Check,
  others: readonly LimitedOther[],
  exceed: () => Promise<unknown>,
): Promise<void> {
  if (others.length === 0) return;
  const asked = async (): Promise<readonly Exchange[]> => {
    if ((await exceed()) === undefined) return [];
    return inParallel(others, ({ id, call }) => check.api.call(id, { ...call, on429: 'return' }));
  };
  let answers = await asked();
  // What is refused may have used up its own limit: it is asked again when that must be forgotten.
  if (answers.some((answer) => statusOf(answer) === 429)) {
    await inParallel(others, ({ id, window }) => forgotten(check, id, window));
    answers = await asked();
  }
  for (const answer of answers) expect(answer).toSatisfy(() => limitedNoMore(answer));
}

/** Milliseconds. A longer window is not waited for. */
const shortWindow = 2000;

interface LimitedOther {
  readonly id: LimitedOperation;
  readonly call: CallInput;
  /** Milliseconds. */
  readonly window: number;
}

/** The operations besides payments and `over` whose limit the profile declares. */
async function limitedOthers(check: Check, over: LimitedOperation): Promise<readonly LimitedOther[]> {
  const found = await inParallel(limitedOperations, async (id): Promise<readonly LimitedOther[]> => {
    const window = (check.profile.declares.rateLimits[id]?.seconds ?? Number.POSITIVE_INFINITY) * 1000;
    if (id === 'createPayment' || id === over || window > shortWindow) return [];
    const limited = await limitedCall(check.api, id);
    return limited.kind === 'ready' ? [{ id, call: limited.call, window }] : [];
  });
  return found.flat();
}
