// Faults of refreshing a session.
import { refused } from '../../errors.ts';
import type { Around } from '../../http/seams.ts';
import { edited, editing, fieldOf, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { isForm } from './edits.ts';

/** Answers a refresh with the access token that was noted together with its refresh token. */
const keepingAccess: Around = async (next, call, { notes }) =>
  edited(await next(call), ({ access }) => {
    access.token = notes.get(fieldOf(call, 'token') as string) ?? access.token;
  });

export const refresh = [
  fault('refresh-only-access-token', {
    breaks: 'SESS-02',
    does: 'answers a refresh without a refresh token',
    around: {
      refreshSession: editing((pair) => {
        delete pair.refresh;
      }),
    },
  }),
  fault('refresh-token-number', {
    breaks: 'SESS-03',
    does: 'answers a refresh with a number for the refresh token',
    around: {
      refreshSession: editing((pair) => {
        pair.refresh.token = 4711;
      }),
    },
  }),
  fault('refresh-form-refused', {
    breaks: 'SESS-13',
    does: 'answers 415 to a refresh with a form body',
    around: { refreshSession: () => refused(415, 'Send JSON.') },
  }),
  fault('refresh-token-ends-early', {
    breaks: 'SESS-13',
    does: 'takes a refresh token for four seconds, and says that it is good for a day',
    issue: (next, kind, user, { clock, notes }) => {
      const issued = next(kind, user);
      if (kind === 'refresh') notes.set(issued.token, clock() + 4000);
      return issued;
    },
    around: {
      refreshSession: (next, call, { clock, notes, tokens }) => {
        const token = String(fieldOf(call, 'token'));
        const end = notes.get(token);
        if (typeof end === 'number' && clock() > end) tokens.spend('refresh', token);
        return next(call);
      },
    },
  }),
  fault('refresh-keeps-access-token', {
    breaks: 'SESS-14',
    does: 'answers a refresh with the access token that is to be renewed',
    around: {
      login: async (next, call, { notes }) => {
        const answer = await next(call);
        return edited(answer, ({ access, refresh }) => {
          if (refresh) notes.set(refresh.token, access.token);
        });
      },
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        return edited(answer, ({ access, refresh }) => {
          access.token = notes.get(fieldOf(call, 'token') as string) ?? access.token;
          notes.set(refresh.token, access.token);
        });
      },
    },
  }),
  fault('refresh-keeps-access-token-once', {
    breaks: 'SESS-14',
    does: 'answers the first refresh after a login with the access token of that login',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ access, refresh }) => {
          if (refresh) notes.set(refresh.token, access.token);
        }),
      refreshSession: keepingAccess,
    },
  }),
  fault('refresh-keeps-access-token-of-a-session-by-form', {
    breaks: 'SESS-14',
    does: 'answers the first refresh after a login by a form with the access token of that login',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ access, refresh }) => {
          if (refresh && isForm(call)) notes.set(refresh.token, access.token);
        }),
      refreshSession: keepingAccess,
    },
  }),
  fault('refresh-keeps-access-token-of-an-exchange', {
    breaks: 'SESS-14',
    does: 'answers a refresh in the session of a v2 exchange with the access token of that exchange',
    around: {
      exchangeSignToken: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => notes.set(data.refreshToken, data.accessToken)),
      refreshSession: keepingAccess,
    },
  }),
  fault('refresh-token-known-by-its-beginning', {
    breaks: 'SESS-17',
    does: 'does not look at the last two characters of a refresh token',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ refresh }) => {
          if (refresh) notes.set(`refresh ${refresh.token.slice(0, -2)}`, refresh.token);
        }),
      refreshSession: (next, call, { notes }) => {
        const given = fieldOf(call, 'token');
        const issued = typeof given === 'string' ? notes.get(`refresh ${given.slice(0, -2)}`) : undefined;
        return next(issued === undefined ? call : withFields(call, { token: issued }));
      },
    },
  }),
  fault('refresh-access-token-dead', {
    breaks: 'SESS-15',
    does: 'answers a refresh with an access token that does not count',
    around: {
      refreshSession: async (next, call, { tokens }) => {
        const answer = await next(call);
        return edited(answer, ({ access }) => tokens.spend('access', access.token));
      },
    },
  }),
  fault('refresh-once-only', {
    breaks: 'SESS-15',
    does: 'does not refresh a refreshed session again',
    around: {
      refreshSession: async (next, call, { tokens }) => {
        const answer = await next(call);
        return edited(answer, ({ refresh }) => tokens.spend('refresh', refresh.token));
      },
    },
  }),
  fault('refresh-three-times-only', {
    breaks: 'SESS-15',
    does: 'refreshes a session three times, and no more',
    around: {
      refreshSession: async (next, call, { notes, tokens }) => {
        const generation = Number(notes.get(`generation of ${fieldOf(call, 'token')}`) ?? 1);
        return edited(await next(call), ({ refresh }) => {
          notes.set(`generation of ${refresh.token}`, generation + 1);
          if (generation >= 3) tokens.spend('refresh', refresh.token);
        });
      },
    },
  }),
  fault('refresh-once-after-second-factor', {
    breaks: 'SESS-15',
    does: 'does not refresh the session again of a user whose login asks for a second factor',
    around: {
      refreshSession: async (next, call, { tokens }) => {
        const answer = await next(call);
        return edited(answer, ({ access, refresh }) => {
          if (tokens.owner('access', access.token)?.mfaAtLogin) tokens.spend('refresh', refresh.token);
        });
      },
    },
  }),
  fault('refreshed-access-token-ends-early', {
    breaks: 'SESS-15',
    does: 'takes the access token of a refresh for four seconds, and says that it is good for an hour',
    around: {
      refreshSession: async (next, call, { clock, notes }) =>
        edited(await next(call), ({ access }) => notes.set(`Bearer ${access.token}`, clock() + 4000)),
    },
    authenticate: (next, call, { clock, notes }) => {
      const end = notes.get(call.headers.authorization ?? '');
      return typeof end === 'number' && clock() > end ? undefined : next(call);
    },
  }),
  fault('refreshed-refresh-token-ends-early', {
    breaks: 'SESS-15',
    does: 'takes the refresh token of a refresh for four seconds, and says that it is good for a day',
    around: {
      refreshSession: async (next, call, { clock, notes, tokens }) => {
        const token = String(fieldOf(call, 'token'));
        const end = notes.get(token);
        if (typeof end === 'number' && clock() > end) tokens.spend('refresh', token);
        return edited(await next(call), ({ refresh }) => notes.set(refresh.token, clock() + 4000));
      },
    },
  }),
  fault('refresh-expiry-in-milliseconds', {
    breaks: 'SESS-06',
    does: 'writes expiredAt of refreshed tokens in milliseconds, and of others in seconds',
    around: {
      refreshSession: editing(({ access, refresh }) => {
        for (const token of [access, refresh]) token.expiredAt *= 1000;
      }),
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
];
