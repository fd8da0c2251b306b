// Faults in which sign tokens are accepted, and from whom.
import { setTimeout } from 'node:timers/promises';
import { refused } from '../../errors.ts';
import type { Call, OperationName } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { demandMfa } from '../../operations/answers.ts';
import type { User } from '../../users.ts';
import { edited, fieldOf, withFields, withQuery, withSignToken } from '../edits.ts';
import { fault } from '../fault.ts';

const places = [
  ['invitations', 'inviteMember'],
  ['signing', 'signPayments'],
  ['the v2 exchange', 'exchangeSignToken'],
] as const;

/** Also demands a second factor at login of the second user, who confirms by SMS. */
const askingTheSecond: Around = (next, call, service) =>
  call.user?.name === 'second' ? demandMfa(service, call.user) : next(call);

/** Remembers by which type of factor each sign token was confirmed. */
const notingType: Around = async (next, call, { notes }) => {
  const answer = await next(call);
  return edited(answer, ({ data }) => notes.set(data.signToken, call.parameters.type));
};

const signTokenIn = (call: Call, name: string): string => String(fieldOf(call, 'signToken') ?? call.query[name] ?? '');

const refusingType =
  (type: string): Around =>
  (next, call, { notes, settings }) =>
    notes.get(signTokenIn(call, settings.names.signToken)) === type
      ? refused(403, 'The sign token is not valid.')
      : next(call);

/** Whether the value is an object that a database may take for a condition; such a search finds any token of the user. */
const isSearch = (value: unknown): boolean => value !== null && typeof value === 'object' && '$ne' in value;

/** Replaces those sign tokens of the second user for which `forThis` is true by a valid one. */
const vouchingForSecond =
  (forThis: (token: string | undefined) => boolean): Around =>
  (next, call, { settings: { names }, tokens }) => {
    const isMeant = call.user?.name === 'second' && forThis(call.query[names.signToken]);
    return next(isMeant ? withQuery(call, names.signToken, tokens.issue('sign', call.user).token) : call);
  };

const unknownAt = (type: 'sms' | 'google', place: string, operation: OperationName) =>
  fault(`${type}-sign-token-refused-by-${place.split(' ').at(-1)}`, {
    breaks: 'MFA-13',
    does: `does not know, in ${place}, the sign token that a code by ${type} yielded`,
    around: { login: askingTheSecond, confirmMfa: notingType, [operation]: refusingType(type) },
  });

/** Milliseconds during which a confirmation can be mixed up with that of another user. */
const moment = 100;

/** Keeps the confirming user in one place for all calls, so that two confirmations at a time are mixed up. */
const mixingUp: Around = async (next, call, { notes, tokens }) => {
  notes.set('who confirms', call.user);
  const answer = await next(call);
  await setTimeout(moment);
  const latest = notes.get('who confirms') as User;
  return latest === call.user
    ? answer
    : edited(answer, ({ data }) => {
        data.signToken = tokens.issue('sign', latest).token;
      });
};

/** Ignores the last `length` characters of a sign token. */
const knownByItsBeginning =
  (length: number): Around =>
  (next, call, service) => {
    const { notes, settings } = service;
    const { [settings.names.signToken]: token = '' } = call.query;
    const known = (notes.get('sign tokens') ?? []) as readonly string[];
    const meant = known.find((one) => one.length === token.length && one.slice(0, -length) === token.slice(0, -length));
    return next(meant ? { ...call, query: { ...call.query, [settings.names.signToken]: meant } } : call);
  };

const notingTokens: Around = async (next, call, { notes }) =>
  edited(await next(call), ({ data }) => {
    if (data?.signToken) notes.set('sign tokens', [...((notes.get('sign tokens') ?? []) as string[]), data.signToken]);
  });

export const signTokens = [
  fault('member-sign-token-by-search', {
    breaks: 'MEM-11',
    does: 'searches for the sign token of an invitation by an object that was sent in its place',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(isSearch(fieldOf(call, 'signToken')) ? withSignToken(call, tokens) : call),
    },
  }),
  fault('signing-token-by-search', {
    breaks: 'PAY-54',
    does: 'makes a search for any sign token of brackets in the query',
    around: {
      signPayments: (next, call, { settings, tokens }) => {
        const name = settings.names.signToken;
        const isFound = call.query[`${name}[$ne]`] !== undefined;
        return next(isFound ? withQuery(call, name, tokens.issue('sign', call.user!).token) : call);
      },
    },
  }),
  fault('exchange-sign-token-with-more-behind', {
    breaks: 'SESS-31',
    does: 'looks at no more of a sign token than its length in the v2 exchange',
    around: {
      exchangeSignToken: (next, call, { tokens }) => {
        const whole = String(fieldOf(call, 'signToken')).slice(0, -2);
        return next(tokens.owner('sign', whole) === call.user ? withFields(call, { signToken: whole }) : call);
      },
    },
  }),
  fault('sign-token-known-by-its-beginning', {
    breaks: 'PAY-54',
    does: 'does not compare the last two characters of a sign token',
    around: { confirmMfa: notingTokens, signPayments: knownByItsBeginning(2) },
  }),
  ...places.flatMap(([place, operation]) => [
    unknownAt('sms', place, operation),
    unknownAt('google', place, operation),
  ]),
  fault('sign-token-unchecked-of-an-authenticator', {
    breaks: 'PAY-54',
    does: 'signs with any text for a sign token where the user confirms by an authenticator',
    around: {
      signPayments: (next, call, { settings: { names }, tokens }) =>
        next(
          call.user?.name === 'mfa' && call.query[names.signToken]
            ? withQuery(call, names.signToken, tokens.issue('sign', call.user).token)
            : call,
        ),
    },
  }),
  fault('signing-without-token-of-second-user', {
    breaks: 'PAY-54',
    does: 'signs the drafts of the second user without a sign token',
    around: { signPayments: vouchingForSecond((token) => token === undefined) },
  }),
  fault('sign-token-unchecked-of-second-user', {
    breaks: 'PAY-54',
    does: 'signs with any text for a sign token where the second user does',
    around: { signPayments: vouchingForSecond((token) => Boolean(token)) },
  }),
  fault('member-sign-token-unchecked-of-an-authenticator', {
    breaks: 'MEM-11',
    does: 'takes any text for the sign token of an invitation by a user who confirms by an authenticator',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(call.user?.name === 'mfa' && fieldOf(call, 'signToken') ? withSignToken(call, tokens) : call),
    },
  }),
  fault('exchange-sign-token-unchecked-for-one', {
    breaks: 'SESS-31',
    does: 'takes any text as the sign token of one user alone in the v2 exchange',
    around: {
      login: askingTheSecond,
      exchangeSignToken: (next, call, { tokens }) =>
        next(
          call.user?.name === 'mfa' && typeof fieldOf(call, 'signToken') === 'string'
            ? withSignToken(call, tokens)
            : call,
        ),
    },
  }),
  fault('sign-token-of-second-refused-by-signing', {
    breaks: 'MFA-13',
    does: 'does not know the sign tokens with which the second user signs drafts',
    around: {
      signPayments: (next, call, { settings: { names } }) =>
        call.user?.name === 'second' && call.query[names.signToken] !== undefined
          ? refused(403, 'The sign token is not valid.')
          : next(call),
    },
  }),
  fault('confirmations-mixed-up', {
    breaks: 'MFA-13',
    does: 'answers a confirmation with the sign token of another user who confirms at the same time',
    around: { confirmMfa: mixingUp },
  }),
  fault('confirmed-sessions-mixed-up', {
    breaks: 'AUTH-16',
    does: 'opens the session of another user who confirmed at the same time',
    around: {
      confirmMfa: mixingUp,
      exchangeSignToken: (next, call, { tokens }) =>
        next({ ...call, user: tokens.owner('sign', String(fieldOf(call, 'signToken'))) ?? call.user }),
    },
  }),
  fault('sign-token-confirmed-by-another', {
    breaks: 'SESS-31',
    does: "lets any user confirm another's request with a code of his own, for the one who asked",
    around: {
      confirmMfa: (next, call, { tokens }) => {
        const owner = tokens.owner('mfa', call.parameters.requestId ?? '');
        const isOwn = call.parameters.type === 'sms' && fieldOf(call, 'code') === call.user?.smsCode;
        if (owner === undefined || owner === call.user || !isOwn) return next(call);
        return { status: 200, body: { status: 'SUCCESS', data: { signToken: tokens.issue('sign', owner).token } } };
      },
    },
  }),
];
