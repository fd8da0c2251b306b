// Faults of rate limits.
import { type Limiter, slidingLog } from '../limits.ts';
import { fault } from './fault.ts';

const own = (notes: Map<string, unknown>, count: number, window: number): Limiter => {
  const limiter = (notes.get('limiter') as Limiter | undefined) ?? slidingLog(count, window);
  notes.set('limiter', limiter);
  return limiter;
};

export const limitFaults = [
  fault('payment-limit-too-low', {
    breaks: 'RATE-01',
    does: 'takes five identical payments per second',
    limit: (next, call, { notes }) =>
      call.operation === 'createPayment'
        ? own(notes, 5, 1000).take(`${call.user!.name} ${call.bytes.toString('base64')}`, performance.now())
        : next(call),
  }),
  fault('payment-limit-absent', {
    breaks: 'RATE-02',
    does: 'takes any number of identical payments',
    limit: (next, call) => (call.operation === 'createPayment' ? undefined : next(call)),
  }),
  fault('payment-limit-for-good', {
    breaks: 'RATE-03',
    does: 'never takes a payment again that was refused once',
    limit: (next, call, { notes }) => {
      const key = `${call.operation} ${call.user?.name} ${call.bytes.toString('base64')}`;
      const decision = notes.has(key) ? { allowed: false, remaining: 0, wait: 1000 } : next(call);
      if (call.operation === 'createPayment' && decision?.allowed === false) notes.set(key, true);
      return decision;
    },
  }),
  fault('limit-spreads', {
    breaks: 'RATE-05',
    does: 'refuses every operation to a user who is over the limit of one',
    limit: (next, call, { notes }) => {
      const until = (notes.get(`${call.user?.name}`) as number | undefined) ?? 0;
      if (performance.now() < until) return { allowed: false, remaining: 0, wait: until - performance.now() };
      const decision = next(call);
      if (decision?.allowed === false) notes.set(`${call.user?.name}`, performance.now() + decision.wait);
      return decision;
    },
  }),
  fault('limit-without-retry-after', {
    breaks: 'RATE-07',
    does: 'leaves Retry-After out',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        const { 'retry-after': _left, ...headers } = answer.headers ?? {};
        return answer.status === 429 ? { ...answer, headers } : answer;
      },
    },
  }),
];
