// Limits that count differently, and answers that report them differently.
import type { Answer, Call } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import { type Decision, type Limiter, slidingLog } from '../../limits.ts';

export type Limit = NonNullable<Seams['limit']>;

type Outside = NonNullable<Seams['outside']>;

export const own = (notes: Map<string, unknown>, count: number, window: number, algorithm = slidingLog): Limiter => {
  const limiter = (notes.get('limiter') as Limiter | undefined) ?? algorithm(count, window);
  notes.set('limiter', limiter);
  return limiter;
};

export const isPayment = (call: Call): boolean => call.operation === 'createPayment';

export const body = (call: Call): string => call.bytes.toString('base64');

export const asUsual = (call: Call): string => `${call.user!.name} ${body(call)}`;

/** Limits payments with another count and window, or by another key. */
export const paymentLimit = (
  count: number,
  window: number,
  key: (call: Call) => string = asUsual,
  algorithm = slidingLog,
): Limit => {
  return (next, call, { notes }) =>
    isPayment(call) ? own(notes, count, window, algorithm).take(key(call), performance.now()) : next(call);
};

/** Replaces each 429 that payments get, or that any operation gets, by another answer. */
export const instead = (of: 'createPayment' | 'every', make: (refusal: Answer) => Answer): Outside => ({
  [of]: async (next: (call: Call) => Answer | Promise<Answer>, call: Call) => {
    const answer = await next(call);
    return answer.status === 429 ? make(answer) : answer;
  },
});

export const shut = (wait: number): Decision => ({ allowed: false, remaining: 0, wait });
