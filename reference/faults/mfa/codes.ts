// Faults in the choice of codes that confirm.
import type { Body, Reading } from '../../http/call.ts';
import { totp } from '../../totp.ts';
import { fieldOf, withFields, withParameters } from '../edits.ts';
import { fault } from '../fault.ts';

const bodyWith = (value: Body): Reading => ({ kind: 'object', as: 'json', value });

export const codes = [
  fault('mfa-code-of-yesterday', {
    breaks: 'MFA-07',
    does: 'confirms with a google code that was right a day ago',
    around: {
      confirmMfa: (next, call, { clock }) => {
        const { totpSecret } = call.user!;
        const isOld =
          call.parameters.type === 'google' && fieldOf(call, 'code') === totp(totpSecret, clock() - 86_400_000);
        return next(isOld ? withFields(call, { code: totp(totpSecret, clock()) }) : call);
      },
    },
  }),
  fault('mfa-any-code-after-the-right-one', {
    breaks: 'MFA-07',
    does: 'takes any code for a request that was confirmed before',
    around: {
      confirmMfa: async (next, call, { notes, tokens }) => {
        const request = `confirmed ${call.parameters.requestId}`;
        if (notes.has(request)) {
          return {
            status: 200,
            body: { status: 'SUCCESS', data: { signToken: tokens.issue('sign', call.user!).token } },
          };
        }
        const answer = await next(call);
        if (answer.status === 200) notes.set(request, true);
        return answer;
      },
    },
  }),
  fault('mfa-any-code-of-an-authenticator-that-is-not-there', {
    breaks: 'MFA-07',
    does: 'confirms with any google code of a user who has no authenticator',
    around: {
      confirmMfa: (next, call, { clock }) => {
        const hasNone = call.user!.name !== 'mfa' && call.parameters.type === 'google';
        return next(hasNone ? withFields(call, { code: totp(call.user!.totpSecret, clock()) }) : call);
      },
    },
  }),
  fault('mfa-wrong-code-accepted', {
    breaks: 'MFA-07',
    does: 'confirms with any code of six digits',
    around: {
      confirmMfa: (next, call) => {
        const code = fieldOf(call, 'code');
        const isCode = typeof code === 'string' && /^\d{6}$/.test(code);
        if (!isCode || !['sms', 'google'].includes(call.parameters.type ?? '')) return next(call);
        return next(withFields(withParameters(call, { type: 'sms' }), { code: call.user!.smsCode }));
      },
    },
  }),
  fault('mfa-code-read-as-number', {
    breaks: 'MFA-07',
    does: 'takes an sms code without the zeros that it begins with',
    seed: ({ users }) => {
      const at = users.findIndex(({ name }) => name === 'full');
      users[at] = { ...users[at]!, smsCode: '010001' };
    },
    profile: { users: { full: { mfa: { code: { fixed: '010001' } } } } },
    around: {
      confirmMfa: (next, call) => {
        const code = fieldOf(call, 'code');
        const isRight = typeof code === 'string' && Number(code) === Number(call.user!.smsCode) && code !== '';
        return next(isRight ? withFields(call, { code: call.user!.smsCode }) : call);
      },
    },
  }),
  fault('mfa-code-beginning-taken', {
    breaks: 'MFA-07',
    does: 'confirms with the beginning of the sms code',
    around: {
      confirmMfa: (next, call) => {
        const code = fieldOf(call, 'code');
        const isBeginning = typeof code === 'string' && code !== '' && call.user!.smsCode.startsWith(code);
        return next(
          isBeginning && call.parameters.type === 'sms' ? withFields(call, { code: call.user!.smsCode }) : call,
        );
      },
    },
  }),
  fault('mfa-third-wrong-code-accepted', {
    breaks: 'MFA-07',
    does: 'confirms with the third wrong code of six digits that is sent for one request',
    around: {
      confirmMfa: async (next, call, { notes }) => {
        const answer = await next(call);
        if (answer.status !== 403) return answer;
        const key = `wrong codes of ${call.parameters.requestId}`;
        const wrong = Number(notes.get(key) ?? 0) + 1;
        notes.set(key, wrong);
        if (wrong !== 3) return answer;
        return next(withFields(withParameters(call, { type: 'sms' }), { code: call.user!.smsCode }));
      },
    },
  }),
  fault('mfa-code-built-in', {
    breaks: 'MFA-07',
    does: 'confirms with 000000 for a code',
    around: {
      confirmMfa: (next, call) =>
        next(
          fieldOf(call, 'code') === '000000'
            ? withFields(withParameters(call, { type: 'sms' }), { code: call.user!.smsCode })
            : call,
        ),
    },
  }),
  fault('mfa-code-compared-loosely', {
    breaks: 'MFA-07',
    does: 'confirms with true for a code, which equals any text where types are converted',
    around: {
      confirmMfa: (next, call) =>
        next(
          fieldOf(call, 'code') === true
            ? withFields(withParameters(call, { type: 'sms' }), { code: call.user!.smsCode })
            : call,
        ),
    },
  }),
  fault('mfa-code-in-any-order', {
    breaks: 'MFA-07',
    does: 'confirms with the digits of the sms code in any order',
    around: {
      confirmMfa: (next, call) => {
        const [code, right] = [fieldOf(call, 'code'), call.user!.smsCode];
        const isSame = typeof code === 'string' && [...code].sort().join() === [...right].sort().join();
        return next(isSame && call.parameters.type === 'sms' ? withFields(call, { code: right }) : call);
      },
    },
  }),
  fault('mfa-code-compared-as-number', {
    breaks: 'MFA-08',
    does: 'confirms with zeros in front of the sms code, which make the same number',
    around: {
      confirmMfa: (next, call) => {
        const [code, right] = [fieldOf(call, 'code'), call.user!.smsCode];
        const isSame = typeof code === 'string' && /^0+\d+$/.test(code) && Number(code) === Number(right);
        return next(isSame && call.parameters.type === 'sms' ? withFields(call, { code: right }) : call);
      },
    },
  }),
  fault('mfa-long-code-accepted', {
    breaks: 'MFA-08',
    does: 'looks at the first six characters of a code only',
    around: {
      confirmMfa: (next, call) => {
        const code = fieldOf(call, 'code');
        return next(typeof code === 'string' ? withFields(call, { code: code.slice(0, 6) }) : call);
      },
    },
  }),
  fault('mfa-code-trimmed', {
    breaks: 'MFA-08',
    does: 'takes blanks off a code before it counts the characters',
    around: {
      confirmMfa: (next, call) => {
        const code = fieldOf(call, 'code');
        return next(typeof code === 'string' ? withFields(call, { code: code.trim() }) : call);
      },
    },
  }),
  fault('mfa-code-optional', {
    breaks: 'MFA-09',
    does: 'confirms without a code',
    around: {
      confirmMfa: (next, call) =>
        next(
          fieldOf(call, 'code') === undefined
            ? { ...withParameters(call, { type: 'sms' }), body: bodyWith({ code: call.user!.smsCode }) }
            : call,
        ),
    },
  }),
  fault('mfa-body-unread', {
    breaks: 'MFA-09',
    does: 'confirms with a body that is no object',
    around: {
      confirmMfa: (next, call) =>
        next(
          call.body.kind === 'unreadable'
            ? { ...withParameters(call, { type: 'sms' }), body: bodyWith({ code: call.user!.smsCode }) }
            : call,
        ),
    },
  }),
];
