// Faults in the answer that reports a limit.
import { fault } from '../fault.ts';
import { instead } from './edits.ts';

export const answers = [
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
];
