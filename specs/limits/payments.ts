// The limit on identical payments (Limits, rules 1 and 2): about 10 per second, beyond which a 429 may follow.
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { oncePerOccasion } from '../../harness/prepare/once.ts';
import { grace, toldWait } from '../../load/announcement.ts';
import { unexplainedExcess } from '../../load/explanations.ts';
import { type Identification, inWords } from '../../load/identity.ts';
import { withOtherBody } from '../../load/limited-call.ts';
import { newConnections } from '../../load/scenarios/new-connections.ts';
import { overload } from '../../load/scenarios/overload.ts';
import type { Fired, Scenario } from '../../load/scenarios/scenario.ts';
import { traceOf } from '../../load/trace.ts';
import { statusOf, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { whose } from './support/changes.ts';
import { answerOf, isOther, otherwiseAccepted, stated } from './support/identical-payments.ts';
import { interruption } from './support/interruption.ts';
import { overdrawn } from './support/overdrawn.ts';
import { claim, fire, inTime, requestFor, sendAtOnce, silence } from './support/sending.ts';

const meetA429 =
  'identical payments far above the limit meet a 429, and not many more than the limit allows are accepted';

requirement('RATE-02', meetA429, async (check) => {
  await inTime(check, async () => {
    if (check.depth === 'quick' && (await overloaded(check, 50)).every(isLimited)) return undefined;
    const [onKept, onNew] = await overloaded(check, 150);
    const slow = tooSlow(onKept) ?? tooSlow(onNew);
    if (slow) return slow;
    expect(onKept.exchanges.at(-1)).toSatisfy(() => someRefused(onKept, 'on kept connections'));
    expect(onNew.exchanges.at(-1)).toSatisfy(() => someRefused(onNew, 'each on a new connection'));
    for (const run of [onKept, onNew]) expect(run.exchanges.at(-1)).toSatisfy(() => aboutAsStated(run));
    return undefined;
  });
});

requirement('RATE-03', 'a 429 ends once the limit resets', async (check) => {
  const before = overdrawn(check, 'createPayment');
  const payment = before?.call ?? (await overTheLimit(check));
  /** Waits without sending, because a limiter that counts refused requests stays shut while requests come. */
  const askedAfter = async (milliseconds: number): Promise<Exchange> => {
    await silence(check, milliseconds);
    const [exchange] = await sendAtOnce(check, 'createPayment', payment, 1);
    return exchange!;
  };
  // A request that was refused some checks ago may be accepted at once.
  let after = await askedAfter(before ? 0 : 1500);
  for (const wait of [...(before ? [1500] : []), 3000, 11_000])
    if (statusOf(after) === 429) after = await askedAfter(wait);
  if (statusOf(after) === 429) {
    const wait = toldWait(traceOf([after])[0]?.announced) ?? 0;
    if (wait > longestWait) check.untested(`the time that the limit asks for (${wait / 1000} s)`);
    after = await askedAfter(wait + grace);
  }
  expect(after).toSatisfy(() => limitedNoMore(after));
});

/** Milliseconds that a limit may ask to be left alone for. */
const longestWait = 60_000;

requirement('RATE-06', 'a client over the limit does not shut out another user', async (check) => {
  const { exchanges } = await whosePayments(check);
  const { user } = exchanges;
  if (user === undefined) return check.untested('a second user who may create payments (users.second)');
  expect(user).toSatisfy(() => limitedNoMore(user));
});

requirement('RATE-12', 'how payments with different bodies are limited is not stated', async (check) => {
  check.observe(inWords(await whosePayments(check)));
});

requirement('RATE-13', 'payments whose bodies all differ are better not met with a 429', async (check) => {
  // Payments of another client may use up a shared limit, but hardly three times in a row.
  await check.retried(async () => {
    const payment = await requestFor(check, 'createPayment');
    if (withOtherBody(payment) === undefined)
      check.untested('a payment whose body can be varied (a reference or an amount)');
    claim(check, 'createPayment', stated.count + 1);
    const differing = Array.from({ length: stated.count + 1 }, () => withOtherBody(payment) ?? payment);
    const exchanges = await Promise.all(
      differing.map((body) => check.api.call('createPayment', { ...body, on429: 'return', signal: interruption })),
    );
    otherwiseAccepted(check, exchanges);
    const limited = exchanges.find((exchange) => statusOf(exchange) === 429);
    expect(limited ?? exchanges[0]).toSatisfy(() =>
      limited === undefined
        ? undefined
        : { expected: `no 429 to ${exchanges.length} payments whose bodies all differ`, got: '429' },
    );
  });
});

type Whose = Extract<Identification, { readonly kind: 'found' }>;

const whosePayments = oncePerOccasion(async (check): Promise<Whose> => {
  const found = await whose(check, 'createPayment', await requestFor(check, 'createPayment'), aboutTen);
  return found.kind === 'found' ? found : check.untested('a 429 on identical payments, three times in a row');
});

/** The most that a limit of about ten may let pass. */
const aboutTen = 12;
/** More than it lets pass together, even where one window ends and the next begins. */
export const burst = 2 * aboutTen + 1;

export async function overTheLimit(check: Check): Promise<CallInput> {
  const payment = await requestFor(check, 'createPayment');
  const exchanges = await sendAtOnce(check, 'createPayment', payment, burst);
  if (!exchanges.some((exchange) => statusOf(exchange) === 429)) check.untested('a 429 on identical payments');
  return payment;
}

/**
 * The twin: the same payment while nothing else is sent. If it is accepted, the earlier one was refused for its rate, and by
 * something else than 429. If it is refused as well, the refusal says nothing about the limiter.
 */
async function refusedBy429Alone(check: Check, payment: CallInput, { exchanges, account }: Fired): Promise<void> {
  const lost = account.sent - exchanges.length;
  const others = exchanges.filter((exchange) => isOther(exchange) && !isConflict(exchange, exchanges));
  const [other] = others;
  if (other === undefined && lost === 0) return;
  await silence(check, 3000);
  const [twin] = await sendAtOnce(check, 'createPayment', payment, 1);
  if (!twin || !succeeded(twin))
    check.untested(`a payment that is accepted (open.bodies.createPayment): ${answerOf(twin)}`);
  const count = others.length + lost;
  expect(other ?? twin).toSatisfy(() => ({
    expected: 'nothing but 429 to refuse payments above the limit',
    got: `${answerOf(other)} to ${count} of ${account.sent}; the same payment alone is accepted`,
  }));
}

const isLimited = ({ exchanges }: Pick<Fired, 'exchanges'>): boolean =>
  exchanges.some((exchange) => statusOf(exchange) === 429);

/** Equal payments at the same time may meet each other, for example at a lock. Beside 429s, a 409 is not about the rate. */
const isConflict = (exchange: Exchange, exchanges: readonly Exchange[]): boolean =>
  statusOf(exchange) === 409 && isLimited({ exchanges });

/** On kept and on new connections at the same time, with a body for each. */
async function overloaded(check: Check, amount: number): Promise<readonly [Fired, Fired]> {
  const kept = await requestFor(check, 'createPayment');
  const fresh = await requestFor(check, 'createPayment');
  const runs = await Promise.all([
    fire(check, ofThatMany(overload, amount), kept),
    fire(check, ofThatMany(newConnections, amount), fresh),
  ]);
  await refusedBy429Alone(check, kept, runs[0]);
  await refusedBy429Alone(check, fresh, runs[1]);
  return runs;
}

const ofThatMany = (scenario: Scenario, amount: number): Scenario => ({
  ...scenario,
  fire: { ...scenario.fire, amount },
});

/** Milliseconds within which all of the payments have to be sent. */
const overloadLasts = 4500;

/**
 * A bucket with room for 60 and 20 more every second, twice the stated rate, accepts all payments when they come more slowly. Then the
 * overload proves nothing.
 */
function tooSlow(run: Fired): string | undefined {
  if (isLimited(run)) return undefined;
  const lasted = sendingLasted(run);
  if (lasted <= overloadLasts && unexplainedExcess(traceOf(run.exchanges), stated)) return undefined;
  return `${run.exchanges.length} payments within 4.5 s: they took ${(Math.max(lasted, run.duration) / 1000).toFixed(1)} s`;
}

const sendingLasted = ({ exchanges }: Fired): number => {
  const moments = exchanges.map(({ times }) => times.startedAt + times.sent);
  return Math.max(...moments) - Math.min(...moments);
};

const someRefused = (run: Fired, where: string): Mismatch =>
  isLimited(run)
    ? undefined
    : {
        expected: `a 429 among ${run.exchanges.length} identical payments within ${(run.duration / 1000).toFixed(1)} s, ${where}`,
        got: 'every one of them accepted',
      };

/** Twice what is told in the long run, and what some keep for who was silent. */
const [mostAtOnce, mostPerSecond] = [60, 20];

export function aboutAsStated({ exchanges, duration }: Pick<Fired, 'exchanges' | 'duration'>): Mismatch {
  const seconds = duration / 1000;
  const most = Math.ceil(mostAtOnce + mostPerSecond * seconds);
  const accepted = exchanges.filter(succeeded).length;
  if (accepted <= most) return undefined;
  const expected = `at most ${most} identical payments accepted within ${seconds.toFixed(1)} s, as about 10 a second are allowed`;
  return { expected, got: `${accepted} of ${exchanges.length}` };
}

export const limitedNoMore = (exchange: Exchange): Mismatch =>
  statusOf(exchange) === 429 ? { expected: 'no 429', got: '429' } : undefined;
