// Faults of versions and of deprecation.
import type { Call } from '../call.ts';
import { refused } from '../errors.ts';
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
];
