// Small changes to payments and to what is asked about them.
import type { Answer, Call } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import type { Service } from '../../service-state.ts';
import type { PaymentRecord } from '../../store/payments.ts';
import { edited, editing, fieldOf, type Loose, withFields } from '../edits.ts';

export const paymentsOf = (call: Call, { data }: Service) => data.accounts.get(call.user!.name)!.payments;

export const listed = (call: Call): readonly unknown[] => {
  const id = fieldOf(call, 'id');
  return Array.isArray(id) ? id : [];
};

/** The payments that a sign request names; ids that are unknown are left out. */
export const named = (call: Call, service: Service): readonly PaymentRecord[] =>
  listed(call).flatMap((uuid) => paymentsOf(call, service).byUuid(String(uuid)) ?? []);

/** The call with only those entries of its list that are kept. */
export const keeping = (call: Call, isKept: (entry: unknown, place: number) => boolean): Call =>
  Array.isArray(fieldOf(call, 'id')) ? withFields(call, { id: listed(call).filter(isKept) }) : call;

export const accepted: Answer = { status: 200, body: { status: 'ACCEPTED', data: {} } };

/** Changes a payment in the answer when it is read by itself. */
export const reading = (change: (payment: Loose) => void) => ({ around: { readPayment: editing(change) } });

/** Changes how a payment is shown after it was signed. */
export const onceSigned = (change: (payment: Loose) => void): Pick<Seams, 'around'> => ({
  around: {
    signPayments: async (next, call, service) => {
      const answer = await next(call);
      const isSigned = isDone(call, answer);
      for (const { id } of named(call, service)) if (isSigned) service.notes.set(`signed ${id}`, true);
      return answer;
    },
    readPayment: async (next, call, { notes }) =>
      edited(await next(call), (payment) => {
        if (notes.has(`signed ${payment.id}`)) change(payment);
      }),
  },
});

export const firstDraft = 1_010_001;

/** Whether a request to sign did more than validate. */
export const isDone = (call: Call, answer: Answer): boolean =>
  call.query.validate === '0' && (answer.body as Loose)?.status === 'ACCEPTED';
