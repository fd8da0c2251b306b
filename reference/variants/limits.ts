// Other limiters, which all keep what the specification states about limits.
import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { type Algorithm, type Limiter, slidingLog, tokenBucket } from '../limits.ts';
import { fieldsOf } from '../operations/answers.ts';
import { standing } from '../settings.ts';
import { variant } from './variant.ts';

const algorithm = (id: string, limiter: Algorithm, does: string) =>
  variant(id, { reads: 'the algorithm of rate limits', does, settings: { limiter } });

const silently: Around = async (next, call) => {
  const answer = await next(call);
  const { ratelimit: _, 'ratelimit-policy': __, 'retry-after': ___, ...headers } = answer.headers ?? {};
  return { ...answer, headers };
};

const usernameOf = ({ headers }: Call): string =>
  Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64')
    .toString('utf8')
    .split(':', 1)[0]!;

/** After too many wrong passwords for one name, refuses that name for a while, even with the right password. */
const countingWrongPasswords =
  (most: number, seconds: number): Around =>
  async (next, call, { notes }) => {
    const now = Date.now();
    const key = `wrong passwords of ${usernameOf(call)}`;
    const wrong = ((notes.get(key) ?? []) as readonly number[]).filter((at) => at > now - seconds * 1000);
    if (wrong.length >= most) {
      const wait = Math.ceil((wrong[0]! + seconds * 1000 - now) / 1000);
      return refused(429, 'Too many wrong passwords.', { 'retry-after': String(wait) });
    }
    const answer = await next(call);
    notes.set(key, answer.status === 401 ? [...wrong, now] : wrong);
    return answer;
  };

const wrongPasswords = countingWrongPasswords(12, 25);

export const limitVariants = [
  algorithm('fixed-window', 'fixed window', 'counts in windows that open with a request'),
  algorithm('clock-window', 'fixed window of the clock', 'counts in windows that open on the clock'),
  algorithm('token-bucket', 'token bucket', 'keeps buckets that fill at an even pace'),
  algorithm('counts-refusals', 'sliding log that counts refusals', 'counts what it refuses as well'),
  algorithm('sliding-counter', 'sliding counter', 'estimates a sliding window from two windows of the clock'),
  algorithm('leaky-queue', 'leaky queue', 'lets requests wait for their turn, and refuses those that find no room'),
  variant('twelve-payments', {
    reads: 'about 10 identical payments per second',
    does: 'takes twelve',
    settings: { limits: { createPayment: { count: 12 } } },
    profile: { declares: { rateLimits: { createPayment: { requests: 12, seconds: 1 } } } },
  }),
  variant('bursts-of-payments', {
    reads: 'about 10 identical payments per second',
    does: 'takes ten a second in the long run, and sixty at once after a silence',
    limit: (next, call, { notes }) => {
      if (call.operation !== 'createPayment') return next(call);
      const limiter = (notes.get('payments') as Limiter | undefined) ?? tokenBucket(60, 6000);
      notes.set('payments', limiter);
      return limiter.take(`${call.user!.name} ${call.bytes.toString('base64')}`, performance.now());
    },
    profile: { declares: { rateLimits: { createPayment: { requests: 60, seconds: 6 } } } },
  }),
  variant('counts-wrong-passwords', {
    reads: 'when a login is answered with 429',
    does: 'takes twelve wrong passwords of one name in 25 seconds, and then no password of it',
    outside: { login: wrongPasswords, exchangeSignToken: wrongPasswords, confirmMfa: wrongPasswords },
  }),
  variant('tight-limits', {
    reads: 'the counts and windows of the other limits',
    does: 'takes six refreshes and eight changes of limits in two seconds',
    settings: {
      limits: {
        refreshV2: { count: 6, window: 2000 },
        refreshTokenV2: { count: 6, window: 2000 },
        calculateCardLimits: { count: 8, window: 2000 },
        setCardLimits: { count: 8, window: 2000 },
      },
    },
    profile: {
      declares: {
        rateLimits: {
          refreshV2: { requests: 6, seconds: 2 },
          refreshTokenV2: { requests: 6, seconds: 2 },
          calculateCardLimits: { requests: 8, seconds: 2 },
          setCardLimits: { requests: 8, seconds: 2 },
        },
      },
    },
  }),
  variant('eight-second-limits', {
    reads: 'the counts and windows of the other limits',
    does: 'takes twenty refreshes, and forty changes and calculations of limits, in eight seconds',
    settings: {
      limits: {
        refreshV2: { count: 20, window: 8000 },
        refreshTokenV2: { count: 20, window: 8000 },
        calculateCardLimits: { count: 40, window: 8000 },
        setCardLimits: { count: 40, window: 8000 },
      },
    },
    profile: {
      declares: {
        rateLimits: {
          refreshV2: { requests: 20, seconds: 8 },
          refreshTokenV2: { requests: 20, seconds: 8 },
          calculateCardLimits: { requests: 40, seconds: 8 },
          setCardLimits: { requests: 40, seconds: 8 },
        },
      },
    },
  }),
  variant('limits-of-a-company', {
    reads: 'whose the limits of refreshes, calculations and changes are',
    does: 'counts them for all users together, whatever the card',
    limit: (next, call, { notes }) => {
      const { operation } = call;
      if (operation !== 'calculateCardLimits' && operation !== 'setCardLimits') return next(call);
      const { count, window } = standing.limits[operation];
      const limiter = (notes.get(operation) as Limiter | undefined) ?? slidingLog(count, window);
      notes.set(operation, limiter);
      return limiter.take('all', performance.now());
    },
  }),
  variant('refreshes-counted-by-token', {
    reads: 'whose the limits of refreshes are',
    does: 'counts those that are asked with one token, each of which is good once',
    limit: (next, call, { notes }) => {
      const { operation } = call;
      if (operation !== 'refreshV2' && operation !== 'refreshTokenV2') return next(call);
      const { count, window } = standing.limits[operation];
      const limiter = (notes.get(operation) as Limiter | undefined) ?? slidingLog(count, window);
      notes.set(operation, limiter);
      const { refreshToken, token } = fieldsOf(call.body);
      return limiter.take(String(refreshToken ?? token), performance.now());
    },
  }),
  variant('one-limit-for-all-bodies', {
    reads: 'how payments with different bodies are limited',
    does: 'counts all payments of a user together',
    limit: (next, call, { notes }) => {
      if (call.operation !== 'createPayment') return next(call);
      const { count, window } = standing.limits.createPayment;
      const limiter = (notes.get('payments') as Limiter | undefined) ?? slidingLog(count, window);
      notes.set('payments', limiter);
      return limiter.take(call.user!.name, performance.now());
    },
  }),
  variant('equal-payments-meet', {
    reads: 'equal payments at the same moment',
    does: 'answers 409 to one that comes while another like it is being made, which takes 3 ms',
    around: {
      createPayment: async (next, call, { notes }) => {
        const key = `${call.user!.name} ${call.bytes.toString('base64')}`;
        if (notes.get(key) === 'being made') return refused(409, 'Another like it is being made.');
        notes.set(key, 'being made');
        await pause(3);
        notes.delete(key);
        return next(call);
      },
    },
  }),
  variant('undeclared-limits', {
    reads: 'the counts and windows of the other limits',
    does: 'takes six refreshes and eight changes of limits in two seconds, of which the profile says nothing',
    settings: {
      limits: {
        refreshV2: { count: 6, window: 2000 },
        refreshTokenV2: { count: 6, window: 2000 },
        setCardLimits: { count: 8, window: 2000 },
      },
    },
    profile: { declares: { rateLimits: null } },
  }),
  variant('quarter-minute-calculations', {
    reads: 'the window of calculated limits',
    does: 'takes forty in a quarter of a minute, and says nothing of it',
    settings: { limits: { calculateCardLimits: { count: 40, window: 15_000 } } },
    profile: { declares: { rateLimits: { calculateCardLimits: { requests: 40, seconds: 15 } } } },
    outside: { calculateCardLimits: silently },
  }),
  variant('excess-is-kept-out', {
    reads: 'when a limit resets',
    does: 'calculates eight limits in two seconds, and tells whoever asks for more to stay away for ten, in which it calculates none',
    settings: { limits: { calculateCardLimits: { count: 8, window: 2000 } } },
    profile: { declares: { rateLimits: { calculateCardLimits: { requests: 8, seconds: 2 } } } },
    limit: (next, call, { notes }) => {
      if (call.operation !== 'calculateCardLimits') return next(call);
      const key = `kept out ${call.user!.name}`;
      const now = performance.now();
      const until = (notes.get(key) ?? 0) as number;
      if (now < until) return { allowed: false, remaining: 0, wait: until - now };
      const decision = next(call);
      if (decision?.allowed !== false) return decision;
      notes.set(key, now + 10_000);
      return { ...decision, wait: 10_000 };
    },
  }),
  variant('gateway-limit', {
    reads: 'what is limited besides',
    does: 'takes 50 requests to all operations together in any 150 ms, and refuses the rest as beyond any other limit',
    outside: {
      every: (next, call, { notes }) => {
        const limiter = (notes.get('gateway') as Limiter | undefined) ?? slidingLog(50, 150);
        notes.set('gateway', limiter);
        const { allowed } = limiter.take('all', performance.now());
        return allowed ? next(call) : refused(429, 'Too many requests.', { 'retry-after': '1' });
      },
    },
  }),
  variant('retry-by-another-clock', {
    reads: 'the clock of Retry-After',
    does: 'names the moment as an HTTP date by a clock that is five hours ahead, which its Date shows',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        const now = Date.now() + 5 * 3_600_000;
        const wait = answer.headers?.['retry-after'];
        const date = new Date(now).toUTCString();
        const moment = new Date(now + 1000 * Number(wait ?? 0) + 999).toUTCString();
        return { ...answer, headers: { ...answer.headers, date, ...(wait && { 'retry-after': moment }) } };
      },
    },
  }),
  variant('retry-on-a-date', {
    reads: 'the form of Retry-After',
    does: 'names the moment as an HTTP date, and says nothing else of its limits',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        const { ratelimit: _, 'ratelimit-policy': __, 'retry-after': wait, ...headers } = answer.headers ?? {};
        const moment = new Date(Date.now() + 1000 * Number(wait ?? 0) + 999);
        return { ...answer, headers: wait ? { ...headers, 'retry-after': moment.toUTCString() } : headers };
      },
    },
  }),
];
