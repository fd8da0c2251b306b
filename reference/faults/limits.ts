// Faults of rate limits.
import { refused } from '../errors.ts';
import type { Answer, Call } from '../http/call.ts';
import type { Seams } from '../http/seams.ts';
import { type Decision, type Limiter, slidingLog, tokenBucket } from '../limits.ts';
import type { LimitedOperation } from '../settings.ts';
import { createCollection } from '../store/collection.ts';
import { fault } from './fault.ts';

type Limit = NonNullable<Seams['limit']>;
type Outside = NonNullable<Seams['outside']>;

const own = (notes: Map<string, unknown>, count: number, window: number, algorithm = slidingLog): Limiter => {
  const limiter = (notes.get('limiter') as Limiter | undefined) ?? algorithm(count, window);
  notes.set('limiter', limiter);
  return limiter;
};

const isPayment = (call: Call): boolean => call.operation === 'createPayment';
const body = (call: Call): string => call.bytes.toString('base64');
const isReading = ({ operation }: Call): boolean => /^(list|read)(Card|Payment)/.test(operation);
const asUsual = (call: Call): string => `${call.user!.name} ${body(call)}`;

/** Payments are limited by another count and window, or by another key. */
const paymentLimit = (
  count: number,
  window: number,
  key: (call: Call) => string = asUsual,
  algorithm = slidingLog,
): Limit => {
  return (next, call, { notes }) =>
    isPayment(call) ? own(notes, count, window, algorithm).take(key(call), performance.now()) : next(call);
};

const limited = (operation: LimitedOperation, count: number, window: number): Limit => {
  return (next, call, { notes }) =>
    call.operation === operation ? own(notes, count, window).take(call.user!.name, performance.now()) : next(call);
};

/** Refusals of payments, or of everything, become another answer. */
const instead = (of: 'createPayment' | 'every', make: (refusal: Answer) => Answer): Outside => ({
  [of]: async (next: (call: Call) => Answer | Promise<Answer>, call: Call) => {
    const answer = await next(call);
    return answer.status === 429 ? make(answer) : answer;
  },
});

const shut = (wait: number): Decision => ({ allowed: false, remaining: 0, wait });

/** Who is over the limit of one operation is shut out of others. */
const shutting =
  (over: LimitedOperation, isShut: (call: Call) => boolean): Limit =>
  (next, call, { notes }) => {
    const decision = next(call);
    const until = (notes.get(`${call.user?.name}`) as number | undefined) ?? 0;
    if (call.operation === over && decision?.allowed === false) {
      notes.set(`${call.user?.name}`, performance.now() + decision.wait);
    }
    return isShut(call) && performance.now() < until ? shut(until - performance.now()) : decision;
  };

/** Who is over the limit of payments is shut out of every limited operation. */
const together: Limit = (next, call, { notes }) => {
  const decision = next(call);
  const until = (notes.get(`${call.user?.name}`) as number | undefined) ?? 0;
  if (decision === undefined) return undefined;
  if (call.operation !== 'createPayment' && performance.now() < until) return shut(until - performance.now());
  if (call.operation === 'createPayment' && !decision.allowed) {
    notes.set(`${call.user?.name}`, performance.now() + decision.wait);
  }
  return decision;
};

export const limitFaults = [
  fault('payment-limit-too-low', {
    breaks: 'RATE-01',
    does: 'takes five identical payments per second',
    limit: paymentLimit(5, 1000),
  }),
  fault('payment-limit-nine', {
    breaks: 'RATE-01',
    does: 'takes nine identical payments per second',
    limit: paymentLimit(9, 1000),
  }),
  fault('payment-limit-remembers', {
    breaks: 'RATE-01',
    does: 'takes ten identical payments in two seconds',
    limit: paymentLimit(10, 2000),
  }),
  fault('payment-limit-of-a-minute', {
    breaks: 'RATE-01',
    does: 'takes ten identical payments per minute',
    limit: paymentLimit(10, 60_000),
  }),
  fault('payment-limit-refills-slowly', {
    breaks: 'RATE-01',
    does: 'takes ten identical payments at once, and six per second in the long run',
    limit: paymentLimit(10, 1667, asUsual, tokenBucket),
  }),
  fault('payment-limit-absent', {
    breaks: 'RATE-02',
    does: 'takes any number of identical payments',
    limit: (next, call) => (isPayment(call) ? undefined : next(call)),
  }),
  fault('payment-limit-of-sixty', {
    breaks: 'RATE-02',
    does: 'takes sixty identical payments per second',
    settings: { limits: { createPayment: { count: 60, window: 1000 } } },
  }),
  fault('payment-limit-per-connection', {
    breaks: 'RATE-02',
    does: 'gives each new connection a limit of its own for identical payments',
    limit: paymentLimit(
      10,
      1000,
      (call) => `${call.headers.connection === 'close' ? Math.random() : 'kept'} ${asUsual(call)}`,
    ),
  }),
  fault('payment-limit-of-the-last-body', {
    breaks: 'RATE-02',
    does: 'counts identical payments only as long as no other payment comes between them',
    limit: (next, call, { notes }) => {
      if (!isPayment(call)) return next(call);
      const last = `last body of ${call.user!.name}`;
      if (notes.get(last) !== body(call)) notes.delete('limiter');
      notes.set(last, body(call));
      return own(notes, 10, 1000).take(asUsual(call), performance.now());
    },
  }),
  fault('payment-limit-per-address', {
    breaks: 'RATE-02',
    does: 'gives each address a limit of its own for identical payments, its query included',
    limit: paymentLimit(10, 1000, (call) => `${call.url} ${asUsual(call)}`),
  }),
  fault('payment-limit-counts-late', {
    breaks: 'RATE-02',
    does: 'counts an identical payment half a second after it let it pass',
    limit: (next, call, { notes }) => {
      if (!isPayment(call)) return next(call);
      const now = performance.now();
      const key = `passed ${asUsual(call)}`;
      const passed = ((notes.get(key) ?? []) as readonly number[]).filter((at) => at > now - 1000);
      if (passed.filter((at) => at <= now - 500).length >= 10) return shut(passed[0]! + 1000 - now);
      notes.set(key, [...passed, now]);
      return { allowed: true, remaining: 1, wait: 0 };
    },
  }),
  fault('payment-limit-forbids', {
    breaks: 'RATE-02',
    does: 'refuses a payment above the limit with 403',
    outside: instead('createPayment', () => ({
      status: 403,
      body: { name: 'Forbidden', message: 'Too many payments.', status: 403 },
    })),
  }),
  fault('payment-limit-unavailable', {
    breaks: 'RATE-02',
    does: 'refuses a payment above the limit with 503',
    outside: instead('createPayment', () => ({
      status: 503,
      body: { name: 'Service Unavailable', message: 'Too many payments.', status: 503 },
    })),
  }),
  fault('payment-limit-drops', {
    breaks: 'RATE-02',
    does: 'drops the connection of a payment above the limit',
    outside: instead('createPayment', (refusal) => ({ ...refusal, wire: { how: 'dropped' } })),
  }),
  fault('payment-limit-hangs', {
    breaks: 'RATE-02',
    does: 'never answers a payment above the limit',
    outside: instead('createPayment', (refusal) => ({ ...refusal, wire: { how: 'silent' } })),
  }),
  fault('payment-limit-for-good', {
    breaks: 'RATE-03',
    does: 'never takes a payment again that was refused once',
    limit: (next, call, { notes }) => {
      const key = `${call.operation} ${call.user?.name} ${body(call)}`;
      const decision = notes.has(key) ? shut(1000) : next(call);
      if (isPayment(call) && decision?.allowed === false) notes.set(key, true);
      return decision;
    },
  }),
  fault('payment-limit-sticks', {
    breaks: 'RATE-03',
    does: 'refuses a payment for a minute once it was above the limit',
    limit: (next, call, { notes }) => {
      const key = `${call.operation} ${call.user?.name} ${body(call)}`;
      const until = (notes.get(key) as number | undefined) ?? 0;
      const decision = performance.now() < until ? shut(1000) : next(call);
      if (isPayment(call) && decision?.allowed === false && until === 0) notes.set(key, performance.now() + 60_000);
      return decision;
    },
  }),
  fault('calculation-limit-threefold', {
    breaks: 'RATE-04',
    does: 'takes three times the declared number of calculated limits',
    limit: limited('calculateCardLimits', 180, 1000),
  }),
  fault('calculation-limit-threefold-without-active-cards', {
    breaks: 'RATE-04',
    does: 'takes three times the declared number of calculated limits, where no card is active and some have no limits',
    seed: ({ accounts }) => {
      for (const account of accounts.values())
        account.cards = createCollection([...account.cards].filter(({ status }) => status !== 'ACTIVE'));
    },
    limit: limited('calculateCardLimits', 180, 1000),
  }),
  fault('calculation-limit-per-connection', {
    breaks: 'RATE-04',
    does: 'gives each new connection a limit of its own for calculated limits',
    limit: (next, call) =>
      call.operation === 'calculateCardLimits' && call.headers.connection === 'close' ? undefined : next(call),
  }),
  fault('calculation-limit-remembers', {
    breaks: 'RATE-04',
    does: 'takes the declared number of calculated limits in five times as long',
    limit: limited('calculateCardLimits', 60, 5000),
  }),
  fault('calculation-limit-403', {
    breaks: 'RATE-04',
    does: 'answers 403 to whoever calculates more limits than it takes',
    outside: {
      calculateCardLimits: async (next, call) => {
        const answer = await next(call);
        return answer.status === 429 ? refused(403, 'Not so many at a time.') : answer;
      },
    },
  }),
  fault('refresh-limit-half', {
    breaks: 'RATE-04',
    does: 'takes half the declared number of refreshes',
    limit: limited('refreshV2', 10, 1000),
  }),
  fault('refresh-limit-half-far-away', {
    breaks: 'RATE-04',
    does: 'takes half the declared number of refreshes, and 400 ms longer for every answer',
    limit: limited('refreshV2', 10, 1000),
    outside: {
      every: async (next, call) => ({ wire: { how: 'late', by: 400 }, ...(await next(call)) }),
    },
  }),
  fault('refresh-limit-absent', {
    breaks: 'RATE-04',
    does: 'takes any number of refreshes, each with a refresh token that is good for one',
    limit: (next, call) => (call.operation === 'refreshTokenV2' ? undefined : next(call)),
    around: {
      refreshTokenV2: (next, call, { notes }) => {
        const used = `used ${body(call)}`;
        if (notes.has(used)) {
          return {
            status: 401,
            body: { name: 'Unauthorized', message: 'The refresh token is not valid.', status: 401 },
          };
        }
        notes.set(used, true);
        return next(call);
      },
    },
  }),
  fault('calculation-limit-for-good', {
    breaks: 'RATE-03',
    does: 'never calculates limits again for a user who was refused once, whatever Retry-After said',
    limit: (next, call, { notes }) => {
      const key = `${call.operation} ${call.user?.name}`;
      const decision = notes.has(key) ? shut(1000) : next(call);
      if (call.operation === 'calculateCardLimits' && decision?.allowed === false) notes.set(key, true);
      return decision;
    },
  }),
  fault('limit-spreads', {
    breaks: 'RATE-05',
    does: 'refuses every operation to a user who is over the limit of one',
    limit: (next, call, { notes }) => {
      const until = (notes.get(`${call.user?.name}`) as number | undefined) ?? 0;
      if (performance.now() < until) return shut(until - performance.now());
      const decision = next(call);
      if (decision?.allowed === false) notes.set(`${call.user?.name}`, performance.now() + decision.wait);
      return decision;
    },
  }),
  fault('calculation-limit-shuts-reads', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever reads cards or payments while over the limit of calculations',
    limit: shutting('calculateCardLimits', isReading),
  }),
  fault('refresh-limit-shuts-reads', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever reads cards or payments while over the limit of a refresh',
    limit: shutting('refreshTokenV2', isReading),
  }),
  fault('calculation-limit-shuts-payments', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever makes a payment while over the limit of calculations',
    limit: shutting('calculateCardLimits', isPayment),
  }),
  fault('payment-limit-shuts-signing', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever signs payments while over the limit of payments',
    limit: shutting('createPayment', ({ operation }) => operation === 'signPayments'),
  }),
  fault('calculation-limit-shuts-credentials', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever reads the credentials of a card or its limits in v1 while over the limit of calculations',
    limit: shutting(
      'calculateCardLimits',
      ({ operation }) => operation === 'readCardCredentials' || operation === 'readCardLimitsV1',
    ),
  }),
  fault('limit-of-card-limits-shuts-switches', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever switches the notification of a card while over the limit of setting card limits',
    limit: shutting('setCardLimits', ({ operation }) => operation === 'setSmsBalanceNotification'),
  }),
  fault('payment-limit-shuts-events', {
    breaks: 'RATE-05',
    does: 'answers 429 to whoever lists the events or reads a beneficiary while over the limit of payments',
    limit: shutting(
      'createPayment',
      ({ operation }) => operation === 'listWebhookEvents' || operation === 'readBeneficiary',
    ),
  }),
  fault('payment-limit-shuts-writes', {
    breaks: 'RATE-05',
    does: 'answers 429 to every other change by a user who is over the limit of payments',
    limit: shutting('createPayment', (call) => call.method !== 'GET' && !isPayment(call)),
  }),
  fault('limits-of-cards-counted-together', {
    breaks: 'RATE-05',
    does: 'refuses the other limited operations but payments to a user who is over the limit of calculations',
    limit: (next, call, { notes }) => {
      const decision = next(call);
      const until = (notes.get(`${call.user?.name}`) as number | undefined) ?? 0;
      if (decision === undefined || isPayment(call)) return decision;
      if (call.operation !== 'calculateCardLimits' && performance.now() < until) return shut(until - performance.now());
      if (call.operation === 'calculateCardLimits' && !decision.allowed) {
        notes.set(`${call.user?.name}`, performance.now() + decision.wait);
      }
      return decision;
    },
  }),
  fault('limits-counted-together', {
    breaks: 'RATE-05',
    does: 'refuses every limited operation to a user who is over the limit of payments',
    limit: together,
  }),
  fault('undeclared-limits-counted-together', {
    breaks: 'RATE-05',
    does: 'refuses every limited operation to a user who is over the limit of payments, where no limit is declared',
    limit: together,
    profile: { declares: { rateLimits: null } },
  }),
  fault('payment-limit-of-all-users', {
    breaks: 'RATE-06',
    does: 'counts identical payments of all users together',
    limit: paymentLimit(10, 1000, body),
  }),
  fault('limit-without-retry-after', {
    breaks: 'RATE-07',
    does: 'leaves Retry-After out',
    outside: instead('every', (refusal) => {
      const { 'retry-after': _left, ...headers } = refusal.headers ?? {};
      return { ...refusal, headers };
    }),
  }),
  fault('limit-header-lies', {
    breaks: 'RATE-09',
    does: 'announces ten times the limit of payments',
    outside: {
      createPayment: async (next, call) => {
        const answer = await next(call);
        return { ...answer, headers: { ...answer.headers, 'ratelimit-policy': '"createPayment";q=100;w=1' } };
      },
    },
  }),
  fault('limit-header-remains', {
    breaks: 'RATE-09',
    does: 'says in a refusal that requests remain',
    outside: instead('createPayment', (refusal) => ({
      ...refusal,
      headers: { ...refusal.headers, ratelimit: '"createPayment";r=7;t=1' },
    })),
  }),
  fault('limit-body-wrapped', {
    breaks: 'ERR-07',
    does: 'wraps the error of a 429',
    outside: instead('every', (refusal) => ({
      ...refusal,
      body: { status: 'ERROR', error: { code: 429, message: 'Too many requests.' } },
    })),
  }),
  fault('limit-body-status', {
    breaks: 'ERR-08',
    does: 'says 400 in the body of a 429',
    outside: instead('every', (refusal) => ({ ...refusal, body: { ...(refusal.body as object), status: 400 } })),
  }),
  fault('payment-limit-all-bodies', {
    breaks: 'RATE-13',
    does: 'counts all payments of a user together',
    limit: paymentLimit(10, 1000, (call) => call.user!.name),
  }),
];
