// The end of an access token (Authentication, rule 4; Errors, rule 1). The lifetime of tokens is not specified, so a run waits only for
// tokens that end soon enough.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { freshSession, logIn, pairOf, userForLogins } from '../../harness/prepare/fresh-session.ts';
import { oncePerOccasion } from '../../harness/prepare/once.ts';
import type { Depth } from '../../load/depth.ts';
import { jsonOf, within } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { bearer } from '../../subject/connection.ts';
import { known } from '../../subject/names.ts';
import { expiryOf } from '../../subject/session/tokens.ts';
import { readings, validRequest } from './support/requests.ts';

const clocksApart = 60_000;
/** Milliseconds that a check waits for the end of a token. */
const longestWait: Readonly<Record<Depth, number>> = { quick: 0, standard: 90_000, deep: 600_000 };

requirement(
  'AUTH-02',
  'a malformed Authorization header, a bearer token that was never issued, or an expired access token gives 401',
  'one that is over',
  async (check) => {
    // Both at the same time, so that a run waits only once.
    await inParallel([tokenWithItsEnds, renewedWithItsEnds], async (token) => {
      const { access, byDate, byLifetime } = await token(check);
      const wait = byDate && byLifetime && untilOver(Math.max(byDate, byLifetime));
      if (wait !== undefined && wait <= longestWait[check.depth]) await refusesAfter(wait, check, access);
    });
  },
);

requirement('AUTH-17', 'an access token past its expiredAt gives 401, with 60 s allowed for clocks', async (check) => {
  const { access, byDate } = await tokenWithItsEnds(check);
  if (byDate === undefined) return check.untested('an access token that says when it expires');
  const wait = untilOver(byDate);
  if (wait > longestWait[check.depth]) {
    check.untested(`the time until an access token has ended for certain, ${Math.ceil(wait / 1000)} s`);
  }
  await refusesAfter(wait, check, access);
});

interface TokenWithItsEnds {
  readonly access: string;
  /** The end by its expiredAt, unless that is in the past. */
  readonly byDate: number | undefined;
  /** The end by its expiresIn. */
  readonly byLifetime: number | undefined;
}

/** One for both checks: they wait for the same token. */
const tokenWithItsEnds = oncePerOccasion(async (check): Promise<TokenWithItsEnds> => {
  const { access, login } = await freshSession(check);
  return login === undefined ? { access, byDate: undefined, byLifetime: undefined } : withItsEnds(access, login);
});

/** The token of a refresh, because a target may store it in another way. Its ends are undefined where there is none. */
async function renewedWithItsEnds({ api }: Check): Promise<TokenWithItsEnds> {
  const none = { access: '', byDate: undefined, byLifetime: undefined };
  if (known(api.names.sessionsPerUser) !== 'many') return none;
  const first = pairOf(await logIn(api, userForLogins(api)));
  const renewal = first && (await api.call('refreshSession', { form: { token: first.refresh } }));
  const pair = renewal && pairOf(renewal);
  return pair ? withItsEnds(pair.access, renewal) : none;
}

function withItsEnds(access: string, answer: Exchange): TokenWithItsEnds {
  const now = answer.times.startedAt + answer.times.ended;
  const member = (name: string) => within(jsonOf(answer), 'access', name);
  return {
    access,
    byDate: expiryOf(member('expiredAt'), undefined, now),
    byLifetime: expiryOf(undefined, member('expiresIn'), now),
  };
}

const untilOver = (end: number): number => end + clocksApart - Date.now();

/** Tests all reads, and calls that change nothing, because a target may check the end of a token in one operation and not in another. */
async function refusesAfter(wait: number, check: Check, access: string): Promise<void> {
  const [requests] = await Promise.all([readsOfSomething(check), sleep(wait)]);
  const refuses = async ([id, input]: Asked) => {
    expect(await check.api.call(id, { ...input, authorization: bearer(access) })).toBeRefused(401);
  };
  await inParallel(requests, refuses);
  // Prepared only now, because they send the current state. Requests that --safe forbids are left out.
  await inParallel(leavingAllAsItIs, (id) =>
    unlessUntested(async () => {
      const asked = await aboutSomething(check, id);
      if (asked) await refuses(asked);
    }),
  );
}

type Asked = readonly [OperationId, CallInput];

/**
 * With the requests of `validRequest` these change nothing: a draft is only validated, a switch gets its current value, and the payment is
 * cancelled already.
 */
const leavingAllAsItIs = [
  'readCardCredentials',
  'signPayments',
  'setSmsBalanceNotification',
  'cancelPayment',
] as const satisfies readonly OperationId[];

/** The list of events has a rule of its own. */
async function readsOfSomething(check: Check): Promise<readonly Asked[]> {
  const ids = readings.filter((id) => id !== 'listWebhookEvents');
  return (await inParallel(ids, (id) => aboutSomething(check, id))).filter((asked) => asked !== undefined);
}

async function aboutSomething(check: Check, id: OperationId): Promise<Asked | undefined> {
  const { about, input } = await validRequest(check, id);
  return about === 'something' ? [id, input] : undefined;
}
