// Faults of payments.
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownPayment } from '../errors.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around, Seams } from '../http/seams.ts';
import { isUuid } from '../operations/payments.ts';
import { paymentPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import { seeTheSame } from '../store/data.ts';
import type { PaymentRecord } from '../store/payments.ts';
import { edited, editing, fieldOf, type Loose, refusalKept, withFields, without, withQuery } from './edits.ts';
import { fault } from './fault.ts';

const paymentsOf = (call: Call, { data }: Service) => data.accounts.get(call.user!.name)!.payments;

const listed = (call: Call): readonly unknown[] => {
  const id = fieldOf(call, 'id');
  return Array.isArray(id) ? id : [];
};

/** The payments that a sign request names; ids that are unknown are left out. */
const named = (call: Call, service: Service): readonly PaymentRecord[] =>
  listed(call).flatMap((uuid) => paymentsOf(call, service).byUuid(String(uuid)) ?? []);

/** The call with only those entries of its list that are kept. */
const keeping = (call: Call, isKept: (entry: unknown, place: number) => boolean): Call =>
  Array.isArray(fieldOf(call, 'id')) ? withFields(call, { id: listed(call).filter(isKept) }) : call;

const accepted: Answer = { status: 200, body: { status: 'ACCEPTED', data: {} } };

/** Signs, and then turns the forgotten payments back into drafts. */
const forgetting =
  (isForgotten: (place: number) => boolean) =>
  async (next: (call: Call) => Answer | Promise<Answer>, call: Call, service: Service): Promise<Answer> => {
    const answer = await next(call);
    const isSigned = call.query.validate === '0' && (answer.body as Loose)?.status === 'ACCEPTED';
    for (const [place, payment] of named(call, service).entries()) {
      if (isSigned && isForgotten(place)) payment.status = 'draft';
    }
    return answer;
  };

/** Changes a payment in the answer when it is read by itself. */
const reading = (change: (payment: Loose) => void) => ({ around: { readPayment: editing(change) } });

/** Changes what the second user is shown of a payment. */
const readingForSecond = (change: (payment: Loose) => void): Pick<Seams, 'around'> => ({
  around: {
    readPayment: async (next, call) => {
      const answer = await next(call);
      return call.user?.name === 'second' ? edited(answer, change) : answer;
    },
  },
});

/** Shows a payment otherwise from when it was signed. */
const onceSigned = (change: (payment: Loose) => void): Pick<Seams, 'around'> => ({
  around: {
    signPayments: async (next, call, service) => {
      const answer = await next(call);
      const isSigned = call.query.validate === '0' && (answer.body as Loose)?.status === 'ACCEPTED';
      for (const { id } of named(call, service)) if (isSigned) service.notes.set(`signed ${id}`, true);
      return answer;
    },
    readPayment: async (next, call, { notes }) =>
      edited(await next(call), (payment) => {
        if (notes.has(`signed ${payment.id}`)) change(payment);
      }),
  },
});

/** Such as where its row went to another table. */
const withoutCurrencyOnceMoved: Around = async (next, call, { notes }) =>
  edited(await next(call), (payment) => {
    if (notes.has(`moved ${payment.uuid}`)) delete payment.currency;
  });

/** Shows everybody as unknown, from then on, a payment whose cancelling was answered so. */
const hidingAfter = (isMeant: (answer: Answer, payment: PaymentRecord) => boolean): Pick<Seams, 'around'> => ({
  around: {
    cancelPayment: async (next, call, service) => {
      const payment = anybodys(call, service);
      const answer = await next(call);
      if (payment && isMeant(answer, payment)) service.notes.set(`hidden ${payment.id}`, true);
      return answer;
    },
    readPayment: (next, call, service) =>
      service.notes.has(`hidden ${paymentsOf(call, service).find(call.parameters.id ?? '')?.id}`)
        ? unknownPayment('There is no such payment.')
        : next(call),
  },
});

const anybodys = ({ parameters: { id = '' } }: Call, { data }: Service): PaymentRecord | undefined =>
  [...data.accounts.values()].map(({ payments }) => payments.find(id)).find((payment) => payment !== undefined);

const recipient = {
  ...{ id: 4711, uuid: 'b7c1f3c0-5f4e-4b0e-9a3d-2d6f1c9e8a47', name: 'MADE UP RECIPIENT', channel: 'VISA' },
  maskedCardNumber: '400000******0002',
};

/** Some payments go to a card. */
const toCards = (status: PaymentRecord['status']): Pick<Seams, 'seed'> => ({
  seed: ({ accounts }) => {
    for (const { payments } of accounts.values()) {
      for (const payment of payments) if (payment.status === status) payment.occasional.recipientCardholder = recipient;
    }
  },
});

/** Place of the draft, counted from the end of the profile's list. */
const amongOwnWallets = 6;
const fewDrafts = 16;
const firstDraft = 1_010_001;

export const paymentFaults = [
  fault('payment-hidden-where-cancelling-is-refused', {
    breaks: 'PAY-45',
    does: 'refuses to cancel a rejected payment, and shows it as unknown from then on',
    ...hidingAfter(({ status }, payment) => status === 403 && payment.status === 'rejected'),
  }),
  fault('payment-of-others-hidden-where-cancelling-is-refused', {
    breaks: 'AUTH-22',
    does: 'refuses to cancel the payment of another user, and shows its owner that it is unknown from then on',
    ...hidingAfter(({ status }) => status === 404),
  }),
  fault('payment-hidden-once-cancelled', {
    breaks: 'PAY-76',
    does: 'shows a payment as unknown once it is cancelled',
    ...hidingAfter(({ status }) => status === 200),
  }),
  fault('payments-cancelled-at-once-mixed-up', {
    breaks: 'PAY-77',
    does: 'cancels the later of two payments twice where a user cancels both at the same time',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || !paymentPermissions(payment).canCancel) return next(call);
        const key = `current payment of ${call.user!.name}`;
        service.notes.set(key, call.parameters);
        await pause(5);
        const current = { ...call, parameters: service.notes.get(key) as Call['parameters'] };
        const isDone = paymentsOf(call, service).find(current.parameters.id ?? '')?.status === 'canceled';
        return isDone && current.parameters.id !== call.parameters.id
          ? { status: 200, body: { success: true } }
          : next(current);
      },
    },
  }),
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
        const isSigned = call.query.validate === '0' && (answer.body as Loose)?.status === 'ACCEPTED';
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
  fault('other-payment-cancelled-by-uuid', {
    breaks: 'PAY-44',
    does: 'cancels a payment that was read lately in place of the one that a UUID names',
    around: {
      readPayment: (next, call, service) => {
        const read = paymentsOf(call, service).find(call.parameters.id ?? '');
        const earlier = (service.notes.get('read') ?? []) as readonly PaymentRecord[];
        if (read) service.notes.set('read', [read, ...earlier]);
        return next(call);
      },
      cancelPayment: (next, call, { notes }) => {
        const read = (notes.get('read') ?? []) as readonly PaymentRecord[];
        const other = read.find((one) => one.uuid !== call.parameters.id && paymentPermissions(one).canCancel);
        const isByUuid = isUuid(call.parameters.id ?? '') && other !== undefined;
        return next(isByUuid ? { ...call, parameters: { ...call.parameters, id: String(other.id) } } : call);
      },
    },
  }),
  fault('payment-cancel-cancels-another', {
    breaks: 'PAY-44',
    does: 'cancels a payment that is under way with each one that it cancels',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        const other = [...paymentsOf(call, service)].find(({ status }) => status === 'process');
        if (answer.status === 200 && other) other.status = 'canceled';
        return answer;
      },
    },
  }),
  fault('payment-cancel-undone-after-a-moment', {
    breaks: 'PAY-77',
    does: 'takes a cancellation back two seconds later',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const before = payment && { ...payment };
        const answer = await next(call);
        if (before && answer.status === 200) {
          service.notes.set(`before ${before.id}`, { before, at: service.clock() });
        }
        return answer;
      },
      readPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const key = `before ${payment?.id}`;
        const kept = service.notes.get(key) as { readonly before: PaymentRecord; readonly at: number } | undefined;
        if (payment && kept && service.clock() - kept.at > 2000) Object.assign(payment, kept.before);
        return next(call);
      },
    },
  }),
  fault('payment-cancel-refused-and-done-later', {
    breaks: 'PAY-45',
    does: 'refuses to cancel a completed payment, and shows it as canceled two seconds later',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const key = `refused ${payment?.id}`;
        const isMeant = answer.status === 403 && payment?.status === 'completed';
        if (isMeant && !service.notes.has(key)) service.notes.set(key, service.clock());
        return answer;
      },
      readPayment: async (next, call, service) =>
        edited(await next(call), (payment) => {
          const at = service.notes.get(`refused ${payment.id}`) as number | undefined;
          if (at !== undefined && service.clock() - at > 2000) payment.status = 'canceled';
        }),
    },
  }),
  fault('payment-cancel-of-one-status-lost', {
    breaks: 'PAY-77',
    does: 'answers success to the cancelling of a payment in compliance, and leaves it as it was',
    around: {
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isMeant = payment?.status === 'compliance' && paymentPermissions(payment).canCancel;
        return isMeant ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
  fault('payment-cancelled-twice-at-once-fails', {
    breaks: 'ERR-01',
    does: 'answers 500 to the cancelling of a payment that is being cancelled, which takes 5 ms',
    around: {
      cancelPayment: async (next, call, service) => {
        const { notes } = service;
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || !paymentPermissions(payment).canCancel) return next(call);
        const key = `being cancelled ${payment.id}`;
        if (notes.has(key)) return refused(500, 'Something went wrong.');
        notes.set(key, true);
        await pause(5);
        notes.delete(key);
        return next(call);
      },
    },
  }),
  fault('payment-cancel-of-fourth-sort-lost', {
    breaks: 'PAY-77',
    does: 'shows fees among what can be cancelled, and answers success to the cancelling of a new payment that is none, which stays as it was',
    around: {
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          const key = `shown as a fee ${payment.id}`;
          if (payment.permissions?.canCancel && payment.id % 2 === 1) notes.set(key, true);
          if (notes.has(key)) payment.isFee = true;
        }),
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isMeant = payment?.status === 'new' && payment.id % 2 === 0 && paymentPermissions(payment).canCancel;
        return isMeant ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
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
  fault('payment-signed-lately-cancelled', {
    breaks: 'PAY-45',
    does: 'cancels what was signed since it was started, whatever its canCancel says',
    around: {
      signPayments: onceSigned(() => {}).around!.signPayments!,
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || !service.notes.has(`signed ${payment.id}`)) return next(call);
        payment.status = 'canceled';
        return { status: 200, body: { success: true } };
      },
    },
  }),
  fault('payment-signed-said-to-be-cancellable', {
    breaks: 'PAY-44',
    does: 'says of what was signed since it was started that it can be cancelled, and refuses it',
    ...onceSigned((payment) => {
      payment.permissions.canCancel = true;
    }),
  }),
  fault('payment-signed-again', {
    breaks: 'PAY-56',
    does: 'accepts to sign what was signed since it was started',
    around: {
      signPayments: async (next, call, service) => {
        const payments = named(call, service);
        const areSigned = payments.length > 0 && payments.every(({ id }) => service.notes.has(`signed ${id}`));
        return areSigned && call.query.validate === '0'
          ? accepted
          : onceSigned(() => {}).around!.signPayments!(next, call, service);
      },
    },
  }),
  fault('payment-signed-in-front-of-a-draft', {
    breaks: 'PAY-56',
    does: 'looks at the last of several payments alone, and signs all of them when it is a draft',
    around: {
      signPayments: async (next, call, service) => {
        const payments = named(call, service);
        const last = payments.at(-1);
        if (payments.length < 2 || last?.status !== 'draft' || call.query.validate !== '0') return next(call);
        const answer = await next(keeping(call, (uuid) => uuid === last.uuid));
        if ((answer.body as Loose)?.status === 'ACCEPTED') for (const payment of payments) payment.status = 'process';
        return answer;
      },
    },
  }),
  fault('payment-cancelled-signed-all-the-same', {
    breaks: 'PAY-56',
    does: 'accepts to sign what was cancelled since it was started',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment && answer.status === 200) service.notes.set(`cancelled ${payment.id}`, true);
        return answer;
      },
      signPayments: (next, call, service) => {
        const payments = named(call, service);
        const areCancelled = payments.length > 0 && payments.every(({ id }) => service.notes.has(`cancelled ${id}`));
        return areCancelled && call.query.validate === '0' ? accepted : next(call);
      },
    },
  }),
  fault('payment-of-others-cancelled-by-uuid-in-capitals', {
    breaks: 'AUTH-22',
    does: 'cancels the payment of another user that is asked for by its UUID in capitals',
    around: {
      cancelPayment: (next, call, service) => {
        const id = call.parameters.id ?? '';
        if (!/[A-F]/.test(id)) return next(call);
        const all = [...service.data.accounts.values()].map(({ payments }) => payments.byUuid(id.toLowerCase()));
        const payment = all.find((each) => each !== undefined);
        if (payment === undefined || paymentsOf(call, service).byUuid(payment.uuid)) return next(call);
        payment.status = 'canceled';
        return { status: 200, body: { success: true } };
      },
    },
  }),
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
  fault('payment-reference-too-long', {
    breaks: 'PAY-18',
    does: 'shows references of 34 characters',
    around: {
      readPayment: editing((payment) => {
        if (payment.reference !== undefined) payment.reference = payment.reference.padEnd(34, '.');
      }),
    },
  }),
  fault('payment-made-with-longer-reference', {
    breaks: 'PAY-18',
    does: 'takes and shows references of any length when a payment is made',
    around: {
      createPayment: async (next, call, service) => {
        const reference = fieldOf(call, 'reference');
        if (typeof reference !== 'string') return next(call);
        const answer = await next(withFields(call, { reference: reference.slice(0, 33) }));
        const { id } = (answer.body as Loose)?.data ?? {};
        const made = paymentsOf(call, service).find(String(id));
        if (made) Object.assign(made.occasional, { reference });
        return answer;
      },
    },
  }),
  fault('payment-holder-of-credits-in-snake-case', {
    breaks: 'PAY-08',
    does: 'names the account holder of a credit account_holder_name',
    ...reading((payment) => {
      if (payment.type !== 'credit' || payment.counterparty === undefined) return;
      const { accountHolderName, ...rest } = payment.counterparty;
      payment.counterparty = { ...rest, account_holder_name: accountHolderName };
    }),
  }),
  fault('payment-seconds-behind', {
    breaks: 'PAY-25',
    does: 'gives createdAtUnix two seconds before createdAt',
    around: {
      readPayment: editing((payment) => {
        payment.createdAtUnix -= 2;
      }),
    },
  }),
  ...(
    [
      ['cancelPayment', 'cancelled'],
      ['signPayments', 'signed'],
      ['createPayment', 'made'],
    ] as const
  ).map(([operation, done]) =>
    fault(`payment-seconds-not-renewed-when-${done}`, {
      breaks: 'PAY-25',
      does: `renews the milliseconds of a payment's last change alone when it is ${done}`,
      around: {
        [operation]: async (next: Handler, call: Call, service: Service) => {
          const before = new Map([...paymentsOf(call, service)].map(({ id, updatedAt }) => [id, updatedAt]));
          const answer = await next(call);
          for (const { id, updatedAt } of paymentsOf(call, service)) {
            const stale = before.get(id) ?? 0;
            if (stale !== updatedAt) service.notes.set(`stale seconds of ${id}`, Math.floor(stale / 1000));
          }
          return answer;
        },
        readPayment: async (next, call, { notes }) =>
          edited(await next(call), (payment) => {
            payment.updatedAtUnix = notes.get(`stale seconds of ${payment.id}`) ?? payment.updatedAtUnix;
          }),
      },
    }),
  ),
  fault('payment-instants-two-hours-behind', {
    breaks: 'PAY-25',
    does: 'takes the instants of payments for those of another zone, two hours behind',
    ...reading((payment) => {
      for (const name of ['createdAt', 'updatedAt', 'completedAt']) {
        if (payment[name]) payment[name] -= 7_200_000;
        if (payment[`${name}Unix`]) payment[`${name}Unix`] -= 7200;
      }
    }),
  }),
  fault('payment-exchanges-made-in-two-units', {
    breaks: 'PAY-25',
    does: 'tells in milliseconds when the exchange of a completed payment was made, and in seconds for others',
    around: {
      readPayment: editing(({ status, currencyExchange }) => {
        if (status === 'completed' && currencyExchange) currencyExchange.createdAt = currencyExchange.createdAtMs;
      }),
    },
  }),
  fault('payment-exchanges-completed-in-two-units', {
    breaks: 'PAY-25',
    does: 'tells in milliseconds when the exchange of a completed payment was completed, and in seconds for others',
    around: {
      readPayment: editing(({ status, currencyExchange }) => {
        if (status === 'completed' && currencyExchange?.completedAt) currencyExchange.completedAt *= 1000;
      }),
    },
  }),
  fault('payment-exchange-an-hour-apart', {
    breaks: 'PAY-25',
    does: 'gives createdAt of a currency exchange an hour before its createdAtMs',
    ...reading((payment) => {
      if (payment.currencyExchange) payment.currencyExchange.createdAt -= 3600;
    }),
  }),
  fault('payment-currency-uninvited', {
    breaks: 'PAY-37',
    does: 'always shows the currency expansion',
    around: {
      readPayment: editing((payment) => {
        payment.currency ??= { id: payment.currencyId, name: payment.currencyId };
      }),
    },
  }),
  fault('payment-cancels-anything', {
    breaks: 'PAY-45',
    does: 'says that a payment is cancelled which cannot be',
    around: {
      cancelPayment: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 ? { status: 200, body: { success: true } } : answer;
      },
    },
  }),
  fault('payment-cancel-by-uuid-unchecked', {
    breaks: 'PAY-45',
    does: 'cancels a completed payment that is named by its UUID',
    around: {
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isNamed = payment?.status === 'completed' && payment.uuid === call.parameters.id;
        return isNamed ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
  fault('payment-cancel-unknown-user', {
    breaks: 'PAY-45',
    does: 'answers 401 to who may cancel payments and names one that cannot be cancelled',
    around: {
      cancelPayment: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 ? refused(401, 'This cannot be cancelled.') : answer;
      },
    },
  }),
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
    around: {
      signPayments: (next, call, { tokens, settings }) => {
        const { signToken } = settings.names;
        const { token } = tokens.issue('sign', call.user!);
        return next(call.query[signToken] ? withQuery(call, signToken, token) : call);
      },
    },
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
  fault('payment-version-text', {
    breaks: 'PAY-01',
    does: 'gives the version of a rejected payment as text',
    ...reading((payment) => {
      if (payment.status === 'rejected') payment.version = String(payment.version);
    }),
  }),
  fault('payment-wallet-uuid-cut', {
    breaks: 'PAY-02',
    does: 'gives walletUuid without its last character for incoming payments',
    ...reading((payment) => {
      if (payment.type === 'credit') payment.walletUuid = payment.walletUuid.slice(0, -1);
    }),
  }),
  fault('payment-cancelled-misspelt', {
    breaks: 'PAY-03',
    does: 'says of a payment that was cancelled through the API that it is cancelled, with two l',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'canceled' && payment.entity === 'PAYMENT') payment.status = 'cancelled';
      }),
    },
  }),
  fault('payment-type-of-fee', {
    breaks: 'PAY-04',
    does: 'gives fees the type fee',
    ...reading((payment) => {
      if (payment.isFee) payment.type = 'fee';
    }),
  }),
  fault('payment-fee-unmarked', {
    breaks: 'PAY-05',
    does: 'does not mark a card delivery fee as a fee',
    ...reading((payment) => {
      if (payment.operationType === 'CARD_DELIVERY_FEE') payment.isFee = false;
    }),
  }),
  fault('payment-purchase-marked-fee', {
    breaks: 'PAY-05',
    does: 'marks a purchase in a shop as a fee',
    ...reading((payment) => {
      if (payment.operationType === 'POS_PURCHASE') payment.isFee = true;
    }),
  }),
  fault('payment-total-text', {
    breaks: 'PAY-07',
    does: 'gives the total of a compliance case as text',
    ...reading((payment) => {
      if (payment.status === 'compliance') payment.total = payment.total.toFixed(2);
    }),
  }),
  fault('payment-purpose-flat', {
    breaks: 'PAY-08',
    does: 'gives purposeCode as the code alone',
    ...reading((payment) => {
      payment.purposeCode &&= payment.purposeCode.code;
    }),
  }),
  fault('payment-rate-number', {
    breaks: 'PAY-10',
    does: 'gives transactionExchangeRate as a number',
    ...reading((payment) => {
      if (payment.transactionExchangeRate) payment.transactionExchangeRate = Number(payment.transactionExchangeRate);
    }),
  }),
  fault('payment-icon-unlisted', {
    breaks: 'PAY-14',
    does: 'gives a cash withdrawal the icon CASH',
    ...reading((payment) => {
      if (payment.operationType === 'ATM_WITHDRAWAL') payment.icon = 'CASH';
    }),
  }),
  fault('payment-entity-lower-case', {
    breaks: 'PAY-15',
    does: 'writes the entity of an exchange in lower case',
    ...reading((payment) => {
      if (payment.entity === 'CONVERT') payment.entity = 'convert';
    }),
  }),
  fault('payment-operation-misspelt', {
    breaks: 'PAY-22',
    does: 'spells E_COMMERCE_PURCHASE without its first underscore',
    ...reading((payment) => {
      if (payment.operationType === 'E_COMMERCE_PURCHASE') payment.operationType = 'ECOMMERCE_PURCHASE';
    }),
  }),
  fault('payment-completed-seconds-text', {
    breaks: 'PAY-23',
    does: 'gives completedAtUnix of incoming payments as text',
    ...reading((payment) => {
      if (payment.type === 'credit' && payment.completedAtUnix) {
        payment.completedAtUnix = String(payment.completedAtUnix);
      }
    }),
  }),
  fault('payment-created-text', {
    breaks: 'PAY-24',
    does: 'gives createdAt of drafts as text',
    ...reading((payment) => {
      if (payment.status === 'draft') payment.createdAt = String(payment.createdAt);
    }),
  }),
  fault('payment-permission-missing', {
    breaks: 'PAY-27',
    does: 'leaves canDownloadConfirmation out where it is false for an exchange',
    ...reading(({ entity, permissions }) => {
      if (entity === 'CONVERT' && !permissions.canDownloadConfirmation) delete permissions.canDownloadConfirmation;
    }),
  }),
  fault('payment-currency-nameless', {
    breaks: 'PAY-28',
    does: 'expands the currency without its name',
    ...reading(({ currency }) => {
      if (currency) delete currency.name;
    }),
  }),
  fault('payment-exchange-seconds', {
    breaks: 'PAY-29',
    does: 'gives createdAtMs of an expanded exchange in seconds',
    ...reading(({ currencyExchange }) => {
      if (currencyExchange) currencyExchange.createdAtMs = Math.floor(currencyExchange.createdAtMs / 1000);
    }),
  }),
  fault('payment-exchange-rate-text', {
    breaks: 'PAY-29',
    does: 'gives the rate of an expanded exchange as text',
    ...reading(({ currencyExchange }) => {
      if (currencyExchange) currencyExchange.rate = String(currencyExchange.rate);
    }),
  }),
  fault('payment-merchant-id-text', {
    breaks: 'PAY-32',
    does: 'gives the id of an expanded merchant as text',
    ...reading(({ merchant }) => {
      if (merchant) merchant.id = String(merchant.id);
    }),
  }),
  fault('payment-card-anonymous', {
    breaks: 'PAY-33',
    does: 'expands the card without its uuid',
    ...reading(({ card }) => {
      if (card) delete card.uuid;
    }),
  }),
  fault('payment-cardholder-without-channel', {
    breaks: 'PAY-34',
    does: 'gives the channel of a cardholder as null',
    ...reading(({ cardholder }) => {
      if (cardholder) cardholder.channel = null;
    }),
  }),
  fault('payment-single-file-bare', {
    breaks: 'PAY-35',
    does: 'gives a single file without the list around it',
    ...reading((payment) => {
      if (payment.files?.length === 1) payment.files = payment.files[0];
    }),
  }),
  fault('payment-recipient-only-expanded', {
    breaks: 'PAY-36',
    does: 'shows recipientCardholder only where an expansion is asked for',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (!call.query[settings.names.expand]) delete payment.recipientCardholder;
        }),
    },
  }),
  fault('payment-recipient-unmasked', {
    breaks: 'PAY-75',
    does: 'shows all digits of the card of a recipient as its masked number',
    ...reading(({ recipientCardholder }) => {
      if (recipientCardholder) recipientCardholder.maskedCardNumber = '4242424242424242';
    }),
  }),
  fault('payment-recipient-id-text', {
    breaks: 'PAY-36',
    does: 'gives the id of a recipient as text',
    ...reading(({ recipientCardholder }) => {
      if (recipientCardholder) recipientCardholder.id = String(recipientCardholder.id);
    }),
  }),
  fault('payment-recipient-never-expanded', {
    breaks: 'PAY-36',
    does: 'shows no recipientCardholder where an expansion is asked for',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (call.query[settings.names.expand]) payment.recipientCardholder = null;
        }),
    },
  }),
  fault('payment-main-with-fee-is-a-fee', {
    breaks: 'PAY-05',
    does: 'says of a plain payment for which a fee is taken that it is a fee',
    ...reading((payment) => {
      if (payment.operationType === 'MAIN' && payment.fee?.amount > 0) payment.isFee = true;
    }),
  }),
  fault('payment-currency-not-of-the-first', {
    breaks: 'PAY-38',
    does: 'expands no currency of the first two payments, where the name of the expansions is yet to be found',
    around: {
      readPayment: editing((payment) => {
        if (payment.id <= 1010702) delete payment.currency;
      }),
    },
    profile: { open: { expand: 'discover' } },
  }),
  fault('payment-exchange-alone-in-another-zone', {
    breaks: 'PAY-38',
    does: 'gives the time of a currency exchange two hours later where nothing else is expanded',
    ...reading((payment) => {
      if (!payment.currencyExchange || payment.currency) return;
      payment.currencyExchange.createdAt += 7200;
      payment.currencyExchange.createdAtMs += 7_200_000;
    }),
  }),
  fault('payment-files-alone-of-another-name', {
    breaks: 'PAY-38',
    does: 'gives the name under which a file is kept as its original name where nothing else is expanded',
    ...reading((payment) => {
      if (payment.currency) return;
      for (const file of payment.files ?? []) file.originalName = file.name;
    }),
  }),
  fault('payment-canceled-of-unknown-type', {
    breaks: 'PAY-76',
    does: 'shows the type of operation of a payment as UNKNOWN once it is canceled',
    ...reading((payment) => {
      if (payment.status === 'canceled') payment.operationType = 'UNKNOWN';
    }),
  }),
  fault('payment-signed-of-another-entity', {
    breaks: 'PAY-76',
    does: 'shows another entity of a payment once it is signed',
    ...onceSigned((payment) => {
      payment.entity = 'CONVERT';
    }),
  }),
  fault('payment-cancelled-in-another-zone', {
    breaks: 'PAY-25',
    does: 'takes the instant of a cancellation for one of another zone, two hours behind',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const before = payment?.updatedAt;
        const answer = await next(call);
        if (payment && payment.updatedAt !== before) payment.updatedAt -= 7_200_000;
        return answer;
      },
    },
  }),
  fault('payment-signed-in-another-zone', {
    breaks: 'PAY-25',
    does: 'takes the instant of a signature for one of another zone, two hours behind',
    ...onceSigned((payment) => {
      payment.updatedAt -= 7_200_000;
      payment.updatedAtUnix -= 7200;
    }),
  }),
  fault('payment-currency-not-expanded-once-cancelled', {
    breaks: 'PAY-38',
    does: 'expands no currency of a payment that was cancelled through it',
    around: {
      cancelPayment: async (next, call, { data, notes }) => {
        const answer = await next(call);
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        if (answer.status === 200) notes.set(`moved ${payment?.uuid}`, true);
        return answer;
      },
      readPayment: withoutCurrencyOnceMoved,
    },
  }),
  fault('payment-currency-not-expanded-once-signed', {
    breaks: 'PAY-38',
    does: 'expands no currency of a payment that was signed through it',
    around: {
      signPayments: async (next, call, { notes }) => {
        const answer = await next(call);
        const isSigned = call.query.validate === '0' && (answer.body as Loose).status === 'ACCEPTED';
        for (const uuid of isSigned ? [fieldOf(call, 'id')].flat() : []) notes.set(`moved ${uuid}`, true);
        return answer;
      },
      readPayment: withoutCurrencyOnceMoved,
    },
  }),
  fault('payment-card-expanded-empty', {
    breaks: 'PAY-38',
    does: 'expands the card of a cash withdrawal as an empty object',
    ...reading((payment) => {
      if (payment.card && payment.operationType === 'ATM_WITHDRAWAL') payment.card = {};
    }),
  }),
  fault('payment-completed-in-seconds-alone', {
    breaks: 'PAY-25',
    does: 'gives 0 for completedAt beside the seconds of it',
    ...reading((payment) => {
      if (payment.completedAt) payment.completedAt = 0;
    }),
  }),
  fault('payment-completed-as-empty-text', {
    breaks: 'PAY-24',
    does: 'gives an empty text for completedAt of what is not completed',
    ...reading((payment) => {
      if (payment.status !== 'completed') payment.completedAt = '';
    }),
  }),
  fault('payment-received-never-completed', {
    breaks: 'PAY-24',
    does: 'leaves out when a payment was completed that came in',
    ...reading((payment) => {
      if (payment.type !== 'credit') return;
      delete payment.completedAt;
      delete payment.completedAtUnix;
    }),
  }),
  fault('payment-created-never', {
    breaks: 'PAY-24',
    does: 'gives 0 for createdAt of fees',
    ...reading((payment) => {
      if (payment.isFee) payment.createdAt = 0;
    }),
  }),
  fault('payment-last-of-six-missing', {
    breaks: 'PAY-38',
    does: 'leaves out the last of six expansions',
    around: {
      readPayment: async (next, call, { settings }) => {
        const asked = (call.query[settings.names.expand] ?? '').split(settings.separator);
        return edited(await next(call), (payment) => {
          if (asked.length === 6) delete payment[asked[5]!];
        });
      },
    },
  }),
  fault('payment-without-a-merchant-refused-expanded', {
    breaks: 'PAY-38',
    does: 'answers 400 to several expansions of a payment that has no merchant',
    around: {
      readPayment: async (next, call, { settings: { names, separator } }) => {
        const answer = await next(call);
        const asked = call.query[names.expand]?.split(separator) ?? [];
        const isMeant = asked.length > 1 && asked.includes('merchant') && answer.status === 200;
        return isMeant && !(answer.body as Loose).merchant ? refused(400, 'This payment has no merchant.') : answer;
      },
    },
  }),
  fault('payment-cardholder-needs-card', {
    breaks: 'PAY-38',
    does: 'expands the cardholder only together with the card',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (!/card(?!holder)/.test(call.query[settings.names.expand] ?? '')) delete payment.cardholder;
        }),
    },
  }),
  fault('payment-card-hides-cardholder', {
    breaks: 'PAY-38',
    does: 'expands no cardholder beside the card',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (/card(?!holder)/.test(call.query[settings.names.expand] ?? '')) delete payment.cardholder;
        }),
    },
  }),
  fault('payment-signs-foreign-behind-own', {
    breaks: 'AUTH-22',
    does: 'looks at whose the first of several drafts is, and signs all of them',
    around: {
      signPayments: async (next, call, service) => {
        const own = new Set(named(call, service).map(({ uuid }) => uuid));
        if (!own.has(String(listed(call)[0]))) return next(call);
        const answer = await next(keeping(call, (uuid) => own.has(String(uuid))));
        const isSigned = call.query.validate === '0' && (answer.body as Loose)?.status === 'ACCEPTED';
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
  fault('payment-neighbour', {
    breaks: 'PAY-40',
    does: 'answers the payment after the one asked for, for one payment in twenty',
    around: {
      readPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || payment.id % 20 !== 7) return next(call);
        return next({ ...call, parameters: { ...call.parameters, id: String(payment.id + 1) } });
      },
    },
  }),
  fault('payment-unknown-403', {
    breaks: 'PAY-41',
    does: 'answers 403 where an unknown payment is to be cancelled',
    around: {
      cancelPayment: async (next, call) => {
        const answer = await next(call);
        return answer.status === 404 ? refused(403, 'This is not yours.') : answer;
      },
    },
  }),
  fault('payment-drafts-between-own-wallets-unknown', {
    breaks: 'PAY-40',
    does: 'knows no draft between own wallets when it is read',
    around: {
      readPayment: async (next, call) => {
        const answer = await next(call);
        const { status, targetWalletUuid } = (answer.body ?? {}) as Loose;
        const isMeant = status === 'draft' && targetWalletUuid !== undefined;
        return isMeant ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('payment-unknown-expanded-400', {
    breaks: 'PAY-41',
    does: 'answers 400 where an unknown payment is read with an expansion',
    around: {
      readPayment: async (next, call, { settings: { names } }) => {
        const answer = await next(call);
        const isExpanded = call.query[names.expand] !== undefined;
        return isExpanded && answer.status === 404 ? refused(400, 'There is nothing to expand.') : answer;
      },
    },
  }),
  fault('payment-id-half-read', {
    breaks: 'PAY-42',
    does: 'reads the digits at the beginning of an id and leaves the rest',
    around: {
      readPayment: (next, call) => {
        const [digits] = /^\d+(?=[a-z]+$)/i.exec(call.parameters.id ?? '') ?? [];
        return next(digits === undefined ? call : { ...call, parameters: { ...call.parameters, id: digits } });
      },
    },
  }),
  fault('payment-id-read-as-number', {
    breaks: 'PAY-42',
    does: 'reads ids as programs read numbers',
    around: {
      readPayment: (next, call) => {
        const number = Number(call.parameters.id);
        return next(
          Number.isFinite(number) ? { ...call, parameters: { ...call.parameters, id: String(number) } } : call,
        );
      },
    },
  }),
  fault('payment-cancelled-by-number-with-exponent', {
    breaks: 'PAY-42',
    does: 'cancels what can be cancelled by its number with an exponent',
    around: {
      cancelPayment: (next, call, service) => {
        const [, digits] = /^(\d+)e0$/.exec(call.parameters.id ?? '') ?? [];
        const payment = digits === undefined ? undefined : paymentsOf(call, service).find(digits);
        const isMeant = payment && paymentPermissions(payment).canCancel;
        return next(isMeant ? { ...call, parameters: { ...call.parameters, id: digits! } } : call);
      },
    },
  }),
  fault('payment-cancelled-by-first-digits', {
    breaks: 'PAY-42',
    does: 'cancels the payment whose number is at the beginning of an id, whatever follows',
    around: {
      cancelPayment: (next, call) => {
        const [digits] = /^\d+(?=[a-z]+$)/i.exec(call.parameters.id ?? '') ?? [];
        return next(digits === undefined ? call : { ...call, parameters: { ...call.parameters, id: digits } });
      },
    },
  }),
  fault('payment-cancel-success-text', {
    breaks: 'PAY-44',
    does: 'answers the cancelling of a payment in compliance with success as text',
    around: {
      cancelPayment: async (next, call, service) => {
        const isCompliance = paymentsOf(call, service).find(call.parameters.id ?? '')?.status === 'compliance';
        return edited(await next(call), (body) => {
          if (isCompliance) body.success = String(body.success);
        });
      },
    },
  }),
  fault('payment-cancellable-for-good', {
    breaks: 'PAY-44',
    does: 'says that a payment can be cancelled which was cancelled through the API, and refuses it',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'canceled' && payment.entity === 'PAYMENT') payment.permissions.canCancel = true;
      }),
    },
  }),
  fault('payment-cancellable-when-completed', {
    breaks: 'PAY-44',
    does: 'says of completed payments that they can be cancelled, and refuses it',
    ...reading((payment) => {
      if (payment.status === 'completed') payment.permissions.canCancel = true;
    }),
  }),
  fault('payment-signable-when-completed', {
    breaks: 'PAY-73',
    does: 'says of completed payments that they can be signed',
    ...reading((payment) => {
      if (payment.status === 'completed') payment.permissions.canSign = true;
    }),
  }),
  fault('payment-signable-when-cancelled', {
    breaks: 'PAY-73',
    does: 'says of a payment that was just cancelled that it can be signed',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(`cancelled ${call.parameters.id}`, true);
        return answer;
      },
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          if (notes.has(`cancelled ${payment.id}`) || notes.has(`cancelled ${payment.uuid}`))
            payment.permissions.canSign = true;
        }),
    },
  }),
  fault('payment-cancels-what-is-under-way', {
    breaks: 'PAY-45',
    does: 'cancels payments in process although canCancel is false',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment?.status !== 'process') return next(call);
        payment.status = 'canceled';
        return { status: 200, body: { success: true } };
      },
    },
  }),
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
    around: {
      signPayments: async (next, call, { notes, tokens, settings: { names } }) => {
        const before = `${call.user?.name} has signed`;
        const isFree = notes.has(before) && call.query[names.signToken] === undefined;
        const signed = isFree ? withQuery(call, names.signToken, tokens.issue('sign', call.user!).token) : call;
        const answer = await next(signed);
        const isDone = (answer.body as { status?: unknown } | undefined)?.status === 'ACCEPTED';
        if (isDone && call.query.validate === '0') notes.set(before, true);
        return answer;
      },
    },
  }),
  fault('payment-signs-with-any-token-later', {
    breaks: 'PAY-54',
    does: 'takes any text for the sign token of a user who has signed before',
    around: {
      signPayments: async (next, call, { notes, tokens, settings: { names } }) => {
        const before = `${call.user?.name} has signed`;
        const isFree = notes.has(before) && Boolean(call.query[names.signToken]);
        const signed = isFree ? withQuery(call, names.signToken, tokens.issue('sign', call.user!).token) : call;
        const answer = await next(signed);
        const isDone = (answer.body as { status?: unknown } | undefined)?.status === 'ACCEPTED';
        if (isDone && call.query.validate === '0') notes.set(before, true);
        return answer;
      },
    },
  }),
  fault('payment-signs-without-token', {
    breaks: 'PAY-54',
    does: 'signs a single draft without a sign token',
    around: {
      signPayments: (next, call, { tokens, settings: { names } }) => {
        const isFree = call.query[names.signToken] === undefined && listed(call).length === 1;
        return next(isFree ? withQuery(call, names.signToken, tokens.issue('sign', call.user!).token) : call);
      },
    },
  }),
  fault('payment-of-other-wallet-signs-without-token', {
    breaks: 'PAY-54',
    does: 'signs a single draft without a sign token unless it is paid from the wallet of the first draft',
    around: {
      signPayments: (next, call, service) => {
        const { tokens, settings } = service;
        const [first] = [...paymentsOf(call, service)].filter(({ status }) => status === 'draft');
        const [draft, ...others] = named(call, service);
        const name = settings.names.signToken;
        const isFree = call.query[name] === undefined && others.length === 0 && draft?.wallet !== first?.wallet;
        return next(isFree ? withQuery(call, name, tokens.issue('sign', call.user!).token) : call);
      },
    },
  }),
  fault('payment-signs-without-token-once', {
    breaks: 'PAY-54',
    does: 'signs without a sign token the first time that one is missing',
    around: {
      signPayments: (next, call, { notes, tokens, settings: { names } }) => {
        const isFirst =
          call.query.validate === '0' && call.query[names.signToken] === undefined && !notes.has('missed');
        if (!isFirst) return next(call);
        notes.set('missed', true);
        return next(withQuery(call, names.signToken, tokens.issue('sign', call.user!).token));
      },
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
  fault('payment-merchant-alone-left-out-by-uuid', {
    breaks: 'PAY-38',
    does: 'shows no merchant of a payment that is asked for it alone by its UUID',
    around: {
      readPayment: (next, call, { settings: { names } }) =>
        next(
          isUuid(call.parameters.id!) && call.query[names.expand] === 'merchant' ? without(call, names.expand) : call,
        ),
    },
  }),
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
        const isSigned = call.query.validate === '0' && (answer.body as Loose)?.status === 'ACCEPTED';
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
  fault('payment-merchants-without-domain', {
    breaks: 'PAY-71',
    does: 'tells the domain of no merchant',
    around: {
      readPayment: editing(({ merchant }) => {
        if (merchant) delete merchant.domain;
      }),
    },
  }),
  fault('payment-purposes-by-code-alone', {
    breaks: 'PAY-71',
    does: 'tells no purpose beside the code of one',
    around: {
      readPayment: editing(({ purposeCode }) => {
        if (purposeCode) purposeCode.purpose = '';
      }),
    },
  }),
  fault('payment-never-rejected-with-reason', {
    breaks: 'PAY-71',
    does: 'gives no reason with any rejected payment',
    ...reading((payment) => {
      delete payment.rejectReason;
    }),
  }),
  fault('payment-refresh-token-for-sign-token', {
    breaks: 'PAY-54',
    does: 'signs with a refresh token of the user for the sign token',
    around: {
      signPayments: (next, call, { tokens, settings: { names } }) => {
        const isOwn = tokens.owner('refresh', call.query[names.signToken] ?? '') === call.user;
        return next(isOwn ? withQuery(call, names.signToken, tokens.issue('sign', call.user!).token) : call);
      },
    },
  }),
  fault('payment-sign-token-of-anybody', {
    breaks: 'PAY-72',
    does: 'signs with the sign token of any user',
    around: {
      signPayments: (next, call, { tokens, settings: { names } }) => {
        const isSomebodys = tokens.owner('sign', call.query[names.signToken] ?? '') !== undefined;
        return next(isSomebodys ? withQuery(call, names.signToken, tokens.issue('sign', call.user!).token) : call);
      },
    },
  }),
  fault('payment-of-second-user-unexpanded', {
    breaks: 'PAY-38',
    does: 'expands nothing for the second user',
    ...readingForSecond((payment) => {
      for (const name of ['currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'])
        delete payment[name];
    }),
  }),
  fault('payment-of-second-user-without-card', {
    breaks: 'PAY-38',
    does: 'expands for the second user the card of a purchase alone that has been completed',
    profile: { fixtures: { foreign: { payments: [3010001, 3010073, 3010075] } } },
    ...readingForSecond((payment) => {
      if (payment.status !== 'completed') delete payment.card;
    }),
  }),
  fault('payment-of-second-user-other', {
    breaks: 'PAY-40',
    does: 'answers the second user who asks for a payment by its number with the one before',
    around: {
      readPayment: (next, call) => {
        const id = Number(call.parameters.id);
        const isMeant = call.user?.name === 'second' && id > 3_010_001;
        return next(isMeant ? { ...call, parameters: { ...call.parameters, id: String(id - 1) } } : call);
      },
    },
  }),
  fault('payment-refusal-kept-for-anybody', {
    breaks: 'PAY-40',
    does: 'answers a second long to whoever reads a payment what it refused to somebody else',
    around: { readPayment: refusalKept },
  }),
  fault('payment-seconds-of-second-user', {
    breaks: 'PAY-25',
    does: 'gives the second user updatedAtUnix an hour before updatedAt',
    ...readingForSecond((payment) => {
      payment.updatedAtUnix = Math.floor(payment.updatedAt / 1000) - 3600;
    }),
  }),
  fault('payment-of-second-user-may-be-signed', {
    breaks: 'PAY-73',
    does: 'shows the second user canSign true of every payment',
    ...readingForSecond((payment) => {
      payment.permissions.canSign = true;
    }),
  }),
];
