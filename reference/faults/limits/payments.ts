// Faults of the limit of payments.
import { tokenBucket } from '../../limits.ts';
import { fault } from '../fault.ts';
import { asUsual, body, instead, isPayment, own, paymentLimit, shut } from './edits.ts';

export const ofPayments = [
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
];
