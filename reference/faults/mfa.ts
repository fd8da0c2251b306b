// Faults of the second factor.
import { refused } from '../errors.ts';
import { editing, fieldOf, withFields } from './edits.ts';
import { fault } from './fault.ts';

export const mfaFaults = [
  fault('mfa-wrong-code-accepted', {
    breaks: 'MFA-07',
    does: 'confirms with any code of six digits',
    around: {
      confirmMfa: (next, call) => {
        const code = fieldOf(call, 'code');
        if (typeof code !== 'string' || !/^\d{6}$/.test(code)) return next(call);
        const asSms = { ...call, parameters: { ...call.parameters, type: 'sms' } };
        return next(withFields(asSms, { code: call.user!.smsCode }));
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
  fault('mfa-google-refused', {
    breaks: 'MFA-03',
    does: 'refuses every code of an authenticator',
    around: {
      confirmMfa: (next, call) =>
        call.parameters.type === 'google' ? refused(403, 'The code is not right.') : next(call),
    },
  }),
  fault('mfa-sign-token-at-top', {
    breaks: 'MFA-05',
    does: 'answers a confirmation with the sign token beside data, not in it',
    around: {
      confirmMfa: editing((body) => {
        body.signToken = body.data.signToken;
        body.data = {};
      }),
    },
  }),
];
