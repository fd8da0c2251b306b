// Faults in what is accepted as a refresh token.
import { edited, fieldOf, withFields } from '../edits.ts';
import { fault } from '../fault.ts';

export const refreshTokens = [
  fault('refresh-takes-access-token', {
    breaks: 'SESS-19',
    does: 'refreshes with an access token as well',
    owner: (next, kind, token) => next(kind, token) ?? (kind === 'refresh' ? next('access', token) : undefined),
  }),
  fault('refresh-takes-refreshed-access-token', {
    breaks: 'SESS-19',
    does: 'refreshes with the access token of a refresh as well',
    around: {
      refreshSession: async (next, call, { notes, tokens }) => {
        const token = String(fieldOf(call, 'token'));
        const user = notes.has(`refreshed ${token}`) ? tokens.owner('access', token) : undefined;
        const answer = await next(user ? withFields(call, { token: tokens.issue('refresh', user).token }) : call);
        return edited(answer, ({ access }) => notes.set(`refreshed ${access.token}`, true));
      },
    },
  }),
  ...(['accessToken', 'wsToken'] as const).map((name) =>
    fault(`refresh-takes-${name === 'wsToken' ? 'web-socket' : 'access'}-token-of-exchange`, {
      breaks: 'SESS-19',
      does: `refreshes with the ${name} of a v2 exchange as well`,
      around: {
        exchangeSignToken: async (next, call, { notes }) =>
          edited(await next(call), ({ data }) => notes.set(`exchanged ${data[name]}`, call.user)),
        refreshSession: (next, call, { notes, tokens }) => {
          const user = notes.get(`exchanged ${fieldOf(call, 'token')}`) as typeof call.user;
          return next(user ? withFields(call, { token: tokens.issue('refresh', user).token }) : call);
        },
      },
    }),
  ),
  fault('refresh-by-web-socket-token', {
    breaks: 'SESS-19',
    does: 'refreshes with a WebSocket token as well',
    owner: (next, kind, token) => next(kind, token) ?? (kind === 'refresh' ? next('webSocket', token) : undefined),
  }),
  ...(['mfa', 'sign'] as const).map((kind) =>
    fault(`refresh-by-${kind}-token`, {
      breaks: 'SESS-19',
      does: `refreshes with ${kind === 'mfa' ? 'an mfaToken' : 'a sign token'} as well`,
      around: {
        refreshSession: (next, call, { tokens }) => {
          const user = tokens.owner(kind, String(fieldOf(call, 'token')));
          return next(user ? withFields(call, { token: tokens.issue('refresh', user).token }) : call);
        },
      },
    }),
  ),
  fault('refresh-by-search-for-tokens', {
    breaks: 'SESS-19',
    does: 'refreshes the session of somebody for a form that asks for any token but one',
    around: {
      refreshSession: (next, call, { data, tokens }) => {
        const isSearch = decodeURIComponent(call.bytes.toString()).startsWith('token[$ne]=');
        return next(isSearch ? withFields(call, { token: tokens.issue('refresh', data.users[0]!).token }) : call);
      },
    },
  }),
  fault('refresh-by-mfa-token-of-login', {
    breaks: 'SESS-19',
    does: 'refreshes with the mfaToken of a login as well, before the second factor is confirmed',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ mfaToken }) => mfaToken && notes.set(`demanded ${mfaToken}`, call.user)),
      refreshSession: (next, call, { notes, tokens }) => {
        const user = notes.get(`demanded ${fieldOf(call, 'token')}`) as typeof call.user;
        return next(user ? withFields(call, { token: tokens.issue('refresh', user).token }) : call);
      },
    },
  }),
];
