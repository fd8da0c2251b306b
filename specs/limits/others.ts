// Whether a client that is over one limit may go on with everything else (Limits, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { nowhere } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { type LimitedOperation, lackingFor, limitedCall, limitedOperations } from '../../load/limited-call.ts';
import { traceOf } from '../../load/trace.ts';
import { statusOf } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { burst, limitedNoMore, overTheLimit } from './payments.ts';
import { type Asked, askedAtOnce, isCeiling, isLimited } from './support/ceiling.ts';
import { stated } from './support/identical-payments.ts';
import { overdraw, overdrawing } from './support/overdrawn.ts';
import { claim, forgotten, silence, stayedAway } from './support/sending.ts';
import { shutBy, undeclaredOthers } from './support/undeclared.ts';

const othersOpen = 'a client over the limit of one operation can still call the others';

requirement('RATE-05', othersOpen, async (check) => {
  await staysOpen(check, [{ over: 'createPayment', sends: burst, exceed: () => overTheLimit(check) }]);
});

requirement('RATE-05', othersOpen, 'over a limit of cards or refreshes', async (check) => {
  const rounds: Round[] = [];
  let missing: string | undefined;
  for (const over of limitedOperations) {
    if (over === 'createPayment' || lackingFor(over, check.profile, check.api.names) !== undefined) continue;
    const limited = await limitedCall(check.api, over);
    if (limited.kind === 'ready')
      rounds.push({ over, sends: overdrawing(check, over), exceed: () => overdraw(check, over) });
    else missing = limited.what;
  }
  await staysOpen(check, rounds);
  if (missing !== undefined) check.untested(missing);
});

interface Other extends Asked {
  /** Of an operation with a limit of its own. */
  readonly limited?: { readonly id: LimitedOperation; readonly window: number; readonly isTight: boolean };
}

interface Round {
  readonly over: LimitedOperation;
  /** Requests that it takes to exceed it. */
  readonly sends: number;
  /** Undefined when the limit refused nothing. */
  readonly exceed: () => Promise<unknown>;
}

/**
 * A refused request may have used up a limit of its own, so it is sent again after that must be forgotten. The rounds then come in the
 * opposite order, so that one wait is enough for all.
 */
async function staysOpen(check: Check, rounds: readonly Round[]): Promise<void> {
  const again: (Round & { readonly others: readonly Other[] })[] = [];
  const usedUp: Exchange[] = [];
  const excused = new Set<Round['over']>();
  const suspects: { readonly round: Round; readonly other: Asked; readonly answer: Exchange }[] = [];
  for (const round of rounds) {
    const others = await othersThan(check, round.over);
    const undeclared = await undeclaredOthers(check, round.over);
    const all = await askedBeyond(check, round, [...others, ...undeclared]);
    const answers = all.slice(0, others.length);
    for (const [place, answer] of all.slice(others.length).entries())
      if (isLimited(answer)) suspects.push({ round, other: undeclared[place]!, answer });
    const isUsedUp = (other: Other, place: number) => other.limited !== undefined && isLimited(answers[place]);
    const ofOthers = answers.filter((_, place) => !isUsedUp(others[place]!, place));
    if (await isExcused(check, round, ofOthers)) {
      excused.add(round.over);
      continue;
    }
    again.unshift({ ...round, others: others.filter(isUsedUp) });
    usedUp.push(...answers.filter((_, place) => isUsedUp(others[place]!, place)));
  }
  // A client that exceeded a limit may have been told to wait for longer than its window.
  if (!(await stayedAway(check, traceOf(usedUp))))
    return check.observe('a limit asks to be left alone for longer than was waited, and was not asked beside others');
  await areForgotten(
    check,
    again.flatMap(({ others }) => others),
  );
  const exceeded = new Set<OperationId>();
  for (const round of again.filter(({ others }) => others.length > 0)) {
    const isUsed = ({ id, limited }: Other) => limited?.isTight || exceeded.has(id);
    await areForgotten(check, round.others.filter(isUsed));
    if (await isExcused(check, round, await askedBeyond(check, round, round.others))) excused.add(round.over);
    exceeded.add(round.over);
  }
  for (const { round, other, answer } of suspects) {
    const refused = await shutBy(check, round.exceed, other, answer);
    if (refused) await isExcused(check, round, [refused]);
  }
  if (excused.size > 0 && excused.size === rounds.length)
    check.untested('other requests beyond a limit, where everything of one client is limited together');
}

/** True where a limit for all requests together refused some of them, which says nothing about this limit. */
async function isExcused(check: Check, { over, sends }: Round, answers: readonly Exchange[]): Promise<boolean> {
  const refused = answers.filter(isLimited);
  if (refused.length === 0) return false;
  await forgotten(check, over, (check.profile.declares.rateLimits[over]?.seconds ?? 0) * 1000);
  const isAll = await isCeiling(check, sends, await unlimitedOthers(check, over), refused);
  if (!isAll) expect(refused[0]!).toSatisfy(limitedNoMore);
  check.observe(`beyond the limit of ${over} others answer 429, as they do after as many requests that have no limit`);
  return true;
}

const askedBeyond = async (check: Check, { exceed }: Round, others: readonly Other[]): Promise<readonly Exchange[]> =>
  (await exceed()) === undefined ? [] : askedAtOnce(check, others);

const areForgotten = (check: Check, others: readonly Other[]): Promise<unknown> =>
  inParallel(others, async ({ limited }) => limited && forgotten(check, limited.id, limited.window));

const othersThan = async (check: Check, over: LimitedOperation): Promise<readonly Other[]> => [
  ...(await unlimitedOthers(check, over)),
  ...(await limitedOthers(check, over)),
  ...(over === 'createPayment' ? [] : await aPayment(check)),
];

/**
 * Operations of each chapter that the specification does not limit: reads, and writes without effect. Those that an undeclared limit
 * refuses already are left out.
 */
async function unlimitedOthers(check: Check, over: LimitedOperation): Promise<readonly Other[]> {
  const all = [
    ...(await reads(check)),
    ...(over === 'calculateCardLimits' ? await secrets(check) : []),
    ...idle(check),
  ];
  const open = await openAmong(check, all);
  if (open.length === all.length) return open;
  // Earlier requests may still exceed a limit and block the others for a moment.
  await silence(check, shortWindow);
  return openAmong(check, all);
}

async function reads({ api, fixtures, profile }: Check): Promise<readonly Other[]> {
  const [card] = await api.cards.list();
  const [payment] = fixtures.payments();
  const { beneficiaries } = profile.fixtures;
  const about = (id: unknown): CallInput => ({ path: { id: String(id ?? nowhere) } });
  return [
    ...(['listCards', 'listCardsV1', 'readWebhook', 'listWebhookEvents'] as const).map((id) => ({ id, call: {} })),
    ...(['readCard', 'readCardV1', 'readCardLimitsV1'] as const).map((id) => ({ id, call: about(card?.id) })),
    { id: 'readPayment', call: about(payment) },
    { id: 'readBeneficiary', call: about(beneficiaries.kind === 'declared' ? beneficiaries.value[0] : undefined) },
  ];
}

/** Only tested with the limit of the same cards, because a target may count how often secrets are read. */
async function secrets({ api, profile }: Check): Promise<readonly Other[]> {
  const [card] = profile.allow.readCredentials ? await api.cards.list() : [];
  return [
    { id: 'readCardCredentials', call: { path: { id: String(card?.id ?? nowhere) }, json: { fields: ['phone'] } } },
  ];
}

async function openAmong(check: Check, others: readonly Other[]): Promise<readonly Other[]> {
  const answers = await askedAtOnce(check, others);
  return others.filter((_, place) => !isLimited(answers[place]));
}

const idle = ({ api }: Check): readonly Other[] => [
  { id: 'signPayments', call: { query: { validate: 1 }, json: { id: [nowhere] } } },
  { id: 'cancelPayment', call: { path: { id: nowhere } } },
  { id: 'issueWebSocketToken', call: {} },
  { id: 'setSmsBalanceNotification', call: anyInputOf('setSmsBalanceNotification', api.names) },
  { id: 'createBeneficiary', call: { json: {} } },
  { id: 'inviteMember', call: { json: {} } },
];

/** Milliseconds. A longer window is not waited for. */
const shortWindow = 2000;

/** The operations besides payments and `over` whose limit the profile declares. */
async function limitedOthers(check: Check, over: LimitedOperation): Promise<readonly Other[]> {
  const found = await inParallel(limitedOperations, async (id): Promise<readonly Other[]> => {
    const declared = check.profile.declares.rateLimits[id];
    if (declared === undefined || id === 'createPayment' || id === over) return [];
    const { isTight, window } = limitOf(declared);
    const ready = window > shortWindow ? undefined : await limitedCall(check.api, id);
    return ready?.kind === 'ready' ? [{ id, call: ready.call, limited: { id, window, isTight } }] : [];
  });
  return found.flat();
}

/** Tight: so few that asking once in each round might use them up. */
const limitOf = ({ requests, seconds }: { readonly requests: number; readonly seconds: number }) => ({
  window: seconds * 1000,
  isTight: requests <= limitedOperations.length,
});

const timesAsked = 2;

/** A payment, where one like it is within its own limit just before; this and the others are claimed. */
async function aPayment(check: Check): Promise<readonly Other[]> {
  if (check.profile.allow.createPayments === 0) return [];
  const id = 'createPayment';
  const { isTight, window } = limitOf(check.profile.declares.rateLimits[id] ?? { requests: stated.count, seconds: 1 });
  const ready = await limitedCall(check.api, id);
  if (ready.kind !== 'ready' || window > shortWindow) return [];
  const isTaken = async () => statusOf(await check.api.call(id, { ...ready.call, on429: 'return' })) !== 429;
  const isLeft = await unlessUntested(async () => {
    claim(check, id, 1 + timesAsked);
    // Waiting for each of several limits would be most of the time of this check.
    if (await isTaken()) return true;
    claim(check, id, 1);
    await forgotten(check, id, window);
    return isTaken();
  });
  return isLeft ? [{ id, call: ready.call, limited: { id, window, isTight } }] : [];
}
