// Faults of sessions: login, refresh, the WebSocket token and the v2 exchange.

import { mfaRequired, refused } from '../errors.ts';
import type { Body, Call } from '../http/call.ts';
import type { Around, Seams } from '../http/seams.ts';
import { edited, editing, fieldOf, type Loose, withFields, without } from './edits.ts';
import { fault } from './fault.ts';

/** Ends a token of the pair that a login by a form has just answered. */
const spendingOfForms =
  (kind: 'access' | 'refresh'): Around =>
  async (next, call, { tokens }) => {
    const answer = await next(call);
    const isForm = call.body.kind === 'object' && call.body.as === 'form';
    return isForm ? edited(answer, (body) => body[kind] && tokens.spend(kind, body[kind].token)) : answer;
  };

/** Knows nobody by the access token of a refresh where it is used for this. */
const refreshedDeadFor = (isDead: (call: Call) => boolean): Pick<Seams, 'around' | 'authenticate'> => ({
  around: {
    refreshSession: async (next, call, { notes }) =>
      edited(await next(call), ({ access }) => notes.set(`Bearer ${access.token}`, true)),
  },
  authenticate: (next, call, { notes }) =>
    isDead(call) && notes.has(call.headers.authorization ?? '') ? undefined : next(call),
});

const isForm = ({ body }: Call): boolean => body.kind === 'object' && body.as === 'form';

/** Answers a refresh with the access token that is noted beside its refresh token. */
const keepingAccess: Around = async (next, call, { notes }) =>
  edited(await next(call), ({ access }) => {
    access.token = notes.get(fieldOf(call, 'token') as string) ?? access.token;
  });

/** Gives back as the WebSocket token such an access token as an operation has handed out. */
const accessTokenForWebSocket = (
  operation: 'login' | 'exchangeSignToken',
  tokenIn: (call: Call, body: Loose) => unknown,
): Required<Pick<Seams, 'around'>>['around'] => ({
  [operation]: (async (next, call, { notes }) =>
    edited(await next(call), (body) =>
      notes.set(`Bearer ${tokenIn(call, body)}`, tokenIn(call, body)),
    )) satisfies Around,
  issueWebSocketToken: async (next, call, { notes }) =>
    edited(await next(call), (answer) => {
      answer.token = notes.get(call.headers.authorization ?? '') ?? answer.token;
    }),
});

/** A user whose sign token goes into a second login. */
const again = { mfa: { login: 'again', signToken: { in: 'body', name: 'signToken' } } };

export const sessionFaults = [
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
  fault('web-socket-token-of-refreshed-session', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token where a refresh handed it out',
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        const { access } = (answer.body ?? {}) as { readonly access?: { readonly token?: string } };
        if (access?.token) notes.set(`refreshed ${access.token}`, true);
        return answer;
      },
      issueWebSocketToken: (next, call, { notes }) => {
        const access = call.headers.authorization?.split(' ').at(-1);
        if (!notes.has(`refreshed ${access}`)) return next(call);
        return editing((token) => {
          token.token = access;
        })(next, call);
      },
    },
  }),
  fault('web-socket-token-of-a-session-by-form', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token where a login by a form handed it out',
    around: accessTokenForWebSocket('login', (call, body) => (isForm(call) ? body.access?.token : undefined)),
  }),
  fault('web-socket-token-of-an-exchange', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token where a v2 exchange handed it out',
    around: accessTokenForWebSocket('exchangeSignToken', (_call, body) => body.data?.accessToken),
  }),
  fault('web-socket-token-expiry-text', {
    breaks: 'SESS-23',
    does: 'writes expiredAt of a WebSocket token as text',
    around: {
      issueWebSocketToken: editing((token) => {
        token.expiredAt = new Date(token.expiredAt * 1000).toISOString();
      }),
    },
  }),
  fault('web-socket-token-empty', {
    breaks: 'SESS-23',
    does: 'answers a WebSocket token of no characters',
    around: {
      issueWebSocketToken: editing((token) => {
        token.token = '';
      }),
    },
  }),
  fault('exchange-without-web-socket-token', {
    breaks: 'SESS-26',
    does: 'leaves wsToken out of the v2 exchange',
    around: {
      exchangeSignToken: editing(({ data }) => {
        delete data.wsToken;
      }),
    },
  }),
  fault('exchange-with-parameter-unconfirmed', {
    breaks: 'SESS-31',
    does: 'asks for no sign token where its parameter is 1',
    around: {
      exchangeSignToken: (next, call, { tokens, settings }) =>
        next(
          call.query[settings.names.exchangeFlag] === '1' && fieldOf(call, 'signToken') === undefined
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
    },
  }),
  fault('exchange-by-form-demands-again', {
    breaks: 'PAR-26',
    does: 'does not read the sign token of a v2 exchange that was sent as a form, and demands a second factor again',
    around: {
      exchangeSignToken: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm ? mfaRequired(200, tokens.issue('mfa', call.user!).token) : next(call);
      },
    },
  }),
  fault('exchange-by-form-one-token-twice', {
    breaks: 'SESS-26',
    does: 'gives the access token back as wsToken where the v2 exchange was sent as a form',
    around: {
      exchangeSignToken: async (next, call) => {
        const answer = await next(call);
        if (call.body.kind !== 'object' || call.body.as !== 'form') return answer;
        return edited(answer, ({ data }) => {
          data.wsToken = data.accessToken;
        });
      },
    },
  }),
  fault('exchange-access-token-dead', {
    breaks: 'SESS-28',
    does: 'answers the v2 exchange with an access token that does not count',
    around: {
      exchangeSignToken: async (next, call, { tokens }) => {
        const answer = await next(call);
        return edited(answer, ({ data }) => tokens.spend('access', data.accessToken));
      },
    },
  }),
  fault('exchange-by-form-access-token-dead', {
    breaks: 'SESS-28',
    does: 'answers the v2 exchange in a form with an access token that does not count',
    around: {
      exchangeSignToken: async (next, call, { tokens }) => {
        const answer = await next(call);
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm ? edited(answer, ({ data }) => tokens.spend('access', data.accessToken)) : answer;
      },
    },
  }),
  fault('login-by-form-refresh-token-dead', {
    breaks: 'SESS-13',
    does: 'answers a login by a form with a refresh token that does not count',
    around: { login: spendingOfForms('refresh') },
  }),
  fault('login-by-form-access-token-dead', {
    breaks: 'AUTH-15',
    does: 'answers a login by a form with an access token that does not count',
    around: { login: spendingOfForms('access') },
  }),
  fault('exchange-access-token-dead-with-parameter', {
    breaks: 'SESS-28',
    does: 'answers the v2 exchange with an access token that does not count where its parameter is 1',
    around: {
      exchangeSignToken: async (next, call, { settings, tokens }) => {
        const answer = await next(call);
        if (call.query[settings.names.exchangeFlag] !== '1') return answer;
        return edited(answer, ({ data }) => tokens.spend('access', data.accessToken));
      },
    },
  }),
  fault('exchange-access-token-not-for-payments', {
    breaks: 'SESS-28',
    does: 'answers the v2 exchange with an access token with which no payment can be read',
    around: {
      exchangeSignToken: async (next, call, { notes }) => {
        const answer = await next(call);
        return edited(answer, ({ data }) => notes.set(`Bearer ${data.accessToken}`, true));
      },
    },
    authenticate: (next, call, { notes }) =>
      call.operation === 'readPayment' && notes.has(call.headers.authorization ?? '') ? undefined : next(call),
  }),
  fault('refreshed-access-token-not-for-beneficiaries', {
    breaks: 'SESS-15',
    does: 'answers a refresh with an access token with which no beneficiary can be read',
    ...refreshedDeadFor(({ operation }) => operation === 'readBeneficiary'),
  }),
  fault('refreshed-access-token-not-for-credentials', {
    breaks: 'SESS-15',
    does: 'answers a refresh with an access token with which no credentials of a card can be had',
    ...refreshedDeadFor(({ operation }) => operation === 'readCardCredentials'),
  }),
  fault('exchange-access-token-only-reads', {
    breaks: 'SESS-28',
    does: 'answers the v2 exchange with an access token with which nothing but GET is taken',
    around: {
      exchangeSignToken: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => notes.set(`Bearer ${data.accessToken}`, true)),
    },
    authenticate: (next, call, { notes }) =>
      call.method !== 'GET' && notes.has(call.headers.authorization ?? '') ? undefined : next(call),
  }),
  fault('login-by-form-access-token-only-reads', {
    breaks: 'AUTH-15',
    does: 'answers a login by a form with an access token with which nothing but GET is taken',
    around: {
      login: async (next, call, { notes }) => {
        const answer = await next(call);
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return edited(answer, ({ access }) => isForm && access && notes.set(`Bearer ${access.token}`, true));
      },
    },
    authenticate: (next, call, { notes }) =>
      call.method !== 'GET' && notes.has(call.headers.authorization ?? '') ? undefined : next(call),
  }),
  fault('exchange-by-access-token', {
    breaks: 'SESS-31',
    does: 'takes an access token as the sign token of the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) =>
        next(
          tokens.owner('access', String(fieldOf(call, 'signToken'))) === call.user
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
    },
  }),
  fault('exchange-by-refresh-token', {
    breaks: 'SESS-31',
    does: 'takes a refresh token of its user as the sign token of the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) =>
        next(
          tokens.owner('refresh', String(fieldOf(call, 'signToken'))) === call.user
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
    },
  }),
  fault('exchange-sign-token-of-another', {
    breaks: 'SESS-31',
    does: 'takes the sign token of another user in the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) =>
        next(
          tokens.owner('sign', String(fieldOf(call, 'signToken'))) !== undefined
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
    },
  }),
  fault('exchange-sign-token-unchecked', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) =>
        next(
          typeof fieldOf(call, 'signToken') === 'string'
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
    },
  }),
  fault('exchange-sign-token-unchecked-in-forms', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of a v2 exchange in a form',
    around: {
      exchangeSignToken: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isAny = isForm && typeof fieldOf(call, 'signToken') === 'string';
        return next(isAny ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
      },
    },
  }),
  fault('exchange-sign-token-of-another-in-forms', {
    breaks: 'SESS-31',
    does: 'takes the sign token of another user in a v2 exchange in a form',
    around: {
      exchangeSignToken: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isTaken = isForm && tokens.owner('sign', String(fieldOf(call, 'signToken'))) !== undefined;
        return next(isTaken ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
      },
    },
  }),
  fault('exchange-sign-token-unchecked-with-parameter', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of a v2 exchange where its parameter is 1',
    around: {
      exchangeSignToken: (next, call, { settings, tokens }) => {
        const isAny = call.query[settings.names.exchangeFlag] === '1' && typeof fieldOf(call, 'signToken') === 'string';
        return next(isAny ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
      },
    },
  }),
  fault('exchange-form-without-sign-token', {
    breaks: 'SESS-31',
    does: 'asks for no sign token in a v2 exchange that comes as a form',
    around: {
      exchangeSignToken: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isBare = isForm && fieldOf(call, 'signToken') === undefined;
        return next(isBare ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
      },
    },
  }),
  fault('tokens-may-be-stored', {
    breaks: 'SESS-37',
    does: 'lets a cache keep the answers that carry tokens',
    around: {
      login: async (next, call) => {
        const answer = await next(call);
        return { ...answer, headers: { ...answer.headers, 'cache-control': 'private, max-age=60' } };
      },
    },
  }),
  fault('exchange-flag-unchecked-in-forms', {
    breaks: 'SESS-33',
    does: 'takes any value of the flag of a v2 exchange that comes as a form',
    around: {
      exchangeSignToken: (next, call, { settings }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return next(isForm ? without(call, settings.names.exchangeFlag) : call);
      },
    },
  }),
  fault('exchange-flag-zero-refused-in-forms', {
    breaks: 'SESS-33',
    does: 'refuses 0 as the flag of a v2 exchange that comes as a form',
    around: {
      exchangeSignToken: (next, call, { settings: { names, validationStatus } }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isZero = isForm && call.query[names.exchangeFlag] === '0';
        return isZero ? refused(validationStatus, 'The flag must be true or false.') : next(call);
      },
    },
  }),
  fault('exchange-flag-unchecked', {
    breaks: 'SESS-33',
    does: 'takes any value of the flag of the v2 exchange',
    around: { exchangeSignToken: (next, call, { settings }) => next(without(call, settings.names.exchangeFlag)) },
  }),
];
