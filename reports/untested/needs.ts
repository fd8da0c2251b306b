// Which keys of the profile have to be there before a requirement can be tested.
import type { OperationId } from '../../contract/operations.ts';
import { areaOf, type Requirement } from '../../contract/requirements.ts';

const areas: Readonly<Record<string, readonly string[]>> = {
  MFA: ['users.*.mfa'],
  EVT: ['allow.webhookReceiver'],
  RATE: ['allow.load'],
};

/** What the profile has to give before an operation is called with success. */
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

export const neededBy = ({ id, operations }: Requirement): readonly string[] =>
  operations === '*' ? (areas[areaOf(id)] ?? []) : operations.flatMap((one) => opens[one] ?? []);
