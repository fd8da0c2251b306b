// Small changes to what is sent and what is stored of a beneficiary.
import type { Answer, Body, Call, Handler } from '../../http/call.ts';
import type { Service } from '../../service-state.ts';
import { fieldOf, type Loose, withFields } from '../edits.ts';

export const refusing = (field: string): Answer => ({
  status: 200,
  body: { errors: [{ field, message: 'This field is required.' }], notice: [], data: null },
});

/** A seam that changes the fields before the rules see them, so that the rules find nothing wrong. */
export const sending = (change: (fields: Loose) => Body) => ({
  around: {
    createBeneficiary: (next: Handler, call: Call) =>
      next(call.body.kind === 'object' ? withFields(call, change(call.body.value)) : call),
  },
});

/** Changes the stored beneficiary after the rules have accepted it. */
export const keeping = (change: (fields: Loose) => Body) => ({
  around: {
    createBeneficiary: async (next: Handler, call: Call, { data }: Service) => {
      const answer = await next(call);
      const uuid = (answer.body as Loose)?.data?.uuid;
      const record = uuid && data.accounts.get(call.user!.name)!.beneficiaries.byUuid(uuid);
      if (record) Object.assign(record.fields, change(record.fields));
      return answer;
    },
  },
});

export const euroCountries: readonly unknown[] = ['AT', 'DE', 'IE', 'LT', 'LV'];

/** The rules check `instead`, and the value that was sent is stored. */
export const keepingUnchecked = (name: string, instead: unknown, applies: (fields: Loose) => boolean) => ({
  around: {
    createBeneficiary: async (next: Handler, call: Call, service: Service) => {
      const value = fieldOf(call, name);
      const isSuch = value !== undefined && value !== null && call.body.kind === 'object' && applies(call.body.value);
      const { around } = keeping(() => (isSuch ? { [name]: value } : {}));
      return around.createBeneficiary(next, isSuch ? withFields(call, { [name]: instead }) : call, service);
    },
  },
});
