// Faults of authentication: whose credentials count, and when they are asked for.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownResource } from '../errors.ts';
import type { Answer, Call, Handler, OperationName } from '../http/call.ts';
import type { Around, Seams } from '../http/seams.ts';
import { isUuid } from '../operations/payments.ts';
import { paymentPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import type { Account } from '../store/data.ts';
import type { TokenKind } from '../tokens.ts';
import type { User } from '../users.ts';
import { edited, fieldOf, type Loose, withFields } from './edits.ts';
import { fault } from './fault.ts';

const credentialsOf = ({ headers }: Call, scheme: RegExp): string =>
  scheme.exec(headers.authorization ?? '')?.groups?.value ?? '';
const ofBearer = /^bearer +(?<value>\S+)$/i;
const ofBasic = /^basic +(?<value>\S+)$/i;
const ofAny = /^\S+ +(?<value>\S+)$/i;

/** Reads of such a header what is found in it. */
const unanchored = (header: RegExp, found: RegExp): Pick<Seams, 'authenticate'> => ({
  authenticate: (next, call) => {
    const { authorization = '' } = call.headers;
    const [read = authorization] = header.test(authorization) ? (found.exec(authorization) ?? []) : [];
    return next({ ...call, headers: { ...call.headers, authorization: read } });
  },
});

/** The profile names the same payments as ever, by their UUIDs. */
const foreignPaymentsByUuid = {
  fixtures: {
    foreign: {
      payments: [
        'e903d472-36b5-4250-b228-1b9bb250e02b',
        '719e586b-338e-4165-8c00-f28a2c8d8723',
        'ea0f594d-1f7c-4800-a2ee-2f0ad237dc06',
      ],
    },
  },
};

const sorted = (text: string): string => [...text].sort().join('');

const isForm = ({ headers }: Call): boolean => headers['content-type']?.includes('form') ?? false;

const isAskingForJson = ({ headers }: Call): boolean => headers.accept?.includes('json') ?? false;

/** Keeps a session by a cookie besides. */
const settingCookie: Pick<Seams, 'outside'> = {
  outside: {
    login: async (next, call) => {
      const answer = await next(call);
      const token: unknown = (answer.body as Loose)?.access?.token;
      const cookie = { 'set-cookie': `SESSION=${token}; Path=/; HttpOnly` };
      return token === undefined ? answer : { ...answer, headers: { ...answer.headers, ...cookie } };
    },
  },
};

const ownerByCookie = ({ headers }: Call, { owner }: Service['tokens']): User | undefined =>
  owner('access', /\bSESSION=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '');

const isWithout = ({ headers }: Call): boolean => headers.authorization === undefined;

const ownerOfBeneficiary = (
  { operation, parameters: { id = '' } }: Call,
  accounts: Iterable<Account>,
): User | undefined =>
  operation === 'readBeneficiary'
    ? [...accounts].find(({ beneficiaries }) => beneficiaries.find(id) !== undefined)?.user
    : undefined;

const asksFor = (call: Call, credential: string): boolean => [fieldOf(call, 'fields')].flat().includes(credential);

const ownerOfCard = ({ parameters: { id = '' } }: Call, accounts: Iterable<Account>): User | undefined =>
  [...accounts].find(({ cards }) => cards.find(id) !== undefined)?.user;

/** Whose the card is that one of the older operations is asked for by its number. */
const ownerByNumber = ({ operation, parameters: { id = '' } }: Call, accounts: Iterable<Account>): User | undefined =>
  (operation === 'readCardV1' || operation === 'readCardLimitsV1') && /^\d+$/.test(id)
    ? [...accounts].find(({ cards }) => cards.find(id) !== undefined)?.user
    : undefined;

const askingFor: readonly OperationName[] = ['login', 'refreshSession', 'exchangeSignToken', 'confirmMfa'];

/** Access tokens say that they live for ten seconds, which is so but for some operations. */
const endlessFor = (...operations: readonly OperationName[]): Pick<Seams, 'settings' | 'issue' | 'authenticate'> => ({
  settings: { lifetimes: { access: 86_400 } },
  issue: (next, kind, user, { clock, notes }) => {
    const token = next(kind, user);
    if (kind !== 'access') return token;
    notes.set(`end of ${token.token}`, clock() + 10_000);
    return { ...token, expiredAt: token.expiredAt - 86_390, expiresIn: 10 };
  },
  authenticate: (next, call, { clock, notes }) => {
    const end = notes.get(`end of ${credentialsOf(call, ofBearer)}`);
    const isOver = typeof end === 'number' && clock() > end && !operations.includes(call.operation);
    return isOver ? undefined : next(call);
  },
});

/** Takes another kind of token for an access token, except at the list of events, which has a requirement of its own. */
const taking = (kind: TokenKind): Pick<Seams, 'authenticate'> => ({
  authenticate: (next, call, { tokens }) => {
    const user = next(call);
    if (user !== undefined || [...askingFor, 'listWebhookEvents'].includes(call.operation)) return user;
    return tokens.owner(kind, credentialsOf(call, ofBearer));
  },
});

/** Takes what is noted as a user's for an access token, except at the list of events. */
const takingNoted: Seams['authenticate'] = (next, call, { notes }) =>
  next(call) ??
  (call.operation === 'listWebhookEvents'
    ? undefined
    : (notes.get(call.headers.authorization ?? '') as User | undefined));

/** Accepts a further password of a user, at some of the operations that need one. */
const takingPassword = (
  isTaken: (given: string, user: User, call: Call, users: readonly User[]) => boolean,
): Pick<Seams, 'authenticate'> => ({
  authenticate: (next, call, { data }) => {
    const user = next(call);
    if (user !== undefined || !askingFor.includes(call.operation)) return user;
    const [username, ...rest] = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString().split(':');
    const given = rest.join(':');
    return data.users.find((one) => one.username === username && isTaken(given, one, call, data.users));
  },
});

const held = 5;

/**
 * Delays each answer a little, and once in so many overlaps puts in an access token of the user who asked last meanwhile. `ownerOf`
 * is called before the operation, which may end the token by which the caller is known.
 */
const mixingUp = (
  operation: OperationName,
  onceIn: number,
  ownerOf: (call: Call, service: Service) => User | undefined,
  put: (body: Loose, token: string) => void,
): Pick<Seams, 'around'> => ({
  around: {
    [operation]: async (next: Handler, call: Call, service: Service) => {
      const { notes, tokens } = service;
      const owner = ownerOf(call, service);
      const answer = await next(call);
      notes.set('latest', owner);
      await pause(held);
      const latest = notes.get('latest') as User | undefined;
      if (latest === undefined || latest === owner) return answer;
      const overlaps = Number(notes.get('overlaps') ?? 0) + 1;
      notes.set('overlaps', overlaps);
      return overlaps % onceIn === 0
        ? edited(answer, (body) => put(body, tokens.issue('access', latest).token))
        : answer;
    },
  },
});

const inPair = (pair: Loose, token: string): void => {
  if (pair.access) pair.access.token = token;
};

const ofRefreshToken = (call: Call, { tokens }: Service): User | undefined =>
  tokens.owner('refresh', String(fieldOf(call, 'token')));
/** Does the call as the user who has the thing, whoever sent it. */
const asItsOwner =
  (has: (account: Account, id: string) => boolean): Around =>
  (next, call, { data }) => {
    const owner = [...data.accounts.values()].find((account) => has(account, call.parameters.id ?? ''))?.user;
    return next(owner === undefined ? call : { ...call, user: owner });
  };

/** The same, and tells whoever does not have it that it is unknown. */
const refusingAfterwards =
  (has: (account: Account, id: string) => boolean): Around =>
  async (next, call, service) => {
    const answer = await asItsOwner(has)(next, call, service);
    const isOwn = has(service.data.accounts.get(call.user!.name)!, call.parameters.id ?? '');
    return isOwn ? answer : unknownResource('There is no such thing.');
  };

/** Takes wallets of anybody for own ones. */
const givingWallets =
  (isSuch: (call: Call) => boolean): Around =>
  (next, call, { data }) => {
    const own = data.accounts.get(call.user!.name)!.wallets[0]!.uuid;
    const asked = fieldOf(call, 'walletAccess');
    const isWallet = (id: unknown) =>
      [...data.accounts.values()].some(({ wallets }) => wallets.some(({ uuid }) => uuid === id));
    const isGiven = isSuch(call) && Array.isArray(asked) && asked.length > 0 && asked.every(isWallet);
    return next(isGiven ? withFields(call, { walletAccess: [own] }) : call);
  };

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Gives access tokens as JWTs that claim the real one. The signature stands for one that only the service can make: `over` what of the claims,
 * and looked at unless the header says otherwise.
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

/** In a JSON body, which is not read yet when the caller is looked for. */
function signTokenIn({ bytes }: Call): unknown {
  try {
    return JSON.parse(bytes.toString()).signToken;
  } catch {
    return undefined;
  }
}

/** Notes whose login brought which token last, and ends those of the other users when this one goes on by an operation. */
const endingOthersBy = (operation: 'refreshSession' | 'exchangeSignToken', whose: typeof ofRefreshToken) => ({
  around: {
    login: async (next: Handler, call: Call, { notes }: Service) =>
      edited(await next(call), ({ access }) => access && notes.set(`login of ${call.user!.name}`, access.token)),
    [operation]: async (next: Handler, call: Call, service: Service) => {
      const { data, notes, tokens } = service;
      const owner = whose(call, service);
      const answer = await next(call);
      const others = answer.status === 200 && owner ? data.users.filter((user) => user !== owner) : [];
      for (const { name } of others) tokens.spend('access', String(notes.get(`login of ${name}`)));
      return answer;
    },
  },
});

export const authenticationFaults = [
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
  fault('password-beginning-taken', {
    breaks: 'AUTH-09',
    does: 'takes the first eight characters for the password of who confirms by a second factor',
    ...takingPassword((given, { name, password }) => name === 'mfa' && given === password.slice(0, 8)),
  }),
  fault('password-empty-taken', {
    breaks: 'AUTH-09',
    does: 'takes an empty password of the restricted user',
    ...takingPassword((given, { name }) => name === 'restricted' && given === ''),
  }),
  fault('password-case-ignored-by-form', {
    breaks: 'AUTH-09',
    does: 'compares passwords without regard to case where a login comes as a form',
    ...takingPassword(
      (given, { password }, { operation, headers }) =>
        operation === 'login' &&
        headers['content-type']?.includes('urlencoded') === true &&
        given.toLowerCase() === password.toLowerCase(),
    ),
  }),
  fault('password-case-ignored', {
    breaks: 'AUTH-09',
    does: 'compares passwords without regard to case in the v2 exchange',
    ...takingPassword(
      (given, { password }, { operation }) =>
        operation === 'exchangeSignToken' && given.toLowerCase() === password.toLowerCase(),
    ),
  }),
  fault('password-ends-at-nul', {
    breaks: 'AUTH-09',
    does: 'compares passwords at login up to the first NUL',
    ...takingPassword(
      (given, { password }, { operation }) => operation === 'login' && given.split('\u0000')[0] === password,
    ),
  }),
  fault('password-beyond-bcrypt-fails', {
    breaks: 'ERR-01',
    does: 'fails on a password of a known user at login that has more than 72 bytes',
    outside: {
      login: (next, call, { data }) => {
        const [username, ...rest] = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString().split(':');
        const isCompared = data.users.some((one) => one.username === username);
        const isTooLong = Buffer.byteLength(rest.join(':')) > 72;
        return isCompared && isTooLong ? refused(500, 'Something went wrong.') : next(call);
      },
    },
  }),
  fault('password-letters-in-any-order', {
    breaks: 'AUTH-09',
    does: 'takes the letters of a password in any order at login',
    ...takingPassword(
      (given, { password }, { operation }) => operation === 'login' && sorted(given) === sorted(password),
    ),
  }),
  fault('password-blanks-ignored', {
    breaks: 'AUTH-09',
    does: 'takes blanks around a password when a second factor is confirmed by an authenticator',
    ...takingPassword(
      (given, { password }, { operation, parameters }) =>
        operation === 'confirmMfa' && parameters.type === 'google' && given.trim() === password,
    ),
  }),
  fault('user-name-beginning-taken', {
    breaks: 'AUTH-09',
    does: 'knows a user by the beginning of the name alone, with the right password',
    authenticate: (next, call, { data }) => {
      const user = next(call);
      const [username = '', ...rest] = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString().split(':');
      if (user !== undefined || !askingFor.includes(call.operation) || username === '') return user;
      return data.users.find((one) => one.username.startsWith(username) && one.password === rest.join(':'));
    },
  }),
  fault('password-of-another-taken', {
    breaks: 'AUTH-09',
    does: 'logs the second user in with the password of anybody',
    ...takingPassword(
      (given, { name }, { operation }, users) =>
        operation === 'login' && name === 'second' && users.some(({ password }) => password === given),
    ),
  }),
  fault('logins-mixed-up', {
    breaks: 'AUTH-16',
    does: 'gives, once in twenty logins that overlap, a token of whoever logged in last',
    ...mixingUp('login', 20, ({ user }) => user, inPair),
  }),
  fault('refreshes-mixed-up', {
    breaks: 'AUTH-16',
    does: 'gives, once in twenty refreshes that overlap, a token of whoever refreshed last',
    ...mixingUp('refreshSession', 20, ofRefreshToken, inPair),
  }),
  fault('refresh-ends-sessions-of-others', {
    breaks: 'AUTH-16',
    does: 'ends the latest session of every other user with a refresh',
    ...endingOthersBy('refreshSession', ofRefreshToken),
  }),
  fault('exchange-ends-sessions-of-others', {
    breaks: 'AUTH-16',
    does: 'ends the latest session of every other user with a v2 exchange',
    ...endingOthersBy('exchangeSignToken', ({ user }) => user),
  }),
  fault('exchanges-mixed-up', {
    breaks: 'AUTH-16',
    does: 'gives a token of whoever came last when v2 exchanges overlap',
    ...mixingUp(
      'exchangeSignToken',
      1,
      ({ user }) => user,
      ({ data }, token) => {
        data.accessToken = token;
      },
    ),
  }),
  fault('refresh-of-who-refreshed-before', {
    breaks: 'AUTH-16',
    does: 'answers a refresh with a token of another user who refreshed within the last second',
    around: {
      refreshSession: async (next, call, service) => {
        const { notes, tokens } = service;
        const owner = ofRefreshToken(call, service);
        const answer = await next(call);
        const before = notes.get('refreshed') as { readonly user: User; readonly at: number } | undefined;
        if (owner) notes.set('refreshed', { user: owner, at: performance.now() });
        const isOther = before !== undefined && before.user !== owner && performance.now() - before.at < 1000;
        return isOther ? edited(answer, (pair) => inPair(pair, tokens.issue('access', before.user).token)) : answer;
      },
    },
  }),
  fault('bearer-not-needed-in-forms', {
    breaks: 'AUTH-01',
    does: 'invites a member for whoever asks in a form without credentials',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'inviteMember' && isForm(call) && isWithout(call);
      return isOpen ? data.users.find(({ name }) => name === 'full') : next(call);
    },
  }),
  fault('card-by-number-without-credentials', {
    breaks: 'AUTH-01',
    does: 'shows a card and its limits in v1 to nobody, by its number',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? (ownerByNumber(call, data.accounts.values()) ?? next(call)) : next(call),
  }),
  fault('card-by-number-with-any-token', {
    breaks: 'AUTH-02',
    does: 'shows a card and its limits in v1 by its number to whoever has a token, whatever that is',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? next(call) : (next(call) ?? ownerByNumber(call, data.accounts.values())),
  }),
  fault('login-form-without-credentials-400', {
    breaks: 'AUTH-08',
    does: 'answers 400 to a login by a form without credentials',
    outside: { login: (next, call) => (isForm(call) && isWithout(call) ? refused(400, 'Who are you?') : next(call)) },
  }),
  fault('login-form-malformed-basic-400', {
    breaks: 'AUTH-09',
    does: 'answers 400 to a login by a form with credentials that cannot be read',
    outside: {
      login: (next, call) => {
        const isRead = Buffer.from(credentialsOf(call, ofBasic), 'base64').includes(':');
        return isForm(call) && !isWithout(call) && !isRead ? refused(400, 'Who are you?') : next(call);
      },
    },
  }),
  fault('bearer-behind-anything-taken', {
    breaks: 'AUTH-02',
    does: 'looks for a bearer token anywhere in Authorization, whatever stands before it',
    ...unanchored(/\bbearer /i, /bearer .*$/i),
  }),
  fault('bearer-as-end-of-scheme-taken', {
    breaks: 'AUTH-02',
    does: 'takes any scheme for bearer whose name ends so',
    ...unanchored(/^\w+bearer /i, /bearer .*$/i),
  }),
  fault('basic-as-end-of-scheme-taken', {
    breaks: 'AUTH-09',
    does: 'takes any scheme for basic whose name ends so',
    ...unanchored(/^\w+basic /i, /basic .*$/i),
  }),
  fault('new-beneficiary-without-credentials', {
    breaks: 'AUTH-01',
    does: 'shows a beneficiary to anybody, where the profile names none',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? (ownerOfBeneficiary(call, data.accounts.values()) ?? next(call)) : next(call),
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('new-beneficiary-with-any-token', {
    breaks: 'AUTH-02',
    does: 'shows a beneficiary to whoever has a token, whatever that is, where the profile names none',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? next(call) : (next(call) ?? ownerOfBeneficiary(call, data.accounts.values())),
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('bearer-not-needed-for-expansions', {
    breaks: 'AUTH-01',
    does: 'shows a payment to anybody who asks for an expansion',
    authenticate: (next, call, { data, settings }) => {
      const isOpen =
        call.operation === 'readPayment' && isWithout(call) && call.query[settings.names.expand] !== undefined;
      return isOpen ? data.users[0] : next(call);
    },
  }),
  fault('payment-without-credentials', {
    breaks: 'AUTH-01',
    does: 'makes a payment for anybody who names a wallet that exists, in the name of the first user',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'createPayment' && isWithout(call);
      const names = [...data.accounts.values()].flatMap(({ cards }) => [...cards].map(({ wallet }) => wallet.uuid));
      return isOpen && names.some((name) => call.bytes.includes(name)) ? data.users[0] : next(call);
    },
  }),
  fault('limits-set-without-credentials', {
    breaks: 'AUTH-01',
    does: 'sets the limits of a card that exists for anybody',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'setCardLimits' && isWithout(call);
      const owner = [...data.accounts].find(([, { cards }]) => cards.byUuid(call.parameters.id ?? ''))?.[0];
      return isOpen ? data.users.find(({ name }) => name === owner) : next(call);
    },
  }),
  fault('bearer-not-needed-with-sign-token', {
    breaks: 'AUTH-01',
    does: 'validates and signs drafts for whoever sends a sign token, in the name of who confirmed',
    authenticate: (next, call, { settings, tokens }) => {
      const isOpen = call.operation === 'signPayments' && isWithout(call);
      return isOpen ? tokens.owner('sign', call.query[settings.names.signToken] ?? '') : next(call);
    },
  }),
  fault('never-issued-token-with-sign-token-taken', {
    breaks: 'AUTH-02',
    does: 'signs drafts in the name of who confirmed for whoever has a bearer token that was never issued',
    authenticate: (next, call, { settings, tokens }) =>
      next(call) ??
      (call.operation === 'signPayments' && /^at_/.test(credentialsOf(call, ofBearer))
        ? tokens.owner('sign', call.query[settings.names.signToken] ?? '')
        : undefined),
  }),
  fault('refresh-token-with-sign-token-taken', {
    breaks: 'AUTH-05',
    does: 'invites a member in the name of who confirmed for whoever has a refresh token',
    authenticate: (next, call, { tokens }) => {
      const isOpen =
        call.operation === 'inviteMember' && tokens.owner('refresh', credentialsOf(call, ofBearer)) !== undefined;
      return next(call) ?? (isOpen ? tokens.owner('sign', String(signTokenIn(call))) : undefined);
    },
  }),
  fault('bearer-not-needed-to-sign', {
    breaks: 'AUTH-01',
    does: 'signs drafts for whoever sends a sign token, in the name of who confirmed, and wants an access token only to validate',
    authenticate: (next, call, { settings, tokens }) => {
      const isOpen = call.operation === 'signPayments' && isWithout(call) && call.query.validate === '0';
      return isOpen ? tokens.owner('sign', call.query[settings.names.signToken] ?? '') : next(call);
    },
  }),
  fault('session-cookie-admits', {
    breaks: 'AUTH-01',
    does: 'takes the cookie that a login set for an access token',
    ...settingCookie,
    authenticate: (next, call, { tokens }) =>
      next(call) ?? (askingFor.includes(call.operation) ? undefined : ownerByCookie(call, tokens)),
  }),
  fault('session-cookie-logs-in', {
    breaks: 'AUTH-08',
    does: 'takes the cookie that a login set for the credentials of the next login',
    ...settingCookie,
    authenticate: (next, call, { tokens }) =>
      next(call) ?? (call.operation === 'login' && isWithout(call) ? ownerByCookie(call, tokens) : undefined),
  }),
  fault('session-cookie-before-token', {
    breaks: 'AUTH-16',
    does: 'acts for whom a cookie was set, whoever has the access token',
    ...settingCookie,
    authenticate: (next, call, { tokens }) => {
      const user = next(call);
      return user && !askingFor.includes(call.operation) ? (ownerByCookie(call, tokens) ?? user) : user;
    },
  }),
  fault('guard-without-last-slash', {
    breaks: 'AUTH-01',
    does: 'shows the list of cards to nobody at an address with a slash at its end',
    route: (next, url) => next(url.replace(/^([^?]*\/v2\/card)\/(?=\?|$)/, '$1')),
    authenticate: (next, call, { data }) =>
      call.operation === 'listCards' && /card\/(\?|$)/.test(call.url) && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('guard-in-small-letters', {
    breaks: 'AUTH-01',
    does: 'shows a card to nobody at an address in capital letters',
    route: (next, url) => next(url.replace(/\/v2\/CARD\//, '/v2/card/')),
    authenticate: (next, call, { data }) =>
      call.operation === 'readCard' && call.url.includes('/CARD/') && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('nobody-led-to-login', {
    breaks: 'AUTH-01',
    does: 'leads whoever has no credentials and does not accept JSON by name to a page for logging in',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        return answer.status === 401 && !isAskingForJson(call)
          ? { status: 302, headers: { location: '/login' } }
          : answer;
      },
    },
  }),
  fault('bearer-in-the-query', {
    breaks: 'AUTH-01',
    does: 'takes an access token in the query for the one in the header',
    authenticate: (next, call, { tokens }) => next(call) ?? tokens.owner('access', call.query.access_token ?? ''),
  }),
  fault('cancellation-before-credentials', {
    breaks: 'AUTH-01',
    does: 'cancels a payment before it refuses whoever has no credentials',
    outside: {
      cancelPayment: async (next, call, { data }) => {
        const answer = await next(call);
        const id = call.parameters.id ?? '';
        const payment = [...data.accounts.values()].map(({ payments }) => payments.find(id)).find(Boolean);
        if (answer.status === 401 && payment && paymentPermissions(payment).canCancel) payment.status = 'canceled';
        return answer;
      },
    },
  }),
  fault('limits-without-credentials', {
    breaks: 'AUTH-01',
    does: 'shows the v1 limits of a card that exists to anybody',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'readCardLimitsV1' && isWithout(call);
      const owner = [...data.accounts].find(([, { cards }]) => cards.byUuid(call.parameters.id ?? ''))?.[0];
      return isOpen ? data.users.find(({ name }) => name === owner) : next(call);
    },
  }),
  fault('token-worn-out', {
    breaks: 'AUTH-15',
    does: 'lists the webhook events three times for one access token, and no more',
    around: {
      listWebhookEvents: (next, call, { notes }) => {
        const used = Number(notes.get(`events for ${call.headers.authorization}`) ?? 0);
        notes.set(`events for ${call.headers.authorization}`, used + 1);
        return used < 3 ? next(call) : refused(401, 'The token is not valid.');
      },
    },
  }),
  fault('token-ends-after-fifty-uses', {
    breaks: 'AUTH-15',
    does: 'takes an access token for fifty requests, and no more',
    authenticate: (next, call, { notes }) => {
      const { authorization = '' } = call.headers;
      if (!authorization.startsWith('Bearer ')) return next(call);
      const used = Number(notes.get(`uses of ${authorization}`) ?? 0);
      notes.set(`uses of ${authorization}`, used + 1);
      return used < 50 ? next(call) : undefined;
    },
  }),
  fault('refreshed-refresh-token-for-access-token', {
    breaks: 'AUTH-05',
    does: 'takes the refresh token of a refreshed pair for an access token',
    around: {
      refreshSession: async (next, call, { notes, tokens }) =>
        edited(await next(call), ({ access, refresh }) =>
          notes.set(`Bearer ${refresh.token}`, tokens.owner('access', access.token)),
        ),
    },
    authenticate: takingNoted,
  }),
  fault('web-socket-token-of-refresh-for-access-token', {
    breaks: 'AUTH-05',
    does: 'takes the WebSocket token of a refreshed session for an access token',
    around: {
      refreshSession: async (next, call, { notes }) =>
        edited(await next(call), ({ access }) => notes.set(`refreshed ${access.token}`, true)),
      issueWebSocketToken: async (next, call, { notes }) =>
        edited(await next(call), ({ token }) => {
          if (notes.has(`refreshed ${credentialsOf(call, ofBearer)}`)) notes.set(`Bearer ${token}`, call.user);
        }),
    },
    authenticate: takingNoted,
  }),
  fault('token-ends-early', {
    breaks: 'AUTH-15',
    does: 'takes an access token for four seconds, and says that it is good for an hour',
    issue: (next, kind, user, { clock, notes }) => {
      const issued = next(kind, user);
      if (kind === 'access') notes.set(`Bearer ${issued.token}`, clock() + 4000);
      return issued;
    },
    authenticate: (next, call, { clock, notes }) => {
      const end = notes.get(call.headers.authorization ?? '');
      return typeof end === 'number' && clock() > end ? undefined : next(call);
    },
  }),
  fault('drafts-validated-without-credentials', {
    breaks: 'AUTH-01',
    does: 'validates drafts for anybody, in the name of the first user',
    authenticate: (next, call, { data }) =>
      call.operation === 'signPayments' && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('invitation-validated-without-credentials', {
    breaks: 'AUTH-01',
    does: 'validates invitations for anybody, in the name of the first user',
    authenticate: (next, call, { data }) =>
      call.operation === 'inviteMember' && call.query.validate === '1' && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('invitation-without-credentials', {
    breaks: 'AUTH-01',
    does: 'invites members for anybody, in the name of the first user, and wants credentials only to validate',
    authenticate: (next, call, { data, settings }) => {
      const isInEarnest = call.operation === 'inviteMember' && call.query[settings.names.memberFlag] === undefined;
      return isInEarnest && isWithout(call) ? data.users[0] : next(call);
    },
  }),
  fault('notification-switched-without-credentials', {
    breaks: 'AUTH-01',
    does: 'switches the notification of a card that exists for anybody',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'setSmsBalanceNotification' && isWithout(call);
      const owner = [...data.accounts].find(([, { cards }]) => cards.byUuid(call.parameters.id ?? ''))?.[0];
      return isOpen ? data.users.find(({ name }) => name === owner) : next(call);
    },
  }),
  fault('notification-before-credentials', {
    breaks: 'AUTH-01',
    does: 'switches the notification of a card before it refuses whoever has no credentials',
    outside: {
      setSmsBalanceNotification: async (next, call, { data, settings }) => {
        const answer = await next(call);
        const cards = [...data.accounts.values()].map((account) => account.cards.byUuid(call.parameters.id ?? ''));
        const card = cards.find((one) => one !== undefined);
        const asked = new RegExp(`"${settings.names.smsEnabled}":([01])`).exec(call.bytes.toString())?.[1];
        if (answer.status === 401 && card && asked) card.smsBalanceNotification = asked === '1';
        return answer;
      },
    },
  }),
  fault('cancellation-without-credentials-by-uuid', {
    breaks: 'AUTH-01',
    does: 'lets anybody cancel who names a payment by its UUID',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'cancelPayment' && isWithout(call) && isUuid(call.parameters.id ?? '');
      return isOpen ? data.users[0] : next(call);
    },
  }),
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
  fault('events-without-credentials', {
    breaks: 'AUTH-07',
    does: 'lists webhook events to anybody',
    authenticate: (next, call, { data }) =>
      next(call) ?? (call.operation === 'listWebhookEvents' ? data.users[0] : undefined),
  }),
  fault('mfa-without-credentials', {
    breaks: 'AUTH-08',
    does: 'confirms a second factor for who sends no credentials',
    authenticate: (next, call, { tokens }) =>
      call.operation === 'confirmMfa' && isWithout(call)
        ? tokens.owner('mfa', call.parameters.requestId ?? '')
        : next(call),
  }),
  fault('mfa-by-app-without-credentials', {
    breaks: 'AUTH-08',
    does: 'confirms a second factor by an authenticator for who sends no credentials',
    authenticate: (next, call, { tokens }) =>
      call.operation === 'confirmMfa' && isWithout(call) && call.parameters.type === 'google'
        ? tokens.owner('mfa', call.parameters.requestId ?? '')
        : next(call),
  }),
  fault('exchange-by-form-without-credentials', {
    breaks: 'AUTH-08',
    does: 'exchanges a sign token in a form for who sends no credentials',
    authenticate: (next, call, { tokens }) => {
      const isForm = call.operation === 'exchangeSignToken' && /form/.test(call.headers['content-type'] ?? '');
      const token = new URLSearchParams(call.bytes.toString()).get('signToken');
      return isForm && isWithout(call) ? tokens.owner('sign', token ?? '') : next(call);
    },
  }),
  fault('exchange-by-form-takes-bearer', {
    breaks: 'AUTH-12',
    does: 'exchanges a sign token in a form for who sends an access token',
    authenticate: (next, call, { tokens }) => {
      const isForm = call.operation === 'exchangeSignToken' && /form/.test(call.headers['content-type'] ?? '');
      return next(call) ?? (isForm ? tokens.owner('access', credentialsOf(call, ofBearer)) : undefined);
    },
  }),
  fault('password-case-ignored-in-exchange-by-form', {
    breaks: 'AUTH-09',
    does: 'compares passwords without regard to case in a v2 exchange that comes as a form',
    ...takingPassword(
      (given, { password }, { operation, headers }) =>
        operation === 'exchangeSignToken' &&
        headers['content-type']?.includes('urlencoded') === true &&
        given.toLowerCase() === password.toLowerCase(),
    ),
  }),
  fault('basic-takes-bearer', {
    breaks: 'AUTH-12',
    does: 'confirms a second factor for who sends an access token',
    authenticate: (next, call, { tokens }) =>
      next(call) ??
      (call.operation === 'confirmMfa' ? tokens.owner('access', credentialsOf(call, ofBearer)) : undefined),
  }),
  fault('body-before-credentials', {
    breaks: 'AUTH-14',
    does: 'tells who has no credentials that an invitation is empty',
    outside: {
      inviteMember: async (next, call) => {
        const answer = await next(call);
        return answer.status === 401 && call.bytes.length <= 2 ? refused(400, 'The invitation is empty.') : answer;
      },
    },
  }),
  fault('access-token-refused-by-beneficiary', {
    breaks: 'AUTH-15',
    does: 'takes no access token when a beneficiary is read',
    authenticate: (next, call) => (call.operation === 'readBeneficiary' ? undefined : next(call)),
  }),
  fault('access-token-never-ends', {
    breaks: 'AUTH-02',
    does: 'takes access tokens long after their ten seconds',
    settings: { lifetimes: { access: 86_400 } },
    issue: (next, kind, user) => {
      const token = next(kind, user);
      return kind === 'access' ? { ...token, expiredAt: token.expiredAt - 86_390, expiresIn: 10 } : token;
    },
  }),
  fault('access-token-never-ends-for-payments', {
    breaks: 'AUTH-02',
    does: 'reads payments for access tokens long after their ten seconds',
    ...endlessFor('readPayment'),
  }),
  fault('access-token-never-ends-for-signing', {
    breaks: 'AUTH-02',
    does: 'validates and signs drafts for access tokens long after their ten seconds',
    ...endlessFor('signPayments'),
  }),
  fault('access-token-never-ends-for-cards', {
    breaks: 'AUTH-02',
    does: 'tells the credentials of cards, and switches their notification, for access tokens long after their ten seconds',
    ...endlessFor('readCardCredentials', 'setSmsBalanceNotification'),
  }),
  fault('refreshed-token-never-ends', {
    breaks: 'AUTH-02',
    does: 'takes the access token of a refresh long after its ten seconds',
    settings: { lifetimes: { access: 86_400 } },
    issue: (next, kind, user, { clock, notes }) => {
      const token = next(kind, user);
      if (kind !== 'access') return token;
      notes.set(`end of ${token.token}`, clock() + 10_000);
      return { ...token, expiredAt: token.expiredAt - 86_390, expiresIn: 10 };
    },
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        notes.delete(`end of ${(answer.body as Loose).access?.token}`);
        return answer;
      },
    },
    authenticate: (next, call, { clock, notes }) => {
      const end = notes.get(`end of ${credentialsOf(call, ofBearer)}`);
      return typeof end === 'number' && clock() > end ? undefined : next(call);
    },
  }),
  fault('access-token-outlives-its-date', {
    breaks: 'AUTH-17',
    does: 'dates the end of an access token to ten seconds from now, and takes it for a day, as its lifetime says',
    settings: { lifetimes: { access: 86_400 } },
    issue: (next, kind, user) => {
      const token = next(kind, user);
      return kind === 'access' ? { ...token, expiredAt: token.expiredAt - 86_390 } : token;
    },
  }),
  fault('challenge-absent', {
    breaks: 'AUTH-18',
    does: 'answers 401 without WWW-Authenticate',
    outside: {
      every: async (next, call) => {
        const { headers: { 'www-authenticate': _left, ...headers } = {}, ...answer } = await next(call);
        return { ...answer, headers };
      },
    },
  }),
  fault('authorization-known-in-small-letters-alone', {
    breaks: 'AUTH-15',
    does: 'looks for the field authorization in small letters where a notification is switched and a webhook is read',
    authenticate: (next, call) =>
      call.headerNames.includes('Authorization') &&
      (call.operation === 'setSmsBalanceNotification' || call.operation === 'readWebhook')
        ? undefined
        : next(call),
  }),
  fault('scheme-in-small-letters-refused', {
    breaks: 'AUTH-19',
    does: 'knows the scheme of a bearer token by its capital alone',
    authenticate: (next, call) => (/^b(?!asic)/.test(call.headers.authorization ?? '') ? undefined : next(call)),
  }),
  fault('basic-password-unchecked', {
    breaks: 'AUTH-09',
    does: 'takes any password of a known user',
    authenticate: (next, call, { data }) => {
      const [username, password] = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString().split(':');
      return next(call) ?? data.users.find((user) => password !== undefined && user.username === username);
    },
  }),
  fault('card-unknown-before-credentials', {
    breaks: 'AUTH-13',
    does: 'tells who has no credentials that a card is unknown',
    outside: {
      readCard: async (next, call, { data }) => {
        const answer = await next(call);
        const isKnown = [...data.accounts.values()].some(({ cards }) => cards.byUuid(call.parameters.id ?? ''));
        return answer.status === 401 && !isKnown ? unknownResource('There is no such card.') : answer;
      },
    },
  }),
  fault('older-refresh-without-credentials', {
    breaks: 'AUTH-01',
    does: 'refreshes by the older way for who sends no bearer token',
    authenticate: (next, call, { tokens }) =>
      next(call) ??
      (call.operation === 'refreshV2' && isWithout(call)
        ? tokens.owner(
            'refresh',
            (JSON.parse(call.bytes.toString() || '{}') as { refreshToken?: string }).refreshToken ?? '',
          )
        : undefined),
  }),
  fault('filtered-list-without-credentials', {
    breaks: 'AUTH-01',
    does: "lists the main user's cards to nobody where both filters are given",
    authenticate: (next, call, { data }) => {
      const { status, type } = call.query;
      const isForAll = call.operation === 'listCards' && isWithout(call) && Boolean(status && type);
      return next(call) ?? (isForAll ? data.users[0] : undefined);
    },
  }),
  fault('filtered-list-with-any-token', {
    breaks: 'AUTH-02',
    does: 'takes any bearer token where the list of cards is sorted',
    authenticate: (next, call, { data }) => {
      const isForAll = call.operation === 'listCards' && call.query.sort === '-id' && !isWithout(call);
      return next(call) ?? (isForAll && credentialsOf(call, ofBearer) !== '' ? data.users[0] : undefined);
    },
  }),
  fault('foreign-payment-shown-expanded', {
    breaks: 'AUTH-22',
    does: 'shows payments of others with an expansion',
    around: {
      readPayment: (next, call, service) =>
        call.query.expand === undefined
          ? next(call)
          : asItsOwner(({ payments }, id) => payments.find(id) !== undefined)(next, call, service),
    },
  }),
  fault('foreign-limits-shown-by-number', {
    breaks: 'AUTH-22',
    does: 'shows the simple limits of cards of others by their number',
    around: { readCardLimitsV1: asItsOwner(({ cards }, id) => !isUuid(id) && cards.find(id) !== undefined) },
  }),
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
  fault('foreign-card-shown-after-its-owner', {
    breaks: 'AUTH-22',
    does: 'shows everybody a card that its owner was shown before',
    around: {
      readCard: async (next, call, service) => {
        const shown = `shown ${call.parameters.id}`;
        if (service.notes.has(shown))
          return asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service);
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(shown, true);
        return answer;
      },
    },
  }),
  fault('foreign-payment-shown', {
    breaks: 'AUTH-22',
    does: 'shows payments of others by their number',
    around: { readPayment: asItsOwner(({ payments }, id) => payments.find(id) !== undefined) },
  }),
  fault('foreign-payment-shown-by-uuid', {
    breaks: 'AUTH-22',
    does: 'shows payments of others by their UUID',
    around: { readPayment: asItsOwner(({ payments }, id) => payments.byUuid(id) !== undefined) },
  }),
  fault('foreign-beneficiary-shown', {
    breaks: 'AUTH-22',
    does: 'shows beneficiaries of others',
    around: { readBeneficiary: asItsOwner(({ beneficiaries }, id) => beneficiaries.find(id) !== undefined) },
  }),
  fault('foreign-beneficiary-shown-by-number', {
    breaks: 'AUTH-22',
    does: 'shows beneficiaries that others created meanwhile by their number',
    around: {
      readBeneficiary: asItsOwner(({ beneficiaries }, id) => {
        const { fields } = (!isUuid(id) && beneficiaries.find(id)) || {};
        return fields !== undefined && !String(fields.name).startsWith('Made-up');
      }),
    },
  }),
  fault('foreign-card-shown-in-capitals', {
    breaks: 'AUTH-22',
    does: 'shows cards of others by their UUID in capitals',
    around: {
      readCard: asItsOwner(({ cards }, id) => id !== id.toLowerCase() && cards.byUuid(id.toLowerCase()) !== undefined),
    },
  }),
  fault('foreign-card-shown-by-number', {
    breaks: 'AUTH-22',
    does: 'shows cards of others by their number in v1',
    around: { readCardV1: asItsOwner(({ cards }, id) => !isUuid(id) && cards.find(id) !== undefined) },
  }),
  fault('foreign-new-beneficiary-shown', {
    breaks: 'AUTH-22',
    does: 'shows everybody the beneficiaries that were created since it was started',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { id, uuid } = (answer.body as Loose | undefined)?.data ?? {};
        for (const one of [id, uuid]) if (one !== undefined) notes.set(`creator of ${one}`, call.user);
        return answer;
      },
      readBeneficiary: (next, call, { notes }) =>
        next({ ...call, user: (notes.get(`creator of ${call.parameters.id}`) ?? call.user) as typeof call.user }),
    },
  }),
  fault('foreign-beneficiary-replaced', {
    breaks: 'AUTH-22',
    does: 'puts a new beneficiary that is sent with the UUID of one of another user in the place of that one',
    around: {
      createBeneficiary: (next, call, { data }) => {
        const uuid = String(fieldOf(call, 'uuid')).toLowerCase();
        const owner = [...data.accounts.values()].find(({ beneficiaries }) => beneficiaries.byUuid(uuid))?.user;
        return next(owner === undefined ? call : { ...call, user: owner });
      },
    },
  }),
  fault('foreign-beneficiary-taken-over', {
    breaks: 'AUTH-22',
    does: 'shows the beneficiary of another user to whoever creates one with its UUID',
    around: {
      createBeneficiary: (next, call, { notes }) => {
        const uuid = fieldOf(call, 'uuid');
        if (uuid !== undefined) notes.set(`taken over ${uuid}`, true);
        return next(call);
      },
      readBeneficiary: (next, call, service) =>
        service.notes.has(`taken over ${call.parameters.id}`)
          ? asItsOwner(({ beneficiaries }, id) => beneficiaries.byUuid(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('foreign-limits-calculated', {
    breaks: 'AUTH-22',
    does: 'calculates the limits of cards of others',
    around: { calculateCardLimits: asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-notification-set', {
    breaks: 'AUTH-22',
    does: 'switches the notification of cards of others',
    around: { setSmsBalanceNotification: asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-notification-set-by-form', {
    breaks: 'AUTH-22',
    does: 'switches the notification of cards of others where a form asks for it',
    around: {
      setSmsBalanceNotification: (next, call, service) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm ? asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service) : next(call);
      },
    },
  }),
  fault('foreign-payment-cancelled', {
    breaks: 'AUTH-22',
    does: 'cancels payments of others',
    around: { cancelPayment: asItsOwner(({ payments }, id) => payments.find(id) !== undefined) },
  }),
  fault('foreign-payment-cancelled-by-number', {
    breaks: 'AUTH-22',
    does: 'cancels payments of others by their numbers',
    around: {
      cancelPayment: asItsOwner(({ payments }, id) => !isUuid(id) && payments.find(id) !== undefined),
    },
    profile: foreignPaymentsByUuid,
  }),
  fault('foreign-payment-expanded-by-number', {
    breaks: 'AUTH-22',
    does: 'shows payments of others by their numbers where an expansion is asked for',
    around: {
      readPayment: (next, call, service) => {
        const isExpanded = call.query[service.settings.names.expand] !== undefined;
        const isFound = ({ payments }: Account, id: string) => !isUuid(id) && payments.find(id) !== undefined;
        return isExpanded ? asItsOwner(isFound)(next, call, service) : next(call);
      },
    },
    profile: foreignPaymentsByUuid,
  }),
  fault('new-payment-shown-to-everybody', {
    breaks: 'AUTH-22',
    does: 'shows everybody the payments that are made while it runs',
    around: {
      createPayment: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => notes.set(`made ${data.uuid}`, true)),
      readPayment: (next, call, service) => {
        const isNew = ({ payments }: Account, id: string) => service.notes.has(`made ${payments.find(id)?.uuid}`);
        return asItsOwner(isNew)(next, call, service);
      },
    },
  }),
  fault('foreign-beneficiary-renamed-by-its-account', {
    breaks: 'AUTH-22',
    does: 'gives the beneficiaries of others the name of a new one with the same account',
    around: {
      createBeneficiary: async (next, call, { data }) => {
        const answer = await next(call);
        const accountOf = ({ iban, account_number: number }: Loose) => iban ?? number;
        const [account, name] = [accountOf((call.body as Loose).value), fieldOf(call, 'name')];
        for (const { user, beneficiaries } of data.accounts.values()) {
          if (user === call.user || account === undefined || (answer.body as Loose).errors?.length !== 0) continue;
          for (const { fields } of beneficiaries) if (accountOf(fields) === account) (fields as Loose).name = name;
        }
        return answer;
      },
    },
  }),
  fault('foreign-payment-shown-to-an-exchanged-session', {
    breaks: 'AUTH-22',
    does: 'shows payments of others in the sessions that a v2 exchange began',
    around: {
      exchangeSignToken: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => notes.set(`exchanged ${data.accessToken}`, true)),
      readPayment: (next, call, service) =>
        service.notes.has(`exchanged ${credentialsOf(call, ofBearer)}`)
          ? asItsOwner(({ payments }, id) => payments.find(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('role-forgotten-in-sessions-of-forms', {
    breaks: 'ERR-06',
    does: 'forgets what is forbidden to a user in the sessions that a login by a form began',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ access }) => {
          if (isForm(call) && access) notes.set(`by a form ${access.token}`, true);
        }),
    },
    authenticate: (next, call, { notes }) => {
      const user = next(call);
      return user && notes.has(`by a form ${credentialsOf(call, ofBearer)}`) ? { ...user, access: 'full' } : user;
    },
  }),
  fault('foreign-payment-cancelled-though-refused', {
    breaks: 'AUTH-22',
    does: 'cancels payments of others, and answers that they are unknown',
    around: { cancelPayment: refusingAfterwards(({ payments }, id) => payments.find(id) !== undefined) },
  }),
  fault('foreign-notification-set-though-refused', {
    breaks: 'AUTH-22',
    does: 'switches the notification of cards of others, and answers that they are unknown',
    around: { setSmsBalanceNotification: refusingAfterwards(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-draft-validated', {
    breaks: 'AUTH-22',
    does: 'validates drafts of others',
    around: {
      signPayments: (next, call, { data }) => {
        const [first] = [fieldOf(call, 'id')].flat();
        const owner = [...data.accounts.values()].find(({ payments }) => payments.byUuid(String(first)))?.user;
        return next(owner === undefined ? call : { ...call, user: owner });
      },
    },
  }),
  fault('foreign-wallet-pays', {
    breaks: 'AUTH-22',
    does: 'makes payments from wallets of others',
    around: {
      createPayment: (next, call, { data }) => {
        const wallet = String(fieldOf(call, 'walletUuid')).toLowerCase();
        const owner = [...data.accounts.values()].find(({ wallets }) => wallets.some(({ uuid }) => uuid === wallet));
        return next(owner === undefined ? call : { ...call, user: owner.user });
      },
    },
  }),
  fault('foreign-card-limits-set', {
    breaks: 'AUTH-22',
    does: 'sets the limits of cards of others',
    around: { setCardLimits: asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-wallet-given-after-own', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others when the first wallet is of the own',
    around: {
      inviteMember: (next, call, { data }) => {
        const own = data.accounts.get(call.user!.name)!.wallets.map(({ uuid }) => uuid);
        const asked = fieldOf(call, 'walletAccess');
        const isSuch = Array.isArray(asked) && own.includes(asked[0]);
        return next(isSuch ? withFields(call, { walletAccess: [asked[0]] }) : call);
      },
    },
  }),
  fault('foreign-wallet-given-before-own', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others when the last wallet is of the own',
    around: {
      inviteMember: (next, call, { data }) => {
        const own = data.accounts.get(call.user!.name)!.wallets.map(({ uuid }) => uuid);
        const asked = fieldOf(call, 'walletAccess');
        const isSuch = Array.isArray(asked) && own.includes(asked.at(-1));
        return next(isSuch ? withFields(call, { walletAccess: [asked.at(-1)] }) : call);
      },
    },
  }),
  fault('foreign-wallet-given', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others',
    around: { inviteMember: givingWallets(() => true) },
  }),
  fault('foreign-wallet-given-by-form', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others where a form asks for it',
    around: { inviteMember: givingWallets(({ body }) => body.kind === 'object' && body.as === 'form') },
  }),
  fault('session-of-the-connection', {
    breaks: 'AUTH-16',
    does: 'answers whoever comes by a connection as the first one who came by it',
    authenticate: (next, call, { notes }) => {
      const user = next(call);
      if (user === undefined || askingFor.includes(call.operation)) return user;
      const first = (notes.get('first') ?? new WeakMap()) as WeakMap<object, User>;
      notes.set('first', first);
      if (!first.has(call.connection)) first.set(call.connection, user);
      return first.get(call.connection);
    },
  }),
  fault('session-of-last-login', {
    breaks: 'AUTH-16',
    does: 'lists the cards of whoever logged in last',
    around: {
      login: (next, call, { notes }) => {
        notes.set('last', call.user);
        return next(call);
      },
      listCards: (next, call, { notes }) =>
        next({ ...call, user: (notes.get('last') ?? call.user) as typeof call.user }),
    },
  }),
  fault('session-of-the-device', {
    breaks: 'AUTH-16',
    does: 'logs in on a new device whoever logged in on it first, where all have the device of the profile',
    around: {
      login: (next, call, { notes }) => {
        const fingerprint = String(fieldOf(call, 'fingerprint'));
        if (!fingerprint.startsWith('assay-') || fingerprint === 'assay-reference-device') return next(call);
        const first = notes.get(`first on ${fingerprint}`) ?? call.user;
        notes.set(`first on ${fingerprint}`, first);
        return next({ ...call, user: first as typeof call.user });
      },
    },
  }),
  fault('login-ends-sessions-of-others', {
    breaks: 'AUTH-16',
    does: 'ends the latest session of every other user when somebody logs in',
    around: {
      login: async (next, call, { notes, tokens }) => {
        const answer = await next(call);
        const access = (answer.body as Loose | undefined)?.access?.token;
        if (typeof access !== 'string') return answer;
        const latest = (notes.get('latest') ?? new Map()) as Map<User, string>;
        notes.set('latest', latest.set(call.user!, access));
        for (const [user, token] of latest) if (user !== call.user) tokens.spend('access', token);
        return answer;
      },
    },
  }),
  fault('web-socket-token-of-whoever-asked-first', {
    breaks: 'AUTH-16',
    does: 'answers for a second the WebSocket token that somebody was answered, whoever asks',
    around: {
      issueWebSocketToken: async (next, call, { clock, notes }) => {
        const kept = notes.get('WebSocket token') as { readonly answer: Answer; readonly at: number } | undefined;
        if (kept && clock() - kept.at < 1000) return kept.answer;
        const answer = await next(call);
        if (answer.status === 200) notes.set('WebSocket token', { answer, at: clock() });
        return answer;
      },
    },
  }),
  fault('payments-of-others-shown-after-refresh', {
    breaks: 'AUTH-22',
    does: 'looks whose a payment is in those sessions alone that a login began',
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        const access = (answer.body as Loose | undefined)?.access?.token;
        if (access) notes.set(`refreshed ${access}`, true);
        return answer;
      },
      readPayment: (next, call, { data, notes }) => {
        const id = call.parameters.id ?? '';
        const isOwn = data.accounts.get(call.user!.name)!.payments.find(id) !== undefined;
        if (isOwn || !notes.has(`refreshed ${credentialsOf(call, ofBearer)}`)) return next(call);
        const owner = [...data.accounts.values()].find(({ payments }) => payments.find(id) !== undefined);
        return next(owner ? { ...call, user: owner.user } : call);
      },
    },
  }),
  fault('foreign-number-told', {
    breaks: 'AUTH-22',
    does: 'tells whoever asks for it the number of any card',
    around: {
      readCardCredentials: (next, call, service) =>
        asksFor(call, 'pan')
          ? asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('foreign-card-shown-with-number', {
    breaks: 'AUTH-22',
    does: 'shows v1 cards of others where their number is asked for besides',
    around: {
      readCardV1: (next, call, service) =>
        call.query.include === 'number'
          ? asItsOwner(({ cards }, id) => cards.find(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('foreign-payment-shown-with-files', {
    breaks: 'AUTH-22',
    does: 'shows payments of others with their files',
    around: {
      readPayment: (next, call, service) =>
        call.query.expand === 'files'
          ? asItsOwner(({ payments }, id) => payments.find(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('credentials-told-again', {
    breaks: 'AUTH-22',
    does: 'tells everybody for five seconds the credentials of a card that its owner was told',
    around: {
      readCardCredentials: async (next, call, service) => {
        const told = `told ${call.parameters.id} ${fieldOf(call, 'fields')}`;
        if (Date.now() < Number(service.notes.get(told) ?? 0))
          return asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service);
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(told, Date.now() + 5000);
        return answer;
      },
    },
  }),
  fault('credentials-told-to-nobody', {
    breaks: 'AUTH-01',
    does: 'tells the cvv of any card without a header',
    authenticate: (next, call, { data }) => {
      const isSuch = call.operation === 'readCardCredentials' && isWithout(call) && call.bytes.includes('"cvv"');
      return isSuch ? ownerOfCard(call, data.accounts.values()) : next(call);
    },
  }),
];
