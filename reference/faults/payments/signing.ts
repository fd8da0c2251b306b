// Faults in the choice of drafts that are signed.

import type { Answer, Call } from '../../http/call.ts';
import { isUuid } from '../../operations/payments.ts';
import { paymentPermissions } from '../../permissions.ts';
import type { Service } from '../../service-state.ts';
import type { PaymentRecord } from '../../store/payments.ts';
import { fieldOf, type Loose, withFields, withQuery } from '../edits.ts';
import { fault } from '../fault.ts';
import { accepted, firstDraft, isDone, keeping, listed, named, paymentsOf } from './edits.ts';

/** Signs, and then turns the forgotten payments back into drafts. */
const forgetting =
  (isForgotten: (place: number) => boolean) =>
  async (next: (call: Call) => Answer | Promise<Answer>, call: Call, service: Service): Promise<Answer> => {
    const answer = await next(call);
    const isSigned = isDone(call, answer);
    for (const [place, payment] of named(call, service).entries()) {
      if (isSigned && isForgotten(place)) payment.status = 'draft';
    }
    return answer;
  };

export const foreignBehindOwn = [
  fault('payment-signs-foreign-behind-own', {
    breaks: 'AUTH-22',
    does: 'looks at whose the first of several drafts is, and signs all of them',
    around: {
      signPayments: async (next, call, service) => {
        const own = new Set(named(call, service).map(({ uuid }) => uuid));
        if (!own.has(String(listed(call)[0]))) return next(call);
        const answer = await next(keeping(call, (uuid) => own.has(String(uuid))));
        const isSigned = isDone(call, answer);
        for (const { payments } of isSigned ? service.data.accounts.values() : []) {
          for (const uuid of listed(call)) {
            const payment = payments.byUuid(String(uuid));
            if (payment?.status === 'draft') payment.status = 'process';
          }
        }
        return answer;
      },
    },
  }),
];

export const signing = [
  fault('payment-signs-first-only', {
    breaks: 'PAY-55',
    does: 'signs the first of several drafts alone',
    around: { signPayments: forgetting((place) => place > 0) },
  }),
  fault('payment-of-the-wallet-signed-along', {
    breaks: 'PAY-55',
    does: 'signs the first draft of the same wallet along with those that it is asked to sign',
    around: {
      signPayments: async (next, call, service) => {
        const answer = await next(call);
        const isSigned = isDone(call, answer);
        const wallets = new Set(named(call, service).map(({ wallet }) => wallet));
        const isOther = ({ status, wallet }: PaymentRecord) => status === 'draft' && wallets.has(wallet);
        const other = isSigned ? [...paymentsOf(call, service)].find(isOther) : undefined;
        if (other) other.status = 'process';
        return answer;
      },
    },
  }),
  fault('payment-third-left-unsigned', {
    breaks: 'PAY-55',
    does: 'leaves the third of several drafts unsigned, and says that they are signed',
    around: { signPayments: forgetting((place) => place === 2) },
  }),
  fault('payment-third-of-few-left-unsigned', {
    breaks: 'PAY-55',
    does: 'leaves the third of several drafts unsigned, where it has few',
    profile: {
      fixtures: { payments: { drafts: Array.from({ length: 8 }, (_, place) => String(firstDraft + place)) } },
    },
    around: { signPayments: forgetting((place) => place === 2) },
  }),
  fault('payments-signed-undone', {
    breaks: 'PAY-62',
    does: 'turns payments that were signed together back into drafts after a second',
    around: {
      signPayments: async (next, call, service) => {
        const answer = await next(call);
        const signed = named(call, service).filter(({ status }) => status !== 'draft');
        if (signed.length < 2) return answer;
        setTimeout(() => {
          for (const payment of signed) payment.status = 'draft';
        }, 1000).unref();
        return answer;
      },
    },
  }),
  fault('payment-eleventh-left-unsigned', {
    breaks: 'PAY-55',
    does: 'signs ten drafts of one request, and says that all are signed',
    around: { signPayments: forgetting((place) => place >= 10) },
  }),
  fault('payment-signed-remains-draft', {
    breaks: 'PAY-62',
    does: 'leaves what was signed a draft',
    around: { signPayments: forgetting(() => true) },
  }),
  fault('payment-no-draft-signed-behind-a-draft', {
    breaks: 'PAY-56',
    does: 'looks whether it is a draft at the first payment alone, and signs those behind it',
    around: {
      signPayments: async (next, call, service) => {
        const [first, ...behind] = named(call, service);
        if (call.query.validate !== '0' || first === undefined || behind.length === 0) return next(call);
        const answer = await next(withFields(call, { id: [first.uuid] }));
        const isSigned = (answer.body as Loose)?.status === 'ACCEPTED';
        for (const payment of isSigned ? behind : []) payment.status = first.status;
        return answer;
      },
    },
  }),
  fault('new-payments-signed', {
    breaks: 'PAY-56',
    does: 'signs payments that are new as if they were drafts',
    around: {
      signPayments: (next, call, service) => {
        const payments = named(call, service);
        if (payments.length === 0 || payments.some(({ status }) => status !== 'new')) return next(call);
        for (const payment of call.query.validate === '0' ? payments : []) payment.status = 'process';
        return accepted;
      },
    },
  }),
  fault('payment-no-draft-skipped', {
    breaks: 'PAY-56',
    does: 'skips what is no draft among the payments to sign, and accepts when nothing is left to do',
    around: {
      signPayments: (next, call, service) => {
        const drafts = keeping(call, (entry) => {
          const payment = paymentsOf(call, service).byUuid(String(entry));
          return payment === undefined || paymentPermissions(payment).canSign;
        });
        const isNoneLeft = listed(call).length > 0 && listed(drafts).length === 0;
        return isNoneLeft && call.query.validate === '1' ? accepted : next(drafts);
      },
    },
  }),
  fault('payment-unknown-skipped', {
    breaks: 'PAY-57',
    does: 'skips the unknown among the payments to sign',
    around: {
      signPayments: (next, call, service) => {
        const known = keeping(call, (entry) => !isUuid(entry) || paymentsOf(call, service).byUuid(entry) !== undefined);
        const isNoneLeft = listed(call).length > 0 && listed(known).length === 0;
        return isNoneLeft && call.query.validate === '1' ? accepted : next(known);
      },
    },
  }),
  fault('payment-validate-lenient', {
    breaks: 'PAY-59',
    does: 'takes any validate that is not 0 for 1',
    around: {
      signPayments: (next, call) =>
        next(call.query.validate && call.query.validate !== '0' ? withQuery(call, 'validate', '1') : call),
    },
  }),
  fault('payment-ids-filtered', {
    breaks: 'PAY-60',
    does: 'leaves out of the payments to sign what is no UUID',
    around: {
      signPayments: (next, call) => {
        const uuids = keeping(call, isUuid);
        return next(listed(uuids).length > 0 ? uuids : call);
      },
    },
  }),
  fault('payment-signed-by-number', {
    breaks: 'PAY-60',
    does: 'knows the payments to sign by their numbers as well',
    around: {
      signPayments: (next, call, service) =>
        next(
          Array.isArray(fieldOf(call, 'id'))
            ? withFields(call, {
                id: listed(call).map((entry) =>
                  Number.isSafeInteger(entry) ? (paymentsOf(call, service).find(String(entry))?.uuid ?? entry) : entry,
                ),
              })
            : call,
        ),
    },
  }),
  fault('payment-signs-nothing', {
    breaks: 'PAY-61',
    does: 'accepts an empty list of payments to sign',
    around: {
      signPayments: (next, call) => {
        const id = fieldOf(call, 'id');
        return Array.isArray(id) && id.length === 0 && call.query.validate === '1' ? accepted : next(call);
      },
    },
  }),
];
