// Second factors demanded in more places than at login and where a sign token is accepted: any operation may demand one at any time.

import { refused } from '../errors.ts';
import { withFields, withSignToken } from '../faults/edits.ts';
import type { Answer, Call } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { fieldsOf, success } from '../operations/answers.ts';
import type { Service } from '../service-state.ts';
import { codeOfPeriod, totp } from '../totp.ts';
import { variant } from './variant.ts';

/** The session that a bearer token opens. */
const sessionOf = ({ headers }: Call): string | undefined => /^bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1];

const demanding = (call: Call, { tokens }: Service, status: number): Answer & { readonly requestId: string } => {
  const requestId = tokens.issue('mfa', call.user!).token;
  return { status, body: { status: 'MFA_REQUIRED', mfaToken: requestId }, requestId };
};

/** Demands a second factor on each bearer request of a session, until one has been confirmed in it. */
const onFirstUse =
  (status: number): Around =>
  async (next, call, service) => {
    const { notes } = service;
    const { requestId = '' } = call.parameters;
    if (call.operation === 'confirmMfa') {
      const answer = await next(call);
      const session = notes.get(`asked in ${requestId}`);
      if (answer.status === 200 && session !== undefined) notes.set(`confirmed ${session}`, true);
      return answer;
    }
    const session = sessionOf(call);
    if (session === undefined || notes.has(`confirmed ${session}`)) return next(call);
    const { requestId: asked, ...demand } = demanding(call, service, status);
    notes.set(`asked in ${asked}`, session);
    return demand;
  };

const nowAndThen =
  (every: number, status: number): Around =>
  (next, call, service) => {
    if (sessionOf(call) === undefined) return next(call);
    const count = Number(service.notes.get('bearer requests') ?? 0) + 1;
    service.notes.set('bearer requests', count);
    if (count % every !== 0) return next(call);
    const { requestId: _, ...demand } = demanding(call, service, status);
    return demand;
  };

const forgettingAllButTheLatest: Around = async (next, call, { notes }) => {
  const key = `latest demand of ${call.user?.name}`;
  const { requestId } = call.parameters;
  if (requestId !== undefined && notes.has(key) && notes.get(key) !== requestId) {
    return refused(403, 'This is not the latest request.');
  }
  const answer = await next(call);
  const mfaToken = (answer.body as { readonly mfaToken?: string } | undefined)?.mfaToken;
  if (mfaToken) notes.set(key, mfaToken);
  return answer;
};

/** Does not demand a second factor again on a device that has confirmed one. */
const remembering: { readonly login: Around; readonly confirmMfa: Around } = {
  async login(next, call, service) {
    const { notes, tokens } = service;
    const device = `${call.user!.name} on ${fieldsOf(call.body).fingerprint}`;
    if (notes.has(device)) {
      return success(service, call, {
        access: tokens.issue('access', call.user!),
        refresh: tokens.issue('refresh', call.user!),
      });
    }
    const answer = await next(call);
    const { mfaToken } = answer.body as { mfaToken?: string };
    if (mfaToken !== undefined) notes.set(`device of ${mfaToken}`, device);
    return answer;
  },
  async confirmMfa(next, call, { notes }) {
    const answer = await next(call);
    const device = notes.get(`device of ${call.parameters.requestId}`);
    if (answer.status === 200 && typeof device === 'string') notes.set(device, true);
    return answer;
  },
};

/** Demands a second factor for each switch that can be made, and makes the switch once it is confirmed. */
const switchingOnceConfirmed: { readonly setSmsBalanceNotification: Around; readonly confirmMfa: Around } = {
  async setSmsBalanceNotification(next, call, service) {
    const card = service.data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
    const before = { ...card };
    const carryOut = () => next(withSignToken(call, service.tokens));
    const answer = await carryOut();
    if (answer.status !== 200) return answer;
    Object.assign(card!, before);
    const { requestId, ...demand } = demanding(call, service, 200);
    service.notes.set(`what ${requestId} confirms`, carryOut);
    return demand;
  },
  async confirmMfa(next, call, { notes }) {
    const answer = await next(call);
    const carryOut = notes.get(`what ${call.parameters.requestId} confirms`) as (() => unknown) | undefined;
    if (answer.status === 200) await carryOut?.();
    return answer;
  },
};

/** Seconds for which a confirmation counts for everything that its user does. */
const holds = 20;

const isConfirmed = ({ notes, clock }: Service, call: Call): boolean =>
  clock() - Number(notes.get(`confirmation of ${call.user?.name}`) ?? 0) < holds * 1000;

/** Demands no second factor of a user who confirmed one a moment ago, on any device. */
const holdingForAWhile: { readonly login: Around; readonly confirmMfa: Around; readonly exchangeSignToken: Around } = {
  async login(next, call, service) {
    const answer = await next(call);
    const isDemand = (answer.body as { mfaToken?: string } | undefined)?.mfaToken !== undefined;
    if (!isDemand || !isConfirmed(service, call)) return answer;
    const { tokens } = service;
    const [access, refresh] = [tokens.issue('access', call.user!), tokens.issue('refresh', call.user!)];
    return success(service, call, { access, refresh });
  },
  async confirmMfa(next, call, { notes, clock }) {
    const answer = await next(call);
    if (answer.status === 200) notes.set(`confirmation of ${call.user?.name}`, clock());
    return answer;
  },
  exchangeSignToken: (next, call, service) =>
    isConfirmed(service, call)
      ? next(withFields(call, { signToken: service.tokens.issue('sign', call.user!).token }))
      : next(call),
};

/** Seconds for which the app shows one code. They are few, because a run waits for dozens of new codes. */
const quickPeriod = 2;

/** A code of an authenticator app confirms only one demand (RFC 6238, 5.2). */
const takingEachCodeOnce: Around = async (next, call, { notes, clock }) => {
  const { code } = fieldsOf(call.body);
  const { name, totpSecret } = call.user!;
  const used = `code ${code} of ${name}`;
  if (notes.has(used)) return refused(403, 'The code was used before.');
  const period = Math.floor(clock() / 1000 / quickPeriod);
  const isRight = [0, 1, 2].some((ago) => codeOfPeriod(totpSecret, period - ago) === code);
  const answer = await next(isRight ? withFields(call, { code: totp(totpSecret, clock()) }) : call);
  if (answer.status === 200) notes.set(used, true);
  return answer;
};

/** A demand ends after so many wrong codes. */
const forgetting =
  (most: number): Around =>
  async (next, call, { notes, tokens }) => {
    const { requestId = '' } = call.parameters;
    const answer = await next(call);
    if (answer.status < 400) return answer;
    const wrong = Number(notes.get(`wrong codes of ${requestId}`) ?? 0) + 1;
    notes.set(`wrong codes of ${requestId}`, wrong);
    if (wrong >= most) tokens.spend('mfa', requestId);
    return answer;
  };

/** Each call needs a sign token of its own, in the query. */
const demandingToken: Around = (next, call, service) => {
  const { tokens } = service;
  if (call.user === undefined) return next(call);
  const { signToken = '', ...query } = call.query;
  if (tokens.owner('sign', String(signToken)) !== call.user) {
    const { requestId: _, ...demand } = demanding(call, service, 200);
    return demand;
  }
  tokens.spend('sign', String(signToken));
  return next({ ...call, query });
};

const refusingWithoutToken: Around = (next, call) =>
  fieldsOf(call.body).signToken === undefined ? refused(403, 'A sign token is required.') : next(call);

const refusingToSignWithoutToken: Around = (next, call, { settings: { names } }) =>
  call.query.validate === '0' && call.query[names.signToken] === undefined
    ? refused(403, 'A sign token is required.')
    : next(call);

const appOf = (secret: string) => ({
  mfa: { type: 'google', code: { fixed: null, totp: secret, period: quickPeriod } },
});

/** For the profile of a team that cannot confirm a second factor. */
const unconfirmed = 'what demands a second factor that nobody can confirm gives no answer';

const withoutFactors = {
  users: { full: { mfa: undefined }, mfa: undefined, second: { mfa: undefined }, restricted: { mfa: undefined } },
};

const reads = 'when MFA is demanded';

export const secondFactorVariants = [
  variant('remembers-device', {
    reads: `${reads}, on a device that confirmed before`,
    does: 'asks for no second factor on a device that confirmed one',
    around: remembering,
  }),
  variant('remembers-user-for-a-while', {
    reads: `${reads}, of a user who confirmed a moment ago`,
    does: 'asks a user for no second factor for 20 seconds after he confirmed one, on whatever device',
    leaves: {
      'SESS-31': 'whoever confirmed a moment ago needs no sign token',
    },
    around: holdingForAWhile,
  }),
  variant('second-factor-on-reads', {
    reads,
    does: 'demands a second factor on every operation until one is confirmed in the session',
    around: { every: onFirstUse(200) },
  }),
  variant('second-factor-on-reads-401', {
    reads: `${reads}, and with which status`,
    does: 'demands a second factor with 401 on every operation until one is confirmed in the session',
    around: { every: onFirstUse(401) },
  }),
  variant('second-factor-on-reads-unmet', {
    reads: `${reads}, of users who cannot confirm`,
    does: 'demands a second factor on every operation',
    around: { every: onFirstUse(200) },
    profile: withoutFactors,
    untestable: unconfirmed,
  }),
  variant('second-factor-on-reads-alone-unmet', {
    reads: `${reads}, of users who cannot confirm`,
    does: 'demands a second factor on every operation that only reads',
    around: {
      every: (next, call, service) => (call.method === 'GET' ? onFirstUse(200)(next, call, service) : next(call)),
    },
    profile: withoutFactors,
    untestable: unconfirmed,
  }),
  variant('second-factor-now-and-then', {
    reads,
    does: 'demands a second factor at every 25th request with a bearer token',
    around: { every: nowAndThen(25, 200) },
  }),
  variant('second-factor-now-and-then-403', {
    reads: `${reads}, and with which status`,
    does: 'demands a second factor with 403 at every 25th request with a bearer token',
    around: { every: nowAndThen(25, 403) },
  }),
  variant('second-factor-now-and-then-unmet', {
    reads: `${reads}, of users who cannot confirm`,
    does: 'demands a second factor at every 25th request with a bearer token',
    around: { every: nowAndThen(25, 200) },
    profile: withoutFactors,
    untestable: unconfirmed,
  }),
  variant('sign-tokens-in-queries', {
    reads,
    does: 'demands a second factor for credentials, v1 limits and beneficiaries, and takes its token in the query',
    around: {
      readCardCredentials: demandingToken,
      readCardLimitsV1: demandingToken,
      createBeneficiary: demandingToken,
    },
  }),
  variant('notification-switched-by-confirmation', {
    reads: 'what follows when the second factor of a switch is confirmed',
    does: 'demands a second factor for each switch of a notification, which its confirmation makes',
    around: switchingOnceConfirmed,
    profile: { open: { signTokenPlaces: null } },
  }),
  variant('invitation-without-token-refused', {
    reads: 'when MFA is demanded',
    does: 'refuses an invitation without a sign token with 403 and demands nothing',
    around: { inviteMember: refusingWithoutToken },
  }),
  variant('signing-without-token-refused', {
    reads: 'when MFA is demanded',
    does: 'refuses to sign without a sign token with 403, and demands a second factor of invitations alone',
    around: { signPayments: refusingToSignWithoutToken },
  }),
  variant('five-wrong-codes', {
    reads: 'how many wrong codes a demand bears',
    does: 'forgets a demand with the fifth',
    around: { confirmMfa: forgetting(5) },
  }),
  variant('latest-demand-alone', {
    reads: 'how long a demand stands',
    does: 'forgets a demand when it makes the next one of the same user',
    around: { every: forgettingAllButTheLatest },
  }),
  variant('codes-once', {
    reads: 'how often a code of an authenticator app is taken',
    does: 'takes each code once, from the app that everybody has',
    around: { confirmMfa: takingEachCodeOnce },
    profile: {
      users: {
        mfa: appOf('ASSAYREFERENCEAAMFAAAAAAAAAAAAAA'),
        full: appOf('ASSAYREFERENCEAAFULLAAAAAAAAAAAA'),
        second: appOf('ASSAYREFERENCEAASECONDAAAAAAAAAA'),
        restricted: appOf('ASSAYREFERENCEAARESTRICTEDAAAAAA'),
      },
    },
  }),
];
