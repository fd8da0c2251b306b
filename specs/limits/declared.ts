// Whether a declared limit is kept (Limits, rule 3): requests beyond it are refused, and those within it are not.
import type { Exchange } from '../../exchange/exchange.ts';
import { type Mismatch, refused } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { Broken } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { explainRefusals, type Limit, unexplainedExcess } from '../../load/explanations.ts';
import { type LimitedOperation, limitedCall, limitedOperations, onNewConnection } from '../../load/limited-call.ts';
import { steady as evenly } from '../../load/pacing/schedule.ts';
import { answersIn, type Paced } from '../../load/pacing/sender.ts';
import { type Trace, traceOf } from '../../load/trace.ts';
import { statusOf, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { known } from '../../subject/names.ts';
import { answerOf, isOther } from './support/identical-payments.ts';
import { noteOverdrawn, overdrawn } from './support/overdrawn.ts';
import {
  forgotten,
  inTime,
  longestSilence,
  remembered,
  requestFor,
  type Stream,
  sendAtOnce,
  sendPaced,
  silence,
  stayedAway,
  toldUntil,
} from './support/sending.ts';

requirement(
  'RATE-04',
  'where the profile declares count and window of a rate limit, a 429 comes beyond it and not within it',
  async (check) => {
    const declared = limitedOperations.filter((id) => check.profile.declares.rateLimits[id] !== undefined);
    if (declared.length === 0) check.observe('the profile declares no rate limit');
    // One after another where a login ends the session before, because logins would end the sessions of the other checks.
    const atOnce = known(check.api.names.sessionsPerUser) === 'one' ? 1 : declared.length;
    const keeps = async (id: LimitedOperation): Promise<void> => {
      const { requests, seconds } = check.profile.declares.rateLimits[id]!;
      await keepsTo(check, id, { count: requests, window: seconds * 1000 });
    };
    const left: LimitedOperation[] = [];
    await inParallel(declared, (id) => keeps(id).catch(() => void left.push(id)), atOnce);
    // The others may be the cause: a gateway may count their requests too, and their logins may have ended sessions.
    const lacking: unknown[] = [];
    for (const id of left) {
      const again = check.retried(() => keeps(id));
      // A limit that is not kept counts more than another one that cannot be tried.
      await again.catch((error: unknown) => {
        if (error instanceof Broken) throw error;
        lacking.push(error);
      });
    }
    if (lacking.length > 0) throw lacking[0];
  },
);

/** A volley is sent some milliseconds apart, so that it is neither one packet nor a flood of connections. */
const perSecond = 200;

/**
 * Four times the count, and quickly: two windows that meet may let twice the count pass, and never more. Each request on a connection of
 * its own, because a client with several is still one client.
 */
async function keepsTo(check: Check, id: LimitedOperation, limit: Limit): Promise<void> {
  await inTime(check, async () => {
    const volley = await keptWithin(check, id, limit, volleyOf(4 * limit.count), onNewConnection);
    // On a busy machine all requests may be under way at once, and then each refusal may have met the others. As many as are declared can
    // meet no lawful refusal, whatever their times.
    if (admitsFewer(volley, limit) && (await stayedAway(check, volley)))
      await keptWithin(check, id, limit, volleyOf(limit.count), onNewConnection);
    const seconds = ((volley.at(-1)?.sent ?? 0) - (volley[0]?.sent ?? 0)) / 1000;
    return wouldTell(volley, limit)
      ? undefined
      : `${volley.length} requests to ${id} sooner than in ${seconds.toFixed(1)} s`;
  });
  await remembersNoLonger(check, id, limit);
}

const volleyOf = (requests: number): Stream => evenly(perSecond, (requests * 1000) / perSecond, () => undefined);

/** Whether fewer were admitted than a limiter of this count and window has to admit in so long a time. */
function admitsFewer(volley: Trace, { count, window }: Limit): boolean {
  const lasted = Math.max(...volley.map(({ received }) => received)) - Math.min(...volley.map(({ sent }) => sent));
  return volley.filter(({ answer }) => answer === 'admitted').length < count * Math.max(1, lasted / window);
}

/** Whatever it counts and wherever its clock stands, a limiter of this window has forgotten the volley after some silence. */
async function remembersNoLonger(check: Check, id: LimitedOperation, limit: Limit): Promise<void> {
  // RATE-03 checks when payments are accepted again.
  const over = id === 'createPayment' ? undefined : overdrawn(check, id);
  if (over === undefined || remembered(limit.window) > longestSilence) return;
  await forgotten(check, id, limit.window);
  const after = (await sendAtOnce(check, id, over.call, 1))[0]!;
  const until = Math.max(...traceOf([over.refused]).map(toldUntil));
  if (isRefused(after) && after.times.startedAt < until)
    return forgetsWhatItTook(check, id, over.call, limit, traceOf([over.refused, after]));
  expect(after).toSatisfy(() => forgot(id, limit, after));
}

/** A client that exceeded a limit may have to wait for longer than the window; one that only used it up need not. */
async function forgetsWhatItTook(
  check: Check,
  id: LimitedOperation,
  call: CallInput,
  limit: Limit,
  refusals: Trace,
): Promise<void> {
  const asked = async () => answersIn(await sendPaced(check, id, call, volleyOf(limit.count)));
  if (!(await stayedAway(check, refusals))) return;
  // The wait that is announced is that for one request; a limiter with a longer window accepts all of them somewhat later.
  await silence(check, remembered(limit.window));
  const taken = await asked();
  await forgotten(check, id, limit.window);
  const again = await asked();
  // Demands for a second factor and requests that were sent twice may have been counted too.
  if (taken.some(isRefused) || [taken, again].some((sent) => traceOf(sent).length > limit.count)) return;
  for (const exchange of again) expect(exchange).toSatisfy(() => forgot(id, limit, exchange));
}

const isRefused = (exchange: Exchange): boolean => statusOf(exchange) === 429;

const forgot = (id: LimitedOperation, { window }: Limit, exchange: Exchange): Mismatch => {
  const quiet = `${(remembered(window) / 1000).toFixed(1)} s without a request`;
  const expected = `no 429 to ${id} after ${quiet}, as a window of ${window / 1000} s is declared`;
  return isRefused(exchange) ? { expected, got: '429' } : undefined;
};

export async function keptWithin(
  check: Check,
  id: LimitedOperation,
  limit: Limit,
  schedule: Stream,
  sentBy: (call: CallInput) => CallInput = (call) => call,
): Promise<Trace> {
  const call = sentBy(await requestFor(check, id));
  await forgotten(check, id, limit.window);
  let exchanges = answersIn(await sendPaced(check, id, call, schedule));
  let keptForOneToken: Trace | undefined;
  if (isRefresh(id) && exchanges.some(isOther)) {
    const asked = traceOf(exchanges);
    const isLimited = exchanges.some(isRefused);
    if (isLimited && isKept(id, asked, limit) === undefined) keptForOneToken = asked;
    // More than two windows that meet may take, and no more logins than that needs.
    const own = await withOwnTokens(check, id, Math.min(schedule.length, 2 * limit.count + 2));
    await forgotten(check, id, limit.window);
    exchanges = answersIn(await sendPaced(check, id, call, own));
  } else noteOverdrawn(check, id, call, exchanges);
  const other = exchanges.find(isOther);
  if (other && (await isOverLimit(check, id, limit, exchanges, call))) expect(other).toBeRefused(429);
  if (other) check.untested(`a request to ${id} that is accepted: ${answerOf(other)}`);
  const trace = traceOf(exchanges);
  // A target may count requests by token, whether carried out or not; then any number with other tokens is accepted.
  if (keptForOneToken && unexplainedExcess(trace, limit)) {
    check.observe(`the limit of ${id} counts what is asked with one token; any number of tokens pass`);
    return keptForOneToken;
  }
  expect(exchanges.at(-1)).toSatisfy(() => isKept(id, trace, limit));
  return trace;
}

/**
 * Whether it was for their number alone that requests were refused, though none with 429: all those within the limit are accepted, at
 * the same pace, as soon as the limit has reset. What is refused for another cause, such as an account that is used up, is refused then as well.
 */
async function isOverLimit(
  check: Check,
  id: LimitedOperation,
  limit: Limit,
  exchanges: readonly Exchange[],
  call: CallInput,
): Promise<boolean> {
  const refusals = exchanges.filter((exchange) => !succeeded(exchange));
  const isOneKind = new Set(refusals.map(statusOf)).size === 1 && refusals.every(isOther) && refusals.every(isRefusal);
  if (!isOneKind || isRefresh(id) || refusals.length > exchanges.length - limit.count) return false;
  await forgotten(check, id, limit.window);
  return (await sendPaced(check, id, call, volleyOf(limit.count))).every(({ exchange }) => succeeded(exchange));
}

const isRefusal = (exchange: Exchange): boolean => refused(exchange) === undefined;

const isRefresh = (id: LimitedOperation): boolean => id === 'refreshV2' || id === 'refreshTokenV2';

/** Logins that are worth making to see whether a refresh is limited. */
const mostLogins = 150;

/** Each request needs a login of its own where a refresh token can be used only once. */
async function withOwnTokens(check: Check, id: LimitedOperation, needed: number): Promise<Stream> {
  if (needed > mostLogins) check.untested(`a refresh token for each of ${needed} requests to ${id}`);
  const stream: Paced<CallInput>[] = [];
  while (stream.length < needed) {
    const login = await check.api.freshLogin();
    const token = login.kind === 'loggedIn' ? await login.session.refreshToken() : undefined;
    const limited = token === undefined ? undefined : await limitedCall(check.api, id, undefined, token);
    if (limited?.kind !== 'ready') return check.untested(`a refresh token for each request to ${id}`);
    stream.push({ due: (stream.length * 1000) / perSecond, request: limited.call });
  }
  return stream;
}

/** Whether a limiter that takes all of the requests would be found out by their times. */
const wouldTell = (trace: Trace, limit: Limit): boolean =>
  unexplainedExcess(
    trace.map((arrival) => (arrival.answer === 'refused' ? { ...arrival, answer: 'admitted' } : arrival)),
    limit,
  ) !== undefined;

function isKept(id: LimitedOperation, trace: Trace, limit: Limit): Mismatch {
  const expected = `${limit.count} requests to ${id} within ${limit.window / 1000} s, as declared`;
  const excess = unexplainedExcess(trace, limit);
  if (excess) return { expected, got: `${excess.admitted} accepted where at most ${excess.lawful} can be` };
  const early = [...explainRefusals(trace, limit).values()].find(({ kind }) => kind === 'unexplained');
  if (early?.kind !== 'unexplained') return undefined;
  return { expected, got: `a 429 though at most ${Math.floor(early.greatest)} can have been counted before it` };
}
