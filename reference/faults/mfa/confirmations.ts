// Faults of demands for a second factor and of their confirmation.
import { refused } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import { editing, fieldOf, withParameters, withQuery } from '../edits.ts';
import { fault } from '../fault.ts';

/** The type for which the code is right; for faults that ignore the type in the path. */
const typeOf = (call: Call): string => (fieldOf(call, 'code') === call.user?.smsCode ? 'sms' : 'google');

export const demands = [
  fault('mfa-status-other', {
    breaks: 'MFA-01',
    does: 'demands a second factor for signing with the status MFA_NEEDED',
    around: {
      signPayments: editing((body) => {
        if (body.mfaToken) body.status = 'MFA_NEEDED';
      }),
    },
  }),
  fault('mfa-token-number', {
    breaks: 'MFA-02',
    does: 'demands a second factor for signing with a number for mfaToken',
    around: {
      signPayments: editing((body) => {
        if (body.mfaToken) body.mfaToken = 4711;
      }),
    },
  }),
];

export const confirmations = [
  fault('mfa-type-by-its-looks', {
    breaks: 'MFA-11',
    does: 'takes letters of another script for those of the type that they look like',
    around: {
      confirmMfa: (next, call) => {
        const looks: Readonly<Record<string, string>> = { ѕ: 's', о: 'o', е: 'e' };
        return next(
          withParameters(call, { type: [...call.parameters.type!].map((one) => looks[one] ?? one).join('') }),
        );
      },
    },
  }),
  fault('mfa-type-by-ordinal', {
    breaks: 'MFA-11',
    does: 'takes 0 for sms and 1 for google',
    around: {
      confirmMfa: (next, call) => {
        const { type = '' } = call.parameters;
        return next(withParameters(call, { type: { 0: 'sms', 1: 'google' }[type] ?? type }));
      },
    },
  }),
  fault('mfa-type-looked-up', {
    breaks: 'MFA-11',
    does: 'takes a type that every object has a member of for that of the code',
    around: {
      confirmMfa: (next, call) =>
        next(String(call.parameters.type) in {} ? withParameters(call, { type: typeOf(call) }) : call),
    },
  }),
  fault('mfa-type-without-anchors', {
    breaks: 'MFA-11',
    does: 'takes a type that begins with sms or ends in google',
    around: {
      confirmMfa: (next, call) =>
        next(withParameters(call, { type: /^sms|google$/.exec(call.parameters.type!)?.[0] ?? call.parameters.type! })),
    },
  }),
  fault('mfa-type-unchecked', {
    breaks: 'MFA-11',
    does: 'confirms whatever type the path names',
    around: { confirmMfa: (next, call) => next(withParameters(call, { type: typeOf(call) })) },
  }),
  fault('mfa-request-unchecked', {
    breaks: 'MFA-12',
    does: 'confirms a request that it never issued',
    around: {
      confirmMfa: (next, call, { tokens }) => {
        const isKnown = tokens.owner('mfa', call.parameters.requestId ?? '') !== undefined;
        return next(isKnown ? call : withParameters(call, { requestId: tokens.issue('mfa', call.user!).token }));
      },
    },
  }),
  fault('mfa-anybody-confirms', {
    breaks: 'MFA-17',
    does: 'takes the right code for a request of somebody else',
    around: {
      confirmMfa: (next, call, { tokens }) => {
        const owner = tokens.owner('mfa', call.parameters.requestId ?? '');
        return next(owner === undefined ? call : { ...call, user: owner });
      },
    },
  }),
  fault('mfa-sms-refused', {
    breaks: 'MFA-03',
    does: 'refuses every code of an SMS',
    around: {
      confirmMfa: (next, call) =>
        call.parameters.type === 'sms' ? refused(403, 'The code is not right.') : next(call),
    },
  }),
  fault('mfa-request-lost', {
    breaks: 'MFA-03',
    does: 'loses every fourth request for a code of a user who is asked for none at login',
    issue: (next, kind, user, { notes }) => {
      const issued = next(kind, user);
      if (kind !== 'mfa' || user.mfaAtLogin) return issued;
      const count = Number(notes.get('MFA requests') ?? 0) + 1;
      notes.set('MFA requests', count);
      if (count % 4 === 0) notes.set(`lost ${issued.token}`, true);
      return issued;
    },
    around: {
      confirmMfa: (next, call, { notes }) =>
        notes.has(`lost ${call.parameters.requestId}`) ? refused(404, 'There is no such MFA request.') : next(call),
    },
  }),
  fault('sign-token-refused-for-signing', {
    breaks: 'MFA-13',
    does: 'does not know the sign token with which drafts are to be signed',
    around: {
      signPayments: (next, call, { settings }) => {
        const { [settings.names.signToken]: given } = call.query;
        return next(given === undefined ? call : withQuery(call, settings.names.signToken, `${given}x`));
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
