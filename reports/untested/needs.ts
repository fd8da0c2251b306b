// Which keys of the profile have to be there before a requirement can be tested.
import type { OperationId } from '../../contract/operations.ts';
import { areaOf, type Requirement } from '../../contract/requirements.ts';
import type { Profile } from '../../subject/profile/profile.ts';

const areas: Readonly<Record<string, readonly string[]>> = {
  MFA: ['users.*.mfa'],
  EVT: ['allow.webhookReceiver'],
  RATE: ['allow.load'],
};

/** The keys that the profile has to give before an operation can be called with success. */
const opens: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  confirmMfa: ['users.*.mfa'],
  exchangeSignToken: ['users.*.mfa'],
  readPayment: ['fixtures.payments'],
  cancelPayment: ['fixtures.payments.cancellable', 'allow.cancelPayments'],
  signPayments: ['fixtures.payments.drafts', 'allow.signDrafts'],
  createPayment: ['open.bodies.createPayment', 'allow.createPayments'],
  createBeneficiary: ['allow.createBeneficiaries'],
  readBeneficiary: ['fixtures.beneficiaries'],
  inviteMember: ['allow.inviteMembers'],
  readCardCredentials: ['allow.readCredentials'],
  readCardV1: ['open.include', 'allow.readCredentials'],
  calculateCardLimits: ['allow.calculateLimits'],
  setSmsBalanceNotification: ['allow.smsNotification'],
  setCardLimits: ['open.bodies.setCardLimits', 'allow.setCardLimits'],
};

/** The keys among these that a profile gives. */
export const givenBy = (profile: Profile): readonly string[] =>
  [...new Set([...Object.values(areas), ...Object.values(opens)].flat())].filter((key) =>
    gives(valuesAt(profile, key)),
  );

const valuesAt = (value: unknown, key: string): readonly unknown[] =>
  key.split('.').reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((each) => {
        if (typeof each !== 'object' || each === null) return [];
        return step === '*' ? Object.values(each) : [(each as Record<string, unknown>)[step]];
      }),
    [value],
  );

/** A key is given when its value is a list with entries, a number above 0, a permission, or a declared name. */
const gives = (values: readonly unknown[]): boolean =>
  values.some((value) => {
    if (Array.isArray(value)) return value.length > 0;
    if (typeof value === 'object' && value !== null && 'kind' in value) return value.kind === 'declared';
    if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => gives([inner]));
    return Boolean(value);
  });

export const neededBy = ({ id, operations }: Requirement): readonly string[] =>
  operations === '*' ? (areas[areaOf(id)] ?? []) : operations.flatMap((one) => opens[one] ?? []);

/** Whether some operation of the requirement is called with success even with an empty profile. */
export const isMetAnyhow = ({ operations }: Requirement): boolean =>
  operations !== '*' && operations.some((one) => opens[one] === undefined);
