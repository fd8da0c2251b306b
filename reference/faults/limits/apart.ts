// Faults by which limits that should be separate affect each other: those of operations, of users, of bodies.
import type { Call } from '../../http/call.ts';
import type { LimitedOperation } from '../../settings.ts';
import { fault } from '../fault.ts';
import { body, isPayment, type Limit, paymentLimit, shut } from './edits.ts';

const isReading = ({ operation }: Call): boolean => /^(list|read)(Card|Payment)/.test(operation);

/** A user who is over the limit of one operation is refused at others. */
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

/** A user who is over the limit of payments is refused at every limited operation. */
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

export const spreading = [
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
];

export const allBodies = [
  fault('payment-limit-all-bodies', {
    breaks: 'RATE-13',
    does: 'counts all payments of a user together',
    limit: paymentLimit(10, 1000, (call) => call.user!.name),
  }),
];
