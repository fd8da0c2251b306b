// Faults of sessions: login, refresh, the WebSocket token and the v2 exchange.
import { refused } from '../errors.ts';
import { editing, fieldOf, withFields, without } from './edits.ts';
import { fault } from './fault.ts';

export const sessionFaults = [
  fault('login-form-refused', {
    breaks: 'PAR-26',
    does: 'answers 415 to a login with a form body',
    around: {
      login: (next, call) =>
        call.body.kind === 'object' && call.body.as === 'form' ? refused(415, 'Send JSON.') : next(call),
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
  fault('refresh-expires-in-text', {
    breaks: 'SESS-04',
    does: 'writes expiresIn of refreshed tokens as text',
    around: {
      refreshSession: editing((pair) => {
        for (const token of [pair.access, pair.refresh]) token.expiresIn = String(token.expiresIn);
      }),
    },
  }),
  fault('refresh-unknown-token-401', {
    breaks: 'SESS-17',
    does: 'answers 401 to an unknown refresh token',
    around: {
      refreshSession: async (next, call) => {
        const answer = await next(call);
        return answer.status === 404 ? refused(401, 'The refresh token is not valid.') : answer;
      },
    },
  }),
  fault('refresh-takes-access-token', {
    breaks: 'SESS-19',
    does: 'refreshes with an access token as well',
    owner: (next, kind, token) => next(kind, token) ?? (kind === 'refresh' ? next('access', token) : undefined),
  }),
  fault('web-socket-token-is-access-token', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token',
    around: {
      issueWebSocketToken: (next, call) =>
        editing((token) => {
          token.token = call.headers.authorization?.split(' ').at(-1);
        })(next, call),
    },
  }),
  fault('exchange-flag-unchecked', {
    breaks: 'SESS-33',
    does: 'takes any value of the flag of the v2 exchange',
    around: { exchangeSignToken: (next, call, { settings }) => next(without(call, settings.names.exchangeFlag)) },
  }),
];
