// Payments: read with expansions, cancel, validate or sign drafts, and create a draft.
import { randomUUID } from 'node:crypto';
import { refused, unknownPayment, unknownResource } from '../errors.ts';
import type { Answer, Call, Operations } from '../http/call.ts';
import { paymentPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import {
  draftOf,
  type ExpansionName,
  expansionNames,
  type PaymentRecord,
  type PaymentStatus,
} from '../store/payments.ts';
import { checkSignToken, fieldsOf, isFlag, success, unreadable } from './answers.ts';

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value);

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const view = (payment: PaymentRecord) => ({
  id: payment.id,
  uuid: payment.uuid,
  status: payment.status,
  type: payment.type,
  isFee: payment.isFee,
  fee: payment.fee,
  amount: payment.amount,
  total: payment.total,
  walletId: payment.wallet.id,
  walletUuid: payment.wallet.uuid,
  icon: payment.icon,
  entity: payment.entity,
  currencyId: payment.currencyId,
  operationType: payment.operationType,
  createdAtUnix: seconds(payment.createdAt),
  updatedAtUnix: seconds(payment.updatedAt),
  createdAt: payment.createdAt,
  updatedAt: payment.updatedAt,
  ...(payment.completedAt !== undefined && {
    completedAtUnix: seconds(payment.completedAt),
    completedAt: payment.completedAt,
  }),
  version: payment.version,
  permissions: paymentPermissions(payment),
  ...payment.occasional,
});

const longestReference = 33;

/** What is wrong with a request for a payment. The specification leaves the shape of this request open; this is the service's choice. */
const newPaymentProblem = ({ walletUuid, amount, currencyId, reference, beneficiaryId }: Record<string, unknown>) => {
  if (!isUuid(walletUuid)) return 'walletUuid must be the UUID of a wallet.';
  if (typeof amount !== 'number' || amount <= 0) return 'amount must be above 0.';
  if (typeof currencyId !== 'string' || currencyId.length !== 3) return 'currencyId must be a currency code.';
  if (reference !== undefined && (typeof reference !== 'string' || [...reference].length > longestReference)) {
    return `reference is at most ${longestReference} characters.`;
  }
  if (beneficiaryId !== undefined && !Number.isSafeInteger(beneficiaryId)) return 'beneficiaryId must be an integer.';
  return undefined;
};

export const payments = (service: Service): Operations => {
  const { settings } = service;

  const accountOf = (call: Call) => service.data.accounts.get(call.user!.name)!;
  const paymentOf = (call: Call): PaymentRecord | undefined => accountOf(call).payments.find(call.parameters.id ?? '');

  const move = (payment: PaymentRecord, status: PaymentStatus): void => {
    payment.status = status;
    payment.updatedAt = service.clock();
    payment.version += 1;
  };

  const readPayment = (call: Call): Answer => {
    const payment = paymentOf(call);
    if (payment === undefined) return unknownPayment('There is no such payment.');
    const expand = call.query[settings.names.expand];
    const names = expand === undefined || expand === '' ? [] : expand.split(settings.separator);
    if (!names.every((name) => (expansionNames as readonly string[]).includes(name))) {
      return refused(settings.validationStatus, 'There is no such expansion.');
    }
    const expanded = (names as ExpansionName[])
      .filter((name) => name in payment.expansions)
      .map((name) => [name, payment.expansions[name]]);
    return success(service, call, { ...view(payment), ...Object.fromEntries(expanded) });
  };

  const cancelPayment = (call: Call): Answer => {
    const payment = paymentOf(call);
    if (payment === undefined) return unknownResource('There is no such payment.');
    if (!paymentPermissions(payment).canCancel) return refused(403, 'This payment cannot be cancelled.');
    move(payment, 'canceled');
    service.emit(call.user!, 'v1.payment.cancel', { id: payment.id, uuid: payment.uuid });
    return success(service, call, { success: true });
  };

  const signPayments = (call: Call): Answer => {
    const bad = unreadable(call.body);
    if (bad) return bad;
    const { validate, [settings.names.signToken]: signToken } = call.query;
    if (!isFlag(validate, 'text')) return refused(settings.validationStatus, 'validate must be 0 or 1.');
    const { id } = fieldsOf(call.body);
    if (!Array.isArray(id) || id.length === 0 || !id.every(isUuid)) {
      return refused(settings.validationStatus, 'id must be a list of payment UUIDs.');
    }
    const named = [...new Set(id.map((uuid) => accountOf(call).payments.byUuid(uuid)))];
    if (named.includes(undefined)) return refused(404, 'A payment named does not exist.');
    const drafts = named as PaymentRecord[];
    if (!drafts.every((payment) => paymentPermissions(payment).canSign)) {
      return refused(403, 'A payment named is no draft that can be signed.');
    }
    if (validate === '0') {
      const check = checkSignToken(service, call.user!, signToken);
      if (check.kind === 'refused') return check.answer;
      check.spend();
      for (const draft of drafts) {
        move(draft, 'process');
        service.emit(call.user!, 'v1.payment.sign', { id: draft.id, uuid: draft.uuid });
      }
    }
    return success(service, call, { status: 'ACCEPTED', data: {} });
  };

  const createPayment = (call: Call): Answer => {
    const bad = unreadable(call.body);
    if (bad) return bad;
    const fields = fieldsOf(call.body);
    const problem = newPaymentProblem(fields);
    if (problem !== undefined) return refused(settings.validationStatus, problem);
    const { wallets, payments: shelf } = accountOf(call);
    const wallet = wallets.find(({ uuid }) => uuid === (fields.walletUuid as string).toLowerCase());
    if (wallet === undefined) return unknownResource('There is no such wallet.');
    const { reference, beneficiaryId } = fields as { reference?: string; beneficiaryId?: number };
    const payment = draftOf({
      id: service.data.nextId(),
      uuid: randomUUID(),
      wallet,
      amount: fields.amount as number,
      currencyId: fields.currencyId as string,
      ...(reference !== undefined && { reference }),
      ...(beneficiaryId !== undefined && { beneficiaryId }),
      at: service.clock(),
    });
    shelf.add(payment);
    service.emit(call.user!, 'v1.payment.create', { id: payment.id, uuid: payment.uuid });
    return success(service, call, { status: 'CREATED', data: { id: payment.id, uuid: payment.uuid } });
  };

  return { readPayment, cancelPayment, signPayments, createPayment };
};
