// Other lifetimes of sessions, and other ways to handle the second factor.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldErrors, misplaced, refused } from '../errors.ts';
import { edited, fieldOf, withFields } from '../faults/edits.ts';
import type { Answer, Call, OperationName } from '../http/call.ts';
import type { Around, Seams } from '../http/seams.ts';
import { claiming } from '../operations/answers.ts';
import type { Service } from '../service-state.ts';
import type { TokenKind } from '../tokens.ts';
import type { User } from '../users.ts';
import { variant } from './variant.ts';

const askForPassword = new Set<OperationName>(['login', 'exchangeSignToken', 'confirmMfa']);
const mostWrong = 5;

/** Only the latest `most` access tokens of a user are valid at a time. */
const keepingLatest =
  (most: number): NonNullable<Seams['issue']> =>
  (next, kind, user, { notes, tokens }) => {
    const issued = next(kind, user);
    if (kind !== 'access') return issued;
    const all = [...((notes.get(user.name) as readonly string[] | undefined) ?? []), issued.token];
    for (const earlier of all.slice(0, -most)) tokens.spend('access', earlier);
    notes.set(user.name, all.slice(-most));
    return issued;
  };

const accessTokensOf = (notes: Service['notes'], { name }: User): readonly string[] =>
  (notes.get(name) as readonly string[] | undefined) ?? [];

/** As many dots as make the padding two characters long, whatever the token. */
const fillingOf = (token: string): string => '.'.repeat(1501 - (token.length % 3));
const isLong = (kind: TokenKind): boolean => kind === 'access' || kind === 'refresh';
const lengthened = (token: string): string => Buffer.from(`${token}${fillingOf(token)}`).toString('base64');
const unpadded = (text: string): string => text.replace(/=*$/, '');

const unsealed = (token: string): string => token.slice(0, token.lastIndexOf('.'));
const sealed = (token: string): string => `${token}.${createHash('sha256').update(token).digest('base64url')}`;
const isSealed = (token: string): boolean => sealed(unsealed(token)) === token;
const inOnePart = (token: string): string => token.replace('.', '');
const sealLength = 43;

const firstRequest = 1_990_000;

/** Counts the ids of MFA requests up. An id from before the run counts as a request that still waits for a code of whoever asks. */
const countingRequests: Around = async (next, call, { notes, tokens }) => {
  const { requestId } = call.parameters;
  const isEarlier = /^\d+$/.test(requestId ?? '') && Number(requestId) < firstRequest;
  const meant = isEarlier ? tokens.issue('mfa', call.user!).token : String(notes.get(`request ${requestId}`));
  const answer = await next(requestId === undefined ? call : withParameter(call, meant));
  const { mfaToken } = (answer.body ?? {}) as { readonly mfaToken?: string };
  if (mfaToken === undefined) return answer;
  const count = Number(notes.get('requests') ?? firstRequest) + 1;
  notes.set('requests', count);
  notes.set(`request ${count}`, mfaToken);
  return { ...answer, body: { ...(answer.body as object), mfaToken: claiming(String(count)) } };
};

const withParameter = (call: Call, requestId: string): Call => ({
  ...call,
  parameters: { ...call.parameters, requestId },
});

const again = { mfa: { login: 'again', signToken: { in: 'body', name: 'signToken' } } };

const byClaim = { mfa: { requestId: { claim: 'requestId' } } };

/** `told`: how a token with a wrong checksum is refused. */
const reusableAndSealed = { 'ERR-13': 'only a token that has expired is answered with 404, and tokens outlive a run' };

const sealingRefreshTokens = (told: (status: number, token: string) => Answer): Seams => ({
  settings: { refreshTokens: 'reusable' },
  issue: (next, kind, user) => {
    const issued = next(kind, user);
    return kind === 'refresh' ? { ...issued, token: sealed(issued.token) } : issued;
  },
  owner: (next, kind, token) => next(kind, kind === 'refresh' && isSealed(token) ? unsealed(token) : token),
  around: {
    refreshSession: (next, call, { settings }) => {
      const token = fieldOf(call, 'token');
      if (typeof token !== 'string' || isSealed(token)) return next(call);
      return told(settings.validationStatus, 'This is no refresh token.');
    },
  },
});

export const sessionVariants = [
  variant('long-tokens', {
    reads: 'the form of a token',
    does: 'gives access and refresh tokens of 2,000 characters of padded base64, read with or without the padding',
    settings: { refreshTokens: 'reusable' },
    issue: (next, kind, user) => {
      const issued = next(kind, user);
      return isLong(kind) ? { ...issued, token: lengthened(issued.token) } : issued;
    },
    owner: (next, kind, long) => {
      if (!isLong(kind)) return next(kind, long);
      const token = Buffer.from(long, 'base64').toString().replace(/\.*$/, '');
      return unpadded(lengthened(token)) === unpadded(long) ? next(kind, token) : undefined;
    },
  }),
  variant('wrong-passwords-counted', {
    reads: 'what wrong passwords lead to',
    does: 'answers 403 to a user, however right, after five wrong passwords in a row',
    outside: {
      every: async (next, call, { data, notes }) => {
        const [, value = ''] = /^basic +(\S+)/i.exec(call.headers.authorization ?? '') ?? [];
        const [username, ...rest] = Buffer.from(value, 'base64').toString().split(':');
        const user = data.users.find((one) => one.username === username);
        if (user === undefined || !askForPassword.has(call.operation)) return next(call);
        const count = `wrong passwords of ${user.name}`;
        const wrong = Number(notes.get(count) ?? 0);
        if (wrong >= mostWrong) return refused(403, 'This user is locked.');
        notes.set(count, rest.join(':') === user.password ? 0 : wrong + 1);
        return next(call);
      },
    },
  }),
  variant('mfa-always', {
    reads: 'when MFA is demanded',
    does: 'asks everybody for a second factor at login',
    settings: { mfaAtLogin: 'always' },
  }),
  variant('mfa-never', {
    reads: 'when MFA is demanded',
    does: 'asks nobody for a second factor at login',
    settings: { mfaAtLogin: 'never' },
  }),
  variant('exchange-of-logins-alone', {
    reads: 'what a sign token is good for',
    does: 'asks nobody for a second factor at login, and refuses with 403 to exchange what another operation had confirmed',
    leaves: Object.fromEntries(
      ['SESS-26', 'SESS-28', 'SESS-31', 'SESS-33', 'PAR-26', 'ERR-18', 'VER-01', 'VER-02'].map((id) => [
        id,
        'no sign token can be had that the exchange takes',
      ]),
    ),
    settings: { mfaAtLogin: 'never' },
    around: { exchangeSignToken: () => refused(403, 'This token is not of a login.') },
  }),
  variant('mfa-login-again', {
    reads: 'how a sign token becomes a session',
    does: 'takes it in the body of a second v3 login',
    settings: { mfaLogin: 'again' },
    profile: { users: { mfa: again } },
  }),
  variant('fingerprints-of-other-shapes-unseen', {
    reads: 'a fingerprint of another shape, and whether one is needed',
    does: 'asks everybody for a second factor at login, takes the sign token in a second one, and leaves out a fingerprint that is no text',
    settings: { mfaAtLogin: 'always', mfaLogin: 'again' },
    around: {
      login: (next, call) => {
        const isSeen = typeof fieldOf(call, 'fingerprint') === 'string';
        return next(isSeen ? call : withFields(call, { fingerprint: 'unknown' }));
      },
    },
    profile: { users: { full: again, mfa: again, second: again, restricted: again } },
  }),
  variant('mfa-token-claims', {
    reads: 'how an mfaToken leads to the MFA request',
    does: 'gives a JWT that claims the request id',
    settings: { mfaTokens: 'claim' },
    profile: { users: { full: byClaim, mfa: byClaim, restricted: byClaim } },
  }),
  variant('mfa-requests-counted', {
    reads: 'the form of an MFA request id',
    does: 'counts the ids of MFA requests up, and gives a JWT that claims one',
    around: { every: countingRequests },
    profile: { users: { full: byClaim, mfa: byClaim, second: byClaim, restricted: byClaim } },
  }),
  variant('mfa-202', {
    reads: 'the status of an MFA demand',
    does: 'answers 202 with it',
    settings: { mfaStatus: 202 },
    profile: {
      declares: {
        success: {
          login: [200, 202],
          signPayments: [200, 202],
          setSmsBalanceNotification: [200, 202],
          inviteMember: [200, 202],
        },
      },
    },
  }),
  variant('sign-token-reusable', {
    reads: 'how often a sign token can be used',
    does: 'takes it until it expires',
    settings: { signTokens: 'reusable' },
  }),
  variant('latest-sign-token-alone', {
    reads: 'how many sign tokens of one user are good at a time',
    does: 'takes 20 ms for a login, asks everybody for a second factor there, and ends the sign token of a user with his next confirmation',
    settings: { mfaAtLogin: 'always' },
    around: {
      login: async (next, call) => {
        await pause(20);
        return next(call);
      },
    },
    issue: (next, kind, user, { notes, tokens }) => {
      const issued = next(kind, user);
      if (kind !== 'sign') return issued;
      const key = `sign token of ${user.name}`;
      tokens.spend('sign', String(notes.get(key)));
      notes.set(key, issued.token);
      return issued;
    },
  }),
  variant('short-lived-tokens', {
    reads: 'token lifetimes',
    does: 'gives access tokens ten seconds and refresh tokens a minute',
    settings: { lifetimes: { access: 10, refresh: 60, webSocket: 5, sign: 30, mfa: 30 } },
  }),
  variant('refresh-tokens-of-a-form', {
    reads: 'the form of a token',
    does: 'answers what is not of the form of a refresh token as an invalid input',
    around: {
      refreshSession: (next, call, { settings }) => {
        const token = fieldOf(call, 'token');
        if (typeof token === 'string' && /^rt_[\w-]{32}$/.test(token)) return next(call);
        return misplaced(settings.validationStatus, { body: { token: 'This is no refresh token.' } });
      },
    },
  }),
  variant('refresh-tokens-sealed', {
    reads: 'the form of a token',
    does: 'gives refresh tokens with a checksum, and answers one whose checksum is wrong as an invalid input',
    leaves: reusableAndSealed,
    ...sealingRefreshTokens((status, token) => misplaced(status, { body: { token } })),
  }),
  variant('refresh-tokens-sealed-told-by-field', {
    reads: 'the form of a token, and which of its shapes a validation error has',
    does: 'gives refresh tokens with a checksum, and answers one whose checksum is wrong with the errors of its fields',
    leaves: reusableAndSealed,
    ...sealingRefreshTokens((status, token) => fieldErrors(status, { token })),
  }),
  variant('refresh-tokens-sealed-in-one-part', {
    reads: 'the form of a token',
    does: 'gives refresh tokens of one part whose last characters prove the others, and answers others as an invalid input',
    leaves: reusableAndSealed,
    settings: { refreshTokens: 'reusable' },
    issue: (next, kind, user) => {
      const issued = next(kind, user);
      return kind === 'refresh' ? { ...issued, token: inOnePart(sealed(issued.token)) } : issued;
    },
    owner: (next, kind, token) => next(kind, kind === 'refresh' ? token.slice(0, -sealLength) : token),
    around: {
      refreshSession: (next, call, { settings }) => {
        const token = fieldOf(call, 'token');
        if (typeof token !== 'string' || inOnePart(sealed(token.slice(0, -sealLength))) === token) return next(call);
        return misplaced(settings.validationStatus, { body: { token: 'This is no refresh token.' } });
      },
    },
  }),
  variant('refresh-tokens-stay', {
    reads: 'whether a refresh token outlives its use',
    does: 'takes it again until it expires',
    settings: { refreshTokens: 'reusable' },
  }),
  variant('one-refresh-token', {
    reads: 'whether a refresh token outlives a later login',
    does: 'keeps one refresh token of each user, the latest, while access tokens stay good',
    issue: (next, kind, user, { notes, tokens }) => {
      const issued = next(kind, user);
      if (kind !== 'refresh') return issued;
      const key = `refresh token of ${user.name}`;
      tokens.spend(kind, String(notes.get(key)));
      notes.set(key, issued.token);
      return issued;
    },
  }),
  variant('exchange-of-access-tokens-for-both', {
    reads: 'whether the wsToken of the v2 exchange is a token apart',
    does: 'answers its access token as wsToken as well',
    around: {
      exchangeSignToken: async (next, call) =>
        edited(await next(call), ({ data }) => {
          data.wsToken = data.accessToken;
        }),
    },
  }),
  variant('exchange-ends-other-sessions', {
    reads: 'what the parameter of the v2 exchange does',
    does: 'ends all other sessions of the user when it is 1',
    issue: (next, kind, user, { notes }) => {
      const issued = next(kind, user);
      const all = (notes.get(`sessions of ${user.name}`) as string[] | undefined) ?? [];
      if (kind === 'access' || kind === 'refresh') all.push(issued.token);
      notes.set(`sessions of ${user.name}`, all);
      return issued;
    },
    around: {
      exchangeSignToken: async (next, call, { notes, tokens, settings }) => {
        const others = [...((notes.get(`sessions of ${call.user?.name}`) as string[] | undefined) ?? [])];
        const answer = await next(call);
        const isEnding = call.query[settings.names.exchangeFlag] === '1' && answer.status < 300;
        for (const token of isEnding ? others : []) tokens.spend('access', token);
        return answer;
      },
    },
  }),
  variant('expiry-in-milliseconds', {
    reads: 'the unit of expiredAt',
    does: 'counts milliseconds',
    issue: (next, kind, user) => {
      const issued = next(kind, user);
      return { ...issued, expiredAt: issued.expiredAt * 1000 };
    },
  }),
  variant('one-session', {
    reads: 'sessions of one user',
    does: 'ends the earlier session with a new login',
    issue: keepingLatest(1),
    profile: { open: { sessionsPerUser: 'one' } },
  }),
  variant('refresh-ends-other-tokens', {
    reads: 'sessions of one user',
    does: 'ends the access tokens of all sessions of a user when one of them is refreshed',
    issue: (next, kind, user, { notes }) => {
      const issued = next(kind, user);
      if (kind === 'access') notes.set(user.name, [...accessTokensOf(notes, user), issued.token]);
      return issued;
    },
    around: {
      refreshSession: async (next, call, { notes, tokens }) => {
        const user = tokens.owner('refresh', String(fieldOf(call, 'token')));
        const before = user ? accessTokensOf(notes, user) : [];
        const answer = await next(call);
        for (const token of answer.status < 300 ? before : []) tokens.spend('access', token);
        return answer;
      },
    },
    profile: { open: { sessionsPerUser: 'discover' } },
  }),
  variant('three-sessions', {
    reads: 'sessions of one user',
    does: 'ends the earliest of three sessions with a new login',
    issue: keepingLatest(3),
    profile: { open: { sessionsPerUser: 'discover' } },
  }),
];
