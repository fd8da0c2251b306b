// Which keys of the profile have to be there before a requirement can be tested.
import type { OperationId } from '../../contract/operations.ts';
import { areaOf, type Requirement, type RequirementId } from '../../contract/requirements.ts';
import type { Profile } from '../../subject/profile/profile.ts';

const confirming = ['users.*.mfa'];
const signing = ['fixtures.payments.drafts', 'allow.signDrafts'];
const cancelling = ['fixtures.payments.cancellable', 'allow.cancelPayments'];
const paying = ['open.bodies.createPayment', 'allow.createPayments'];
const setting = ['open.bodies.setCardLimits', 'allow.setCardLimits'];

/** Keys that are needed together. */
const pairs: readonly (readonly string[])[] = [signing, cancelling, paying, setting];

/** Each of these brings about events. */
const triggers = ['allow.createBeneficiaries', 'allow.createPayments', 'allow.inviteMembers'];

const areas: Readonly<Record<string, readonly string[]>> = {
  MFA: confirming,
  EVT: ['allow.webhookReceiver'],
  RATE: ['allow.load'],
};

/** The keys that the profile has to give before an operation can be called with success. */
const opens: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  confirmMfa: confirming,
  exchangeSignToken: confirming,
  readPayment: ['fixtures.payments.others'],
  cancelPayment: cancelling,
  signPayments: signing,
  createPayment: paying,
  createBeneficiary: ['allow.createBeneficiaries'],
  // A beneficiary is created where the profile names none.
  readBeneficiary: ['allow.createBeneficiaries'],
  inviteMember: ['allow.inviteMembers'],
  readCardCredentials: ['allow.readCredentials'],
  readCardV1: ['open.include', 'allow.readCredentials'],
  calculateCardLimits: ['allow.calculateLimits'],
  setSmsBalanceNotification: ['allow.smsNotification'],
  setCardLimits: setting,
};

/** Requirements that need other keys than their operations do. */
const ofTheirOwn: Readonly<Partial<Record<RequirementId, readonly string[]>>> = {
  'AUTH-16': ['users.second'],
  'AUTH-20': ['users.restricted'],
  'AUTH-21': ['users.second'],
  'ERR-01': confirming,
  'ERR-06': ['users.restricted'],
  'ERR-07': ['allow.load'],
  'MFA-13': confirming,
  'MFA-16': confirming,
  'PAR-27': ['users.second'],
  'PAY-45': ['fixtures.payments.notCancellable'],
  'RATE-05': [...paying, 'allow.load'],
  'VER-01': confirming,
};

/** Keys before which others have to be given. */
const first: Readonly<Record<string, readonly string[]>> = {
  'open.smsField': ['allow.smsNotification'],
  'open.signToken': signing,
  'open.memberFlag': ['allow.inviteMembers'],
  'open.exchangeFlag': confirming,
  'open.expand': ['fixtures.payments.others'],
  'fixtures.beneficiaries': ['allow.createBeneficiaries'],
  'users.restricted.forbidden': ['users.restricted'],
};

const all = [...Object.values(areas), ...Object.values(opens), ...Object.values(ofTheirOwn), ...Object.values(first)];

/** The keys among these that a profile gives. */
export const givenBy = (profile: Profile): readonly string[] =>
  [...new Set(all.flat())].filter((key) => gives(valuesAt(profile, key)));

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
  ofTheirOwn[id] ?? [
    ...(areas[areaOf(id)] ?? []),
    ...(operations === '*' ? [] : operations.flatMap((one) => opens[one] ?? [])),
  ];

/** Whether some operation of the requirement is called with success even with an empty profile. */
export const isMetAnyhow = ({ id, operations }: Requirement): boolean =>
  ofTheirOwn[id] === undefined && operations !== '*' && operations.some((one) => opens[one] === undefined);

/** Whether a requirement needs these keys because of its area, whatever its operations need. */
export const isOfArea = ({ id }: Requirement, keys: readonly string[]): boolean =>
  keys.every((key) => areas[areaOf(id)]?.includes(key));

/** These keys with those that are needed together with them; in place of a key, those that have to be given before it. */
export const enough = (keys: readonly string[], given: readonly string[]): readonly string[] =>
  keys.flatMap((key) => {
    const before = first[key]?.filter((one) => !given.includes(one)) ?? [];
    if (before.length > 0) return before;
    const trigger = key === 'allow.webhookReceiver' && !triggers.some((one) => given.includes(one)) ? triggers[0] : [];
    return [key, ...partnersOf(key).filter((one) => !given.includes(one))].concat(trigger ?? []);
  });

const partnersOf = (key: string): readonly string[] =>
  (pairs.find((pair) => pair.includes(key)) ?? []).filter((one) => one !== key);

/** The same keys, grouped by which are needed together. */
export function inPairs(keys: readonly string[]): readonly (readonly string[])[] {
  const partners = (key: string) => pairs.find((pair) => pair.includes(key)) ?? [key];
  const groups = new Map(keys.map((key) => [partners(key).join(), partners(key).filter((one) => keys.includes(one))]));
  return [...groups.values()];
}
