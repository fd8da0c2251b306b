// Whether a client that is over one limit may go on with everything else (Limits, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { nowhere } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type LimitedOperation, lackingFor, limitedCall, limitedOperations } from '../../load/limited-call.ts';
import { statusOf } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { limitedNoMore, overTheLimit } from './payments.ts';
import { overdraw } from './support/overdrawn.ts';
import { claim, forgotten, silence } from './support/sending.ts';

const othersOpen = 'a client over the limit of one operation can still call the others';

requirement('RATE-05', othersOpen, async (check) => {
  await staysOpen(check, await othersThan(check, 'createPayment'), () => overTheLimit(check));
});

requirement('RATE-05', othersOpen, 'over a limit of cards', (check) =>
  staysOpenOver(check, ['calculateCardLimits', 'setCardLimits']),
);

requirement('RATE-05', othersOpen, 'over a limit of refreshes', (check) =>
  staysOpenOver(check, ['refreshV2', 'refreshTokenV2']),
);

async function staysOpenOver(check: Check, operations: readonly LimitedOperation[]): Promise<void> {
  for (const id of operations) {
    if (lackingFor(id, check.profile, check.api.names) !== undefined) continue;
    await staysOpen(check, await othersThan(check, id), () => overdraw(check, id));
  }
}

interface Other {
  readonly id: OperationId;
  readonly call: CallInput;
  /** Of an operation with a limit of its own. */
  readonly limited?: { readonly id: LimitedOperation; readonly window: number };
}

/** `exceed`: undefined when the limit refused nothing. */
async function staysOpen(check: Check, others: readonly Other[], exceed: () => Promise<unknown>): Promise<void> {
  const asked = async (): Promise<readonly Exchange[]> => {
    if ((await exceed()) === undefined) return [];
    return inParallel(others, ({ id, call }) => check.api.call(id, { ...call, on429: 'return' }));
  };
  let answers = await asked();
  // What is refused may have used up its own limit: it is asked again when that must be forgotten.
  const usedUp = answers.flatMap((answer, place) => (statusOf(answer) === 429 && others[place]?.limited) || []);
  if (usedUp.length > 0) {
    await inParallel(usedUp, ({ id, window }) => forgotten(check, id, window));
    answers = await asked();
  }
  for (const answer of answers) expect(answer).toSatisfy(() => limitedNoMore(answer));
}

const othersThan = async (check: Check, over: LimitedOperation): Promise<readonly Other[]> => [
  ...(await unlimitedOthers(check)),
  ...(await limitedOthers(check, over)),
  ...(over === 'createPayment' ? [] : await aPayment(check)),
];

/**
 * Of several chapters, none with a limit by the specification: reads, and writes that nothing comes of. What a limit that nobody told of
 * refuses already is left out.
 */
async function unlimitedOthers(check: Check): Promise<readonly Other[]> {
  const { api, fixtures } = check;
  const [card] = await api.cards.list();
  const [payment] = fixtures.payments();
  const lists = (['listCards', 'listCardsV1', 'readWebhook'] as const).map((id) => ({ id, call: {} }));
  const cards = (['readCard', 'readCardV1'] as const).map((id) => ({ id, call: { path: { id: String(card?.id) } } }));
  const payments = [{ id: 'readPayment', call: { path: { id: String(payment) } } }] as const;
  const all = [...lists, ...(card ? cards : []), ...(payment === undefined ? [] : payments), ...idleWrites];
  const open = await openAmong(check, all);
  if (open.length === all.length) return open;
  // What was sent before may still be over a limit, and shut the others for a moment.
  await silence(check, shortWindow);
  return openAmong(check, all);
}

async function openAmong({ api }: Check, others: readonly Other[]): Promise<readonly Other[]> {
  const answers = await inParallel(others, ({ id, call }) => api.call(id, { ...call, on429: 'return' }));
  return others.filter((_, place) => statusOf(answers[place]!) !== 429);
}

const idleWrites: readonly Other[] = [
  { id: 'signPayments', call: { query: { validate: 1 }, json: { id: [nowhere] } } },
  { id: 'cancelPayment', call: { path: { id: nowhere } } },
  { id: 'issueWebSocketToken', call: {} },
  { id: 'createBeneficiary', call: { json: {} } },
  { id: 'inviteMember', call: { json: {} } },
];

/** Milliseconds. A longer window is not waited for. */
const shortWindow = 2000;

/** The operations besides payments and `over` whose limit the profile declares. */
async function limitedOthers(check: Check, over: LimitedOperation): Promise<readonly Other[]> {
  const found = await inParallel(limitedOperations, async (id): Promise<readonly Other[]> => {
    const window = (check.profile.declares.rateLimits[id]?.seconds ?? Number.POSITIVE_INFINITY) * 1000;
    if (id === 'createPayment' || id === over || window > shortWindow) return [];
    const ready = await limitedCall(check.api, id);
    return ready.kind === 'ready' ? [{ id, call: ready.call, limited: { id, window } }] : [];
  });
  return found.flat();
}

const timesAsked = 2;

/** A payment, where one like it is within its own limit just before; this and the others are claimed. */
async function aPayment(check: Check): Promise<readonly Other[]> {
  if (check.profile.allow.createPayments === 0) return [];
  const id = 'createPayment';
  const window = (check.profile.declares.rateLimits[id]?.seconds ?? 1) * 1000;
  const ready = await limitedCall(check.api, id);
  if (ready.kind !== 'ready' || window > shortWindow) return [];
  const isLeft = await unlessUntested(async () => {
    claim(check, id, 1 + timesAsked);
    await forgotten(check, id, window);
    return statusOf(await check.api.call(id, { ...ready.call, on429: 'return' })) !== 429;
  });
  return isLeft ? [{ id, call: ready.call, limited: { id, window } }] : [];
}
