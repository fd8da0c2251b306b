// Faults in the choice of requests that get a session by an exchange.
import { refused } from '../../errors.ts';
import { fieldOf, without, withSignToken } from '../edits.ts';
import { fault } from '../fault.ts';

export const exchangeRequests = [
  fault('exchange-by-access-token', {
    breaks: 'SESS-31',
    does: 'takes an access token as the sign token of the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) =>
        next(
          tokens.owner('access', String(fieldOf(call, 'signToken'))) === call.user ? withSignToken(call, tokens) : call,
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
            ? withSignToken(call, tokens)
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
          tokens.owner('sign', String(fieldOf(call, 'signToken'))) !== undefined ? withSignToken(call, tokens) : call,
        ),
    },
  }),
  fault('exchange-sign-token-unchecked', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) =>
        next(typeof fieldOf(call, 'signToken') === 'string' ? withSignToken(call, tokens) : call),
    },
  }),
  fault('exchange-sign-token-unchecked-in-forms', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of a v2 exchange in a form',
    around: {
      exchangeSignToken: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isAny = isForm && typeof fieldOf(call, 'signToken') === 'string';
        return next(isAny ? withSignToken(call, tokens) : call);
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
        return next(isTaken ? withSignToken(call, tokens) : call);
      },
    },
  }),
  fault('exchange-sign-token-unchecked-with-parameter', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of a v2 exchange where its parameter is 1',
    around: {
      exchangeSignToken: (next, call, { settings, tokens }) => {
        const isAny = call.query[settings.names.exchangeFlag] === '1' && typeof fieldOf(call, 'signToken') === 'string';
        return next(isAny ? withSignToken(call, tokens) : call);
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
        return next(isBare ? withSignToken(call, tokens) : call);
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
