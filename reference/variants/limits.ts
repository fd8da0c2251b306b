// Other limiters, all of which keep to what is stated of limits.
import type { Algorithm } from '../limits.ts';
import { variant } from './variant.ts';

const algorithm = (id: string, limiter: Algorithm, does: string) =>
  variant(id, { reads: 'the algorithm of rate limits', does, settings: { limiter } });

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
