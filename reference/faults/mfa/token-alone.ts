// Faults by which things are signed that must not be signed, but only where a sign token is shown.
import { refused } from '../../errors.ts';
import type { Answer, Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { isUuid } from '../../operations/payments.ts';
import type { Service } from '../../service-state.ts';
import type { PaymentRecord } from '../../store/payments.ts';
import { fieldOf, withFields, withQuery } from '../edits.ts';
import { fault } from '../fault.ts';

/** Refuses to sign without a token. With a valid one, `sign` decides what happens, even to payments that must not be signed. */
const withTokenAlone =
  (sign: (call: Call, service: Service, payments: readonly (PaymentRecord | undefined)[]) => Call | Answer): Around =>
  (next, call, service) => {
    const { data, settings, tokens } = service;
    const token = call.query[settings.names.signToken];
    if (call.query.validate !== '1' && token === undefined) return refused(403, 'A sign token is required.');
    if (call.query.validate === '1' || tokens.owner('sign', token ?? '') !== call.user) return next(call);
    const { payments } = data.accounts.get(call.user!.name)!;
    const made = sign(
      call,
      service,
      [fieldOf(call, 'id')].flat().map((uuid) => payments.byUuid(String(uuid))),
    );
    return 'operation' in made ? next(made) : made;
  };

const signed: Answer = { status: 200, body: { status: 'ACCEPTED', data: {} } };

export const tokenAlone = [
  fault('new-payments-signed-with-token-alone', {
    breaks: 'PAY-56',
    does: 'refuses to sign without a token, and with one signs payments that are new as if they were drafts',
    around: {
      signPayments: withTokenAlone((call, _service, payments) => {
        if (!payments.every((payment) => payment?.status === 'new')) return call;
        for (const payment of payments) payment!.status = 'process';
        return signed;
      }),
    },
  }),
  fault('payment-no-draft-signed-behind-a-draft-with-token-alone', {
    breaks: 'PAY-56',
    does: 'refuses to sign without a token, and with one signs whatever stands behind a draft',
    around: {
      signPayments: withTokenAlone((call, _service, [first, ...behind]) => {
        if (first?.status !== 'draft') return call;
        for (const payment of behind) if (payment) payment.status = 'process';
        return withFields(call, { id: [first.uuid] });
      }),
    },
  }),
  fault('foreign-draft-signed-behind-own-with-token-alone', {
    breaks: 'AUTH-22',
    does: 'refuses to sign without a token, and with one signs drafts of others behind one of the user',
    around: {
      signPayments: withTokenAlone((call, { data }, [first]) => {
        if (first?.status !== 'draft') return call;
        const shelves = [...data.accounts.values()].map(({ payments }) => payments);
        for (const uuid of [fieldOf(call, 'id')].flat()) {
          const payment = shelves.map((shelf) => shelf.byUuid(String(uuid))).find((found) => found !== undefined);
          if (payment?.status === 'draft' && payment !== first) payment.status = 'process';
        }
        return withFields(call, { id: [first.uuid] });
      }),
    },
  }),
  fault('unknown-payment-signed-with-token-alone', {
    breaks: 'PAY-57',
    does: 'refuses to sign without a token, and with one accepts payments that nobody knows',
    around: {
      signPayments: withTokenAlone((call, _service, payments) =>
        payments.every((payment) => payment === undefined) ? signed : call,
      ),
    },
  }),
  fault('validate-two-signs-with-token-alone', {
    breaks: 'PAY-59',
    does: 'refuses to sign without a token, and with one signs where validate is any number but 1',
    around: {
      signPayments: withTokenAlone((call) =>
        /^-?\d+$/.test(call.query.validate ?? '') ? withQuery(call, 'validate', '0') : call,
      ),
    },
  }),
  fault('sign-list-unchecked-with-token', {
    breaks: 'PAY-60',
    does: 'looks at the form of a list to validate alone, and accepts any list to sign that comes with a token',
    around: {
      signPayments: withTokenAlone((call) =>
        [fieldOf(call, 'id')].flat().every((entry) => isUuid(entry)) ? call : signed,
      ),
    },
  }),
];
