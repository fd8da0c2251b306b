// Faults of the limits of calculations and refreshes.
import { refused } from '../../errors.ts';
import type { LimitedOperation } from '../../settings.ts';
import { createCollection } from '../../store/collection.ts';
import { fault } from '../fault.ts';
import { body, type Limit, own, shut } from './edits.ts';

const limited = (operation: LimitedOperation, count: number, window: number): Limit => {
  return (next, call, { notes }) =>
    call.operation === operation ? own(notes, count, window).take(call.user!.name, performance.now()) : next(call);
};

export const otherLimits = [
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
];
