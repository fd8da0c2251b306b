// Faults of versions and of deprecation.

import { refused } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { fault } from './fault.ts';

const gone = (): ReturnType<typeof refused> => refused(410, 'This is not available any more.');

export const versionFaults = [
  fault('legacy-limits-gone', {
    breaks: 'VER-02',
    does: 'answers 410 to the v1 limits of a card',
    outside: { readCardLimitsV1: gone },
  }),
  fault('session-of-one-version', {
    breaks: 'VER-01',
    does: 'takes no token of the v3 login for v1 operations',
    issue: (next, kind, user, { notes }) => {
      const token = next(kind, user);
      notes.set(token.token, 'v3');
      return token;
    },
    authenticate: (next, call, { notes }) => {
      const token = call.headers.authorization?.split(' ').at(-1) ?? '';
      return call.url.startsWith('/v1/card') && notes.has(token) ? undefined : next(call);
    },
  }),
  fault('deprecation-everywhere', {
    breaks: 'VER-06',
    does: 'calls the current card list deprecated',
    outside: {
      listCards: async (next, call: Call) => {
        const answer = await next(call);
        return { ...answer, headers: { deprecation: '@1735689600', ...answer.headers } };
      },
    },
  }),
  fault('deprecation-unsaid', {
    breaks: 'VER-04',
    does: 'does not say of the v1 card list that it is deprecated',
    outside: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        const { deprecation: _left, ...headers } = answer.headers ?? {};
        return { ...answer, headers };
      },
    },
  }),
  fault('sunset-before-deprecation', {
    breaks: 'VER-05',
    does: 'sets the sun of the v1 card list before it was deprecated',
    outside: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        return { ...answer, headers: { ...answer.headers, sunset: 'Mon, 01 Jan 2024 00:00:00 GMT' } };
      },
    },
  }),
];
