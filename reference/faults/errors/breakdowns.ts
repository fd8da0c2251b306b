// Faults of requests that are answered with a server error, by a broken answer or not at all.
import { gzipSync } from 'node:zlib';
import { refused } from '../../errors.ts';
import type { Answer, Call, Handler, OperationName } from '../../http/call.ts';
import { edited, fieldOf, type Loose } from '../edits.ts';
import { type Fault, fault } from '../fault.ts';

const broken = (): Answer => refused(500, 'Something went wrong.');

/** Whether a value contains lists or objects nested to this depth. */
const isNested = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 1 || Object.values(value).some((inner) => isNested(inner, levels - 1));
};

/** Fails on a body with a member that is too much for the service. */
const failingOn = (isTooMuch: (member: unknown) => boolean) => (next: Handler, call: Call) =>
  call.body.kind === 'object' && Object.values(call.body.value).some(isTooMuch) ? broken() : next(call);

const isWritten = (script: RegExp) => (member: unknown) => typeof member === 'string' && script.test(member);

const isAtLeast = (length: number) => (member: unknown) => typeof member === 'string' && member.length >= length;

/** Refuses a body where the name of the field content-type is not in small letters. */
const typeInSmallLetters = (operation: OperationName): Pick<Fault, 'does' | 'read'> => ({
  does: `looks for the field content-type of ${operation} in small letters alone`,
  read: (next, call) =>
    call.operation === operation && call.headerNames.includes('Content-Type')
      ? { kind: 'unreadable', status: 415, message: 'The body is of a type that this operation does not take.' }
      : next(call),
});

export const breakdowns = [
  fault('payment-packed-without-a-word', {
    breaks: 'ERR-03',
    does: 'packs a payment for those who take gzip, and does not say so',
    around: {
      readPayment: async (next, call) => {
        const answer = await next(call);
        const isPacked = answer.status === 200 && /gzip(?!;q=[0x])/.test(String(call.headers['accept-encoding'] ?? ''));
        return isPacked ? { ...answer, body: gzipSync(JSON.stringify(answer.body)) } : answer;
      },
    },
  }),
  fault('payment-amount-as-in-german', {
    breaks: 'PAY-07',
    does: 'writes the amount of a payment with a comma for those who read German',
    around: {
      readPayment: async (next, call) =>
        /\bde\b/.test(call.headers['accept-language'] ?? '')
          ? edited(await next(call), (payment) => {
              payment.amount = String(payment.amount).replace('.', ',');
            })
          : next(call),
    },
  }),
  fault('content-type-of-login-in-small-letters-alone', { breaks: 'PAR-26', ...typeInSmallLetters('login') }),
  fault('content-type-of-beneficiary-in-small-letters-alone', {
    breaks: 'BEN-20',
    ...typeInSmallLetters('createBeneficiary'),
  }),
  fault('error-on-expansion-in-brackets', {
    breaks: 'ERR-01',
    does: 'fails on expansions whose parameter is an object',
    around: {
      readPayment: (next, call, { settings }) =>
        call.query[`${settings.names.expand}[a]`] === undefined ? next(call) : broken(),
    },
  }),
  fault('error-on-two-sign-tokens', {
    breaks: 'ERR-01',
    does: 'fails on two sign tokens in one query',
    around: {
      signPayments: (next, call, { settings }) =>
        call.query[settings.names.signToken]?.includes(',') ? broken() : next(call),
    },
  }),
  fault('error-on-nul-in-sound-beneficiary', {
    breaks: 'ERR-01',
    does: 'keeps no NUL in the name of a beneficiary in which nothing else is wrong, and fails',
    profile: { allow: { createBeneficiaries: 1000 } },
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isKept = answer.status === 200 && (answer.body as Loose).data;
        return isKept && String(fieldOf(call, 'name')).includes('\u0000') ? broken() : answer;
      },
    },
  }),
  fault('error-on-end-beyond-9999', {
    breaks: 'ERR-01',
    does: 'fails on an invitation, in which nothing else is wrong, that ends after the year 9999',
    profile: { allow: { inviteMembers: 200 } },
    around: {
      inviteMember: async (next, call) => {
        const answer = await next(call);
        return answer.status === 200 && Number(fieldOf(call, 'expiredAt')) > 253_402_300_799 ? broken() : answer;
      },
    },
  }),
  fault('error-on-cyrillic', {
    breaks: 'ERR-01',
    does: 'fails on a beneficiary with a Cyrillic letter',
    around: { createBeneficiary: failingOn(isWritten(/\p{Script=Cyrillic}/u)) },
  }),
  fault('error-on-arabic-member', {
    breaks: 'ERR-01',
    does: 'fails on an invitation with an Arabic letter',
    around: { inviteMember: failingOn(isWritten(/\p{Script=Arabic}/u)) },
  }),
  fault('error-on-long-fingerprint', {
    breaks: 'ERR-01',
    does: 'fails on a fingerprint of 20,000 characters',
    around: { login: failingOn(isAtLeast(20_000)) },
  }),
  fault('error-on-long-code', {
    breaks: 'ERR-01',
    does: 'fails on a code of 1,000 characters',
    around: { confirmMfa: failingOn(isAtLeast(1_000)) },
  }),
  fault('error-on-deep-nesting', {
    breaks: 'ERR-01',
    does: 'fails on an invitation with a value that is nested a hundred levels deep',
    around: { inviteMember: failingOn((member) => isNested(member, 100)) },
  }),
  fault('error-on-long-list', {
    breaks: 'ERR-01',
    does: 'fails when ten thousand payments are to be signed',
    around: { signPayments: failingOn((member) => Array.isArray(member) && member.length >= 10_000) },
  }),
  fault('error-on-list-in-cancellation', {
    breaks: 'ERR-01',
    does: 'fails when a cancellation comes with a list',
    around: { cancelPayment: (next, call) => (call.bytes.toString() === '[]' ? broken() : next(call)) },
  }),
  fault('error-on-nul-in-request-id', {
    breaks: 'ERR-01',
    does: 'fails on the id of an MFA request with a NUL in it',
    around: {
      confirmMfa: (next, call) => (call.parameters.requestId?.includes('\u0000') ? broken() : next(call)),
    },
  }),
  fault('error-on-field-of-form-twice', {
    breaks: 'ERR-01',
    does: 'fails on a refresh with two tokens in its form',
    around: { refreshSession: (next, call) => (/token=a&token=/.test(call.bytes.toString()) ? broken() : next(call)) },
  }),
  fault('error-on-unknown-client-at-login', {
    breaks: 'ERR-01',
    does: 'fails on a login for which a proxy does not know the client',
    around: { login: (next, call) => (call.headers['x-forwarded-for'] === 'unknown' ? broken() : next(call)) },
  }),
  fault('error-on-nul-in-user-name', {
    breaks: 'ERR-01',
    does: 'fails on a login of a user whose name has a NUL in it',
    outside: {
      login: (next, call) => {
        const [, pair = ''] = call.headers.authorization?.split(' ') ?? [];
        return Buffer.from(pair, 'base64').includes(0) ? broken() : next(call);
      },
    },
  }),
  fault('error-on-parameter-twice', {
    breaks: 'ERR-01',
    does: 'fails on a signature that is to be validated twice',
    around: { signPayments: (next, call) => (call.query.validate === '1,1' ? broken() : next(call)) },
  }),
  fault('error-on-emoji', {
    breaks: 'ERR-01',
    does: 'fails on a beneficiary with a character outside the basic plane in its name',
    around: {
      createBeneficiary: (next, call) => {
        const name = call.body.kind === 'object' ? call.body.value.name : undefined;
        const isWide = typeof name === 'string' && /[\u{10000}-\u{10ffff}]/u.test(name);
        return isWide ? refused(500, 'Something went wrong.') : next(call);
      },
    },
  }),
  fault('error-on-expansion-twice', {
    breaks: 'ERR-01',
    does: 'fails when a payment is asked for one expansion twice',
    around: {
      readPayment: (next, call, { settings }) => {
        const asked = (call.query[settings.names.expand] ?? '').split(',');
        return new Set(asked).size < asked.length ? refused(500, 'Something went wrong.') : next(call);
      },
    },
  }),
  fault('connection-dropped-on-bad-json', {
    breaks: 'ERR-02',
    does: 'drops the connection when the body of a credentials request is not well-formed',
    around: {
      readCardCredentials: (next, call) =>
        call.body.kind === 'unreadable' && call.body.status === 400
          ? { status: 400, wire: { how: 'dropped' } }
          : next(call),
    },
  }),
  fault('expansion-without-an-answer', {
    breaks: 'ERR-02',
    does: 'never answers a payment for which the merchant is expanded',
    profile: { target: { timeouts: { response: 5000 } } },
    around: {
      readPayment: (next, call, { settings }) =>
        /\bmerchant\b/.test(call.query[settings.names.expand] ?? '')
          ? { status: 200, wire: { how: 'silent' } }
          : next(call),
    },
  }),
  fault('body-cut', {
    breaks: 'ERR-03',
    does: 'ends the list of events in the middle of its JSON',
    around: {
      listWebhookEvents: async (next, call) => {
        const answer = await next(call);
        const whole = JSON.stringify(answer.body);
        return { ...answer, headers: { 'content-type': 'application/json' }, body: Buffer.from(whole.slice(0, -9)) };
      },
    },
  }),
];
