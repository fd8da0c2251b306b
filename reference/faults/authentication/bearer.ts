// Faults in what is accepted as an access token.
import { createHash } from 'node:crypto';
import { refused } from '../../errors.ts';
import type { Seams } from '../../http/seams.ts';
import type { TokenKind } from '../../tokens.ts';
import type { User } from '../../users.ts';
import { edited, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { askingFor, credentialsOf, ofBasic, ofBearer, takingNoted } from './edits.ts';

const ofAny = /^\S+ +(?<value>\S+)$/i;

/** Accepts another kind of token as an access token, except for the list of events, which has a requirement of its own. */
const taking = (kind: TokenKind): Pick<Seams, 'authenticate'> => ({
  authenticate: (next, call, { tokens }) => {
    const user = next(call);
    if (user !== undefined || [...askingFor, 'listWebhookEvents'].includes(call.operation)) return user;
    return tokens.owner(kind, credentialsOf(call, ofBearer));
  },
});

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Issues access tokens as JWTs that contain the real token. `over` selects what the signature covers; a header for which `isUnsigned` is true needs
 * none. The signature stands for one that only the service can make.
 */
const asJwt = (
  over: (claims: Loose) => unknown,
  isUnsigned: (header: Loose) => boolean,
): Pick<Seams, 'issue' | 'owner'> => ({
  issue: (next, kind, user) => {
    const issued = next(kind, user);
    if (kind !== 'access') return issued;
    const claims = { jti: issued.token, sub: user.name, exp: issued.expiredAt };
    const signature = digest(JSON.stringify(over(claims)));
    return { ...issued, token: [encoded({ alg: 'HS256', typ: 'JWT' }), encoded(claims), signature].join('.') };
  },
  owner: (next, kind, token) => {
    if (kind !== 'access') return next(kind, token);
    const [header, claims, signature] = token.split('.');
    try {
      const [head, told] = [header, claims].map((part) => JSON.parse(Buffer.from(part!, 'base64url').toString()));
      const isTaken = isUnsigned(head) || signature === digest(JSON.stringify(over(told)));
      return isTaken ? next(kind, told.jti) : undefined;
    } catch {
      return undefined;
    }
  },
});

export const unsignedTokens = [
  fault('token-unsigned-taken', {
    breaks: 'AUTH-02',
    does: 'takes an access token without a signature where its header says alg None',
    ...asJwt(
      (claims) => claims,
      ({ alg }) => alg === 'None',
    ),
  }),
  fault('token-signature-over-its-id-alone', {
    breaks: 'AUTH-02',
    does: 'signs the id of an access token alone, so that its other claims may be changed',
    ...asJwt(
      ({ jti }) => jti,
      () => false,
    ),
  }),
];

export const bearerSchemes = [
  fault('bearer-of-other-letters-400', {
    breaks: 'AUTH-02',
    does: 'answers 400 to a bearer token with letters that its own never have',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        const isOdd = /^bearer [^ ]*[+/~=]/i.test(call.headers.authorization ?? '');
        return answer.status === 401 && isOdd ? refused(400, 'This is no token.') : answer;
      },
    },
  }),
  fault('bearer-scheme-unchecked', {
    breaks: 'AUTH-02',
    does: 'takes an access token under any scheme when the webhook configuration is read',
    authenticate: (next, call, { tokens }) =>
      next(call) ?? (call.operation === 'readWebhook' ? tokens.owner('access', credentialsOf(call, ofAny)) : undefined),
  }),
  fault('bearer-takes-basic', {
    breaks: 'AUTH-04',
    does: 'lists v1 cards to who sends user name and password',
    authenticate: (next, call, { data }) => {
      const user = next(call);
      if (user !== undefined || call.operation !== 'listCardsV1') return user;
      const pair = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString();
      return data.users.find(({ username, password }) => pair === `${username}:${password}`);
    },
  }),
  fault('bearer-takes-refresh-token', {
    breaks: 'AUTH-05',
    does: 'takes a refresh token as a bearer token',
    ...taking('refresh'),
  }),
  fault('bearer-takes-refresh-token-for-sorted-list', {
    breaks: 'AUTH-05',
    does: 'lists cards in order for who sends a refresh token',
    authenticate: (next, call, { tokens }) => {
      const isOpen = call.operation === 'listCards' && call.query.sort !== undefined;
      return next(call) ?? (isOpen ? tokens.owner('refresh', credentialsOf(call, ofBearer)) : undefined);
    },
  }),
  fault('bearer-takes-basic-for-sorted-list', {
    breaks: 'AUTH-04',
    does: 'lists cards in order for who sends user name and password',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'listCards' && call.query.sort !== undefined;
      const pair = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString();
      const named = data.users.find(({ username, password }) => pair === `${username}:${password}`);
      return next(call) ?? (isOpen ? named : undefined);
    },
  }),
  fault('bearer-takes-web-socket-token', {
    breaks: 'AUTH-05',
    does: 'takes a WebSocket token as a bearer token',
    ...taking('webSocket'),
  }),
  fault('bearer-takes-mfa-token-of-login', {
    breaks: 'AUTH-05',
    does: 'takes the mfaToken of a login for an access token, before the second factor is confirmed',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ mfaToken }) => mfaToken && notes.set(`Bearer ${mfaToken}`, call.user)),
    },
    authenticate: takingNoted,
  }),
  fault('bearer-takes-sign-token', {
    breaks: 'AUTH-05',
    does: 'takes a sign token as a bearer token',
    ...taking('sign'),
  }),
  ...(['refreshToken', 'wsToken'] as const).map((name) =>
    fault(`bearer-takes-${name === 'wsToken' ? 'web-socket' : 'refresh'}-token-of-exchange`, {
      breaks: 'AUTH-05',
      does: `takes the ${name} of a v2 exchange as a bearer token`,
      around: {
        exchangeSignToken: async (next, call, { notes }) => {
          const answer = await next(call);
          return edited(answer, ({ data }) => data && notes.set(`exchanged ${data[name]}`, call.user));
        },
      },
      authenticate: (next, call, { notes }) =>
        next(call) ??
        (call.operation === 'listWebhookEvents'
          ? undefined
          : (notes.get(`exchanged ${credentialsOf(call, ofBearer)}`) as User | undefined)),
    }),
  ),
  fault('bearer-case-ignored', {
    breaks: 'AUTH-02',
    does: 'compares access tokens without regard to case',
    issue: (next, kind, user, { notes }) => {
      const issued = next(kind, user);
      if (kind === 'access') notes.set(`token ${issued.token.toLowerCase()}`, user);
      return issued;
    },
    authenticate: (next, call, { notes }) =>
      next(call) ?? (notes.get(`token ${credentialsOf(call, ofBearer).toLowerCase()}`) as User | undefined),
  }),
];

export const cutTokens = [
  fault('token-without-its-last-letter', {
    breaks: 'AUTH-02',
    does: 'does not look at the last letter of a bearer token',
    authenticate: (next, call, { notes }) => {
      const kept = credentialsOf(call, ofBearer).slice(0, -1);
      const users = (notes.get('kept') ?? new Map()) as Map<string, User>;
      const user = next(call) ?? (askingFor.includes(call.operation) ? undefined : users.get(kept));
      notes.set('kept', user && kept !== '' ? users.set(kept, user) : users);
      return user;
    },
  }),
  fault('refreshed-token-only-reads', {
    breaks: 'SESS-15',
    does: 'takes the access token of a refreshed pair for reading alone',
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        notes.set(`refreshed ${(answer.body as Loose)?.access?.token}`, true);
        return answer;
      },
    },
    authenticate: (next, call, { notes }) => {
      const isRefreshed = notes.has(`refreshed ${credentialsOf(call, ofBearer)}`);
      return isRefreshed && call.operation === 'cancelPayment' ? undefined : next(call);
    },
  }),
];
