// Faults in when a sign token is needed and which one is accepted, and in validating without one.

import { refused } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { paymentPermissions } from '../../permissions.ts';
import type { Service } from '../../service-state.ts';
import { edited, fieldOf, withQuery } from '../edits.ts';
import { fault } from '../fault.ts';
import { isDone, listed, named, paymentsOf } from './edits.ts';

/** Treats a call for which `isTaken` is true as if it had a valid sign token. */
const takingInstead =
  (isTaken: (shown: string | undefined, call: Call, service: Service) => boolean): Around =>
  (next, call, service) => {
    const name = service.settings.names.signToken;
    const isMeant = isTaken(call.query[name], call, service);
    return next(isMeant ? withQuery(call, name, service.tokens.issue('sign', call.user!).token) : call);
  };

/** Does as `around` only for a user who has signed before. */
const onceHavingSigned =
  (around: Around): Around =>
  async (next, call, service) => {
    const before = `${call.user?.name} has signed`;
    const answer = await (service.notes.has(before) ? around(next, call, service) : next(call));
    if (isDone(call, answer)) service.notes.set(before, true);
    return answer;
  };

export const signTokensChecked = [
  fault('payment-sign-token-case-ignored', {
    breaks: 'PAY-54',
    does: 'compares sign tokens without regard to case',
    issue: (next, kind, user, { notes }) => {
      const issued = next(kind, user);
      if (kind === 'sign') notes.set(`sign token ${issued.token.toLowerCase()}`, issued.token);
      return issued;
    },
    around: {
      signPayments: (next, call, { notes, settings: { names } }) => {
        const given = call.query[names.signToken];
        const meant = given === undefined ? undefined : notes.get(`sign token ${given.toLowerCase()}`);
        return next(typeof meant === 'string' ? withQuery(call, names.signToken, meant) : call);
      },
    },
  }),
  fault('payment-validation-signs', {
    breaks: 'PAY-52',
    does: 'signs the drafts that it was asked to validate',
    around: {
      signPayments: async (next, call, { tokens, settings }) => {
        const answer = await next(call);
        if (call.query.validate !== '1' || answer.status !== 200) return answer;
        const { token } = tokens.issue('sign', call.user!);
        return next(withQuery(withQuery(call, 'validate', '0'), settings.names.signToken, token));
      },
    },
  }),
  fault('payment-sign-token-unchecked', {
    breaks: 'PAY-54',
    does: 'signs with any sign token',
    around: { signPayments: takingInstead(Boolean) },
  }),
  fault('payment-draft-unsignable', {
    breaks: 'PAY-55',
    does: 'refuses a valid sign token',
    around: {
      signPayments: (next, call, { tokens, data, settings }) => {
        const isSigned = tokens.owner('sign', call.query[settings.names.signToken] ?? '') === call.user;
        const { payments } = data.accounts.get(call.user!.name)!;
        const id = fieldOf(call, 'id');
        const areDrafts =
          Array.isArray(id) &&
          id.every((uuid) => {
            const payment = payments.byUuid(String(uuid));
            return payment !== undefined && paymentPermissions(payment).canSign;
          });
        return isSigned && areDrafts && call.query.validate === '0' ? refused(403, 'Not now.') : next(call);
      },
    },
  }),
];

export const signTokensNeeded = [
  fault('payment-sign-status-success', {
    breaks: 'PAY-48',
    does: 'says SUCCESS in place of ACCEPTED when several drafts are named',
    around: {
      signPayments: async (next, call) =>
        edited(await next(call), (body) => {
          if (listed(call).length > 1 && body.status === 'ACCEPTED') body.status = 'SUCCESS';
        }),
    },
  }),
  fault('payment-validation-needs-token', {
    breaks: 'PAY-50',
    does: 'refuses to validate several drafts without a sign token',
    around: {
      signPayments: (next, call, { settings }) => {
        const isMany = call.query.validate === '1' && listed(call).length > 1;
        const isWithout = call.query[settings.names.signToken] === undefined;
        return isMany && isWithout ? refused(403, 'A sign token is required.') : next(call);
      },
    },
  }),
  fault('payment-drafts-of-second-unknown', {
    breaks: 'PAY-50',
    does: 'answers 404 to the second user who has a draft of his validated',
    around: {
      signPayments: (next, call) =>
        call.user?.name === 'second' ? refused(404, 'A payment named does not exist.') : next(call),
    },
  }),
  fault('payment-validation-uses-token-up', {
    breaks: 'PAY-74',
    does: 'ends the life of a sign token that comes along with a validation',
    around: {
      signPayments: (next, call, { tokens, settings: { names } }) => {
        const token = call.query[names.signToken];
        if (call.query.validate === '1' && token !== undefined) tokens.spend('sign', token);
        return next(call);
      },
    },
  }),
  fault('payment-signs-without-token-later', {
    breaks: 'PAY-54',
    does: 'needs no sign token of a user who has signed before',
    around: { signPayments: onceHavingSigned(takingInstead((shown) => shown === undefined)) },
  }),
  fault('payment-signs-with-any-token-later', {
    breaks: 'PAY-54',
    does: 'takes any text for the sign token of a user who has signed before',
    around: { signPayments: onceHavingSigned(takingInstead(Boolean)) },
  }),
  fault('payment-signs-without-token', {
    breaks: 'PAY-54',
    does: 'signs a single draft without a sign token',
    around: { signPayments: takingInstead((shown, call) => shown === undefined && listed(call).length === 1) },
  }),
  fault('payment-of-other-wallet-signs-without-token', {
    breaks: 'PAY-54',
    does: 'signs a single draft without a sign token unless it is paid from the wallet of the first draft',
    around: {
      signPayments: takingInstead((shown, call, service) => {
        const [first] = [...paymentsOf(call, service)].filter(({ status }) => status === 'draft');
        const [draft, ...others] = named(call, service);
        return shown === undefined && others.length === 0 && draft?.wallet !== first?.wallet;
      }),
    },
  }),
  fault('payment-signs-without-token-once', {
    breaks: 'PAY-54',
    does: 'signs without a sign token the first time that one is missing',
    around: {
      signPayments: takingInstead((shown, call, { notes }) => {
        const isFirst = call.query.validate === '0' && shown === undefined && !notes.has('missed');
        if (isFirst) notes.set('missed', true);
        return isFirst;
      }),
    },
  }),
  fault('payment-signs-by-default', {
    breaks: 'PAY-54',
    does: 'signs without a sign token where validate is left out',
    around: {
      signPayments: (next, call, { tokens, settings: { names } }) => {
        if (call.query.validate !== undefined) return next(call);
        return next(
          withQuery(withQuery(call, 'validate', '0'), names.signToken, tokens.issue('sign', call.user!).token),
        );
      },
    },
  }),
  fault('payment-signature-with-token-first-refused', {
    breaks: 'PAY-55',
    does: 'looks for validate at the start of the query alone where a sign token is shown',
    around: {
      signPayments: (next, call) =>
        /&validate=/.test(call.url) ? refused(400, 'validate must be 0 or 1.') : next(call),
    },
  }),
];

export const signTokensOfOthers = [
  fault('payment-refresh-token-for-sign-token', {
    breaks: 'PAY-54',
    does: 'signs with a refresh token of the user for the sign token',
    around: {
      signPayments: takingInstead((shown = '', call, { tokens }) => tokens.owner('refresh', shown) === call.user),
    },
  }),
  fault('payment-sign-token-of-anybody', {
    breaks: 'PAY-72',
    does: 'signs with the sign token of any user',
    around: {
      signPayments: takingInstead((shown = '', _call, { tokens }) => tokens.owner('sign', shown) !== undefined),
    },
  }),
];
