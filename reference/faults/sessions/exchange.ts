// Faults in the session that an exchange brings, and in sessions that may do less than they should.
import { mfaRequired } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Around, Seams } from '../../http/seams.ts';
import { edited, fieldOf, withSignToken } from '../edits.ts';
import { fault } from '../fault.ts';

/** After a login by a form, ends one of the two tokens that it answered. */
const spendingOfForms =
  (kind: 'access' | 'refresh'): Around =>
  async (next, call, { tokens }) => {
    const answer = await next(call);
    const isForm = call.body.kind === 'object' && call.body.as === 'form';
    return isForm ? edited(answer, (body) => body[kind] && tokens.spend(kind, body[kind].token)) : answer;
  };

/** The access token of a refresh is refused at calls for which `isDead` is true. */
const refreshedDeadFor = (isDead: (call: Call) => boolean): Pick<Seams, 'around' | 'authenticate'> => ({
  around: {
    refreshSession: async (next, call, { notes }) =>
      edited(await next(call), ({ access }) => notes.set(`Bearer ${access.token}`, true)),
  },
  authenticate: (next, call, { notes }) =>
    isDead(call) && notes.has(call.headers.authorization ?? '') ? undefined : next(call),
});

export const exchange = [
  fault('exchange-with-parameter-unconfirmed', {
    breaks: 'SESS-31',
    does: 'asks for no sign token where its parameter is 1',
    around: {
      exchangeSignToken: (next, call, { tokens, settings }) =>
        next(
          call.query[settings.names.exchangeFlag] === '1' && fieldOf(call, 'signToken') === undefined
            ? withSignToken(call, tokens)
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
];
