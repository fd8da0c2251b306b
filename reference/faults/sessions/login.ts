// Faults of login.
import { refused } from '../../errors.ts';
import type { Body } from '../../http/call.ts';
import { editing, fieldOf, withFields } from '../edits.ts';
import { fault } from '../fault.ts';

/** Users who log in a second time with their sign token in the body. */
const again = { mfa: { login: 'again', signToken: { in: 'body', name: 'signToken' } } };

export const login = [
  fault('login-refused-instead-of-demand', {
    breaks: 'SESS-01',
    does: 'refuses the right password of who confirms by a second factor',
    around: {
      login: async (next, call) => {
        const answer = await next(call);
        const isDemand = (answer.body as Body | undefined)?.mfaToken !== undefined;
        return isDemand ? refused(403, 'A second factor is not set up.') : answer;
      },
    },
  }),
  fault('login-demand-with-tokens', {
    breaks: 'SESS-01',
    does: 'gives a token pair beside the demand for a second factor',
    around: {
      login: async (next, call, { tokens }) => {
        const answer = await next(call);
        const isDemand = (answer.body as Body | undefined)?.mfaToken !== undefined;
        if (!isDemand) return answer;
        const pair = { access: tokens.issue('access', call.user!), refresh: tokens.issue('refresh', call.user!) };
        return { ...answer, body: { ...(answer.body as Body), ...pair } };
      },
    },
  }),
  fault('login-demand-by-form-without-token', {
    breaks: 'SESS-01',
    does: 'demands a second factor without an mfaToken where the login comes as a form',
    around: {
      login: async (next, call) => {
        const answer = await next(call);
        const { mfaToken, ...rest } = (answer.body ?? {}) as Body;
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm && mfaToken !== undefined ? { ...answer, body: rest } : answer;
      },
    },
  }),
  fault('login-form-refused', {
    breaks: 'PAR-26',
    does: 'answers 415 to a login with a form body',
    around: {
      login: (next, call) =>
        call.body.kind === 'object' && call.body.as === 'form' ? refused(415, 'Send JSON.') : next(call),
    },
  }),
  fault('login-form-digits-are-a-number', {
    breaks: 'PAR-26',
    does: 'takes a fingerprint of digits in a form for a number, and refuses it',
    around: {
      login: (next, call) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isNumber = isForm && /^\d+$/.test(String(fieldOf(call, 'fingerprint')));
        return isNumber ? refused(400, 'The fingerprint has to be a text.') : next(call);
      },
    },
  }),
  fault('refresh-problem-wrapped', {
    breaks: 'ERR-04',
    does: 'turns down a refresh without a token in the words for an unknown card',
    around: {
      refreshSession: async (next, call) => {
        const answer = await next(call);
        const { body } = (answer.body ?? {}) as { body?: object };
        return body
          ? { ...answer, body: { status: 'ERROR', error: { code: 400, message: 'token is missing' } } }
          : answer;
      },
    },
  }),
  fault('login-fingerprint-64-refused', {
    breaks: 'SESS-10',
    does: 'takes a fingerprint of at most 63 characters',
    around: {
      login: (next, call) => {
        const fingerprint = fieldOf(call, 'fingerprint');
        const isLongest = typeof fingerprint === 'string' && fingerprint.length === 64;
        return next(isLongest ? withFields(call, { fingerprint: `${fingerprint}x` }) : call);
      },
    },
  }),
  fault('login-fingerprint-in-bytes', {
    breaks: 'SESS-10',
    does: 'counts the bytes of a fingerprint, not its characters',
    around: {
      login: (next, call) => {
        const fingerprint = fieldOf(call, 'fingerprint');
        const isTooLong = typeof fingerprint === 'string' && Buffer.byteLength(fingerprint) > 64;
        return next(isTooLong ? withFields(call, { fingerprint: fingerprint.padEnd(65, 'x') }) : call);
      },
    },
  }),
  fault('login-fingerprint-escaped-measured', {
    breaks: 'SESS-10',
    does: 'measures the fingerprint of a form as it was written there, with its escapes',
    around: {
      login: (next, call) => {
        const fingerprint = fieldOf(call, 'fingerprint');
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isTooLong = isForm && typeof fingerprint === 'string' && encodeURIComponent(fingerprint).length > 64;
        return next(isTooLong ? withFields(call, { fingerprint: fingerprint.padEnd(65, 'x') }) : call);
      },
    },
  }),
  fault('login-fingerprint-unbounded', {
    breaks: 'SESS-10',
    does: 'takes a fingerprint of any length',
    around: {
      login: (next, call) => {
        const fingerprint = fieldOf(call, 'fingerprint');
        return next(
          typeof fingerprint === 'string' ? withFields(call, { fingerprint: fingerprint.slice(0, 64) }) : call,
        );
      },
    },
  }),
  fault('login-fingerprint-optional', {
    breaks: 'SESS-38',
    does: 'logs in without a fingerprint as well',
    around: {
      login: (next, call) =>
        next(fieldOf(call, 'fingerprint') === undefined ? withFields(call, { fingerprint: 'unknown' }) : call),
    },
  }),
  fault('login-fingerprint-of-any-type', {
    breaks: 'SESS-11',
    does: 'takes an object for a fingerprint',
    around: {
      login: (next, call) =>
        next(typeof fieldOf(call, 'fingerprint') === 'object' ? withFields(call, { fingerprint: 'an object' }) : call),
    },
  }),
  fault('login-fingerprint-unbounded-with-second-factor', {
    breaks: 'SESS-10',
    does: 'asks everybody for a second factor at login, takes the sign token in a second one, and a fingerprint of any length',
    settings: { mfaAtLogin: 'always', mfaLogin: 'again' },
    around: {
      login: (next, call) => next(withFields(call, { fingerprint: String(fieldOf(call, 'fingerprint')).slice(0, 64) })),
    },
    profile: { users: { full: again, mfa: again, second: again, restricted: again } },
  }),
  fault('login-fingerprint-of-any-type-with-second-factor', {
    breaks: 'SESS-11',
    does: 'asks everybody for a second factor at login, takes the sign token in a second one, and an object for a fingerprint',
    settings: { mfaAtLogin: 'always', mfaLogin: 'again' },
    around: {
      login: (next, call) =>
        next(typeof fieldOf(call, 'fingerprint') === 'object' ? withFields(call, { fingerprint: 'an object' }) : call),
    },
    profile: { users: { full: again, mfa: again, second: again, restricted: again } },
  }),
  fault('login-expiry-in-the-past', {
    breaks: 'SESS-06',
    does: 'says at login that the access token expired an hour ago',
    around: {
      login: editing((pair) => {
        if (pair.access) pair.access.expiredAt -= pair.access.expiresIn + 3600;
      }),
    },
  }),
];
