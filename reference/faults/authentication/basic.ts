// Faults of Basic credentials: which names and passwords are accepted, and where they are required.
import { refused } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import type { User } from '../../users.ts';
import { fault } from '../fault.ts';
import { askingFor, credentialsOf, isWithout, ofBasic, ofBearer } from './edits.ts';

const sorted = (text: string): string => [...text].sort().join('');

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

export const passwords = [
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
];

export const basicCredentials = [
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
];
