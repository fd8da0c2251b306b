// Faults in what is shown of a payment after it was cancelled or signed.

import type { Seams } from '../../http/seams.ts';
import { paymentPermissions } from '../../permissions.ts';
import { seeTheSame } from '../../store/data.ts';
import type { PaymentRecord } from '../../store/payments.ts';
import { edited } from '../edits.ts';
import { fault } from '../fault.ts';
import { firstDraft, isDone, named, onceSigned, paymentsOf, reading } from './edits.ts';

const recipient = {
  ...{ id: 4711, uuid: 'b7c1f3c0-5f4e-4b0e-9a3d-2d6f1c9e8a47', name: 'MADE UP RECIPIENT', channel: 'VISA' },
  maskedCardNumber: '400000******0002',
};

/** Gives every payment of this status a card as its recipient. */
const toCards = (status: PaymentRecord['status']): Pick<Seams, 'seed'> => ({
  seed: ({ accounts }) => {
    for (const { payments } of accounts.values()) {
      for (const payment of payments) if (payment.status === status) payment.occasional.recipientCardholder = recipient;
    }
  },
});

/** The place, counted from the end of the drafts, of the one that goes to a wallet of the same user. */
const amongOwnWallets = 6;

const fewDrafts = 16;

export const otherAfterChanges = [
  fault('payment-recipient-lost-once-cancelled', {
    breaks: 'PAY-76',
    does: 'lets payments in compliance go to a card, and shows no recipient of one that was cancelled',
    ...toCards('compliance'),
    ...reading((payment) => {
      if (payment.status === 'canceled') delete payment.recipientCardholder;
    }),
  }),
  fault('payment-recipient-other-once-signed', {
    breaks: 'PAY-76',
    does: 'lets drafts go to a card, and shows another recipient of one that was signed',
    ...toCards('draft'),
    ...onceSigned((payment) => {
      if (payment.recipientCardholder) payment.recipientCardholder.id += 1;
    }),
  }),
  fault('payment-fee-in-another-currency-once-cancelled', {
    breaks: 'PAY-76',
    does: 'tells the fee of a payment in another currency once it is cancelled',
    ...reading((payment) => {
      if (payment.status === 'canceled') payment.fee.currencyId = payment.fee.currencyId === 'USD' ? 'GBP' : 'USD';
    }),
  }),
  fault('payment-rejected-said-to-be-cancellable', {
    breaks: 'PAY-44',
    does: 'says of rejected payments that they can be cancelled, and refuses it',
    ...reading((payment) => {
      if (payment.status === 'rejected') payment.permissions.canCancel = true;
    }),
    profile: { fixtures: { payments: { notCancellable: [1010701] } } },
  }),
  fault('payment-draft-said-to-be-cancellable', {
    breaks: 'PAY-44',
    does: 'says of drafts that they can be cancelled, and refuses it',
    ...reading((payment) => {
      if (payment.status === 'draft') payment.permissions.canCancel = true;
    }),
  }),
  fault('payment-between-own-wallets-left-unsigned', {
    breaks: 'PAY-55',
    does: 'accepts to sign a draft between own wallets, and leaves it a draft',
    seed: ({ accounts }) => {
      const { payments, wallets } = accounts.get('full')!;
      const drafts = [...payments].filter(({ status }) => status === 'draft').slice(0, fewDrafts);
      for (const [place, { occasional }] of drafts.entries()) {
        if (place === drafts.length - amongOwnWallets) occasional.targetWalletUuid = wallets[0]!.uuid;
        else delete occasional.targetWalletUuid;
      }
    },
    around: {
      signPayments: async (next, call, service) => {
        const answer = await next(call);
        const isSigned = isDone(call, answer);
        const own = named(call, service).filter(({ occasional }) => occasional.targetWalletUuid !== undefined);
        for (const payment of isSigned ? own : []) payment.status = 'draft';
        return answer;
      },
    },
    profile: {
      fixtures: { payments: { drafts: Array.from({ length: fewDrafts }, (_, place) => String(firstDraft + place)) } },
      allow: { signDrafts: 10 },
    },
  }),
];

export const shownAfterChanges = [
  fault('payment-cancelled-shown-to-the-writer-alone', {
    breaks: 'PAY-77',
    does: 'shows that a payment was cancelled in the session alone that cancelled it',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const answer = await next(call);
        service.notes.delete(`${call.headers.authorization} is shown ${payment?.uuid}`);
        return answer;
      },
      readPayment: async (next, call, { notes }) => {
        const answer = await next(call);
        if (Object.keys(call.query).length > 0) return answer;
        return edited(answer, (payment) => {
          const key = `${call.headers.authorization} is shown ${payment.uuid}`;
          if (notes.has(key)) Object.assign(payment, notes.get(key));
          else notes.set(key, structuredClone(payment));
        });
      },
    },
  }),
  fault('payment-signed-shown-to-the-signer-alone', {
    breaks: 'PAY-55',
    does: 'shows that a draft was signed in the session alone that signed it',
    around: {
      signPayments: async (next, call, service) => {
        const drafts = named(call, service).filter(({ status }) => status === 'draft');
        const answer = await next(call);
        for (const { uuid, status } of drafts)
          if (status !== 'draft') service.notes.set(`${uuid} is signed`, call.headers.authorization);
        return answer;
      },
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          const signer = notes.get(`${payment.uuid} is signed`) ?? call.headers.authorization;
          if (signer === call.headers.authorization) return;
          payment.status = 'draft';
          payment.permissions.canSign = true;
        }),
    },
  }),
  fault('payment-cancelled-in-words', {
    breaks: 'PAY-77',
    does: 'answers success to the cancelling of a payment, and leaves it as it was',
    around: {
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isMeant = payment && paymentPermissions(payment).canCancel;
        return isMeant ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
  fault('payment-cancelled-cancellable-to-others', {
    breaks: 'PAY-44',
    does: 'shows canCancel of a payment that was cancelled to another user of the company as it was, and refuses to cancel it again',
    seed: seeTheSame,
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        if (answer.status < 300)
          service.notes.set(
            `cancelled ${paymentsOf(call, service).find(call.parameters.id ?? '')?.id}`,
            call.user!.name,
          );
        return answer;
      },
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          const by = notes.get(`cancelled ${payment.id}`);
          if (by !== undefined && by !== call.user!.name) payment.permissions.canCancel = true;
        }),
    },
  }),
  fault('payment-cancelled-of-nothing', {
    breaks: 'PAY-76',
    does: 'shows the amount of a payment as 0 once it is canceled',
    ...reading((payment) => {
      if (payment.status === 'canceled') payment.amount = 0;
    }),
  }),
  fault('payment-cancelled-total-with-more', {
    breaks: 'PAY-76',
    does: 'shows a total of a canceled payment that has more in it than amount and fee',
    ...reading((payment) => {
      if (payment.status === 'canceled') payment.total += 25;
    }),
  }),
  fault('payment-signed-total-negated', {
    breaks: 'PAY-76',
    does: 'shows the total of a payment below 0 once it is signed',
    ...onceSigned((payment) => {
      payment.total = -payment.total;
    }),
  }),
  fault('payment-signed-loses-reference', {
    breaks: 'PAY-76',
    does: 'shows another reference of a payment once it is signed',
    ...onceSigned((payment) => {
      payment.reference = 'signed';
    }),
  }),
];

export const lostOnceSigned = [
  fault('payment-signed-loses-purpose', {
    breaks: 'PAY-76',
    does: 'shows a payment without its purposeCode once it is signed',
    seed: ({ accounts }) => {
      const purposeCode = { code: 'SUPP', purpose: 'Supplier payment' };
      for (const { payments } of accounts.values()) {
        for (const { status, occasional } of payments) if (status === 'draft') occasional.purposeCode = purposeCode;
      }
    },
    ...onceSigned((payment) => {
      delete payment.purposeCode;
    }),
  }),
  fault('payment-signed-leads-elsewhere', {
    breaks: 'PAY-76',
    does: 'shows the wallet of a payment as its targetWalletUuid once it is signed',
    seed: ({ accounts }) => {
      for (const { payments, wallets } of accounts.values()) {
        for (const { status, wallet, occasional } of payments) {
          if (status === 'draft') occasional.targetWalletUuid = wallets.find((other) => other !== wallet)?.uuid;
        }
      }
    },
    ...onceSigned((payment) => {
      payment.targetWalletUuid = payment.walletUuid;
    }),
  }),
];
