// Payments of the fixtures, read so that a check can choose among them by what they are.
import { isDeepStrictEqual } from 'node:util';
import type { Claimed } from '../../../contract/claims.ts';
import { type Compared, instantsInBothUnits } from '../../../contract/judge/aspects/payments.ts';
import { shown } from '../../../contract/judge/wording.ts';
import { meaningful, saysNothing } from '../../../contract/presence.ts';
import { isUuid } from '../../../contract/text/uuid.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { idIn } from '../../../generators/ids.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { oneOfEach } from '../../../harness/assert/sample.ts';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type Fields, isFields, jsonOf, statusOf, succeeded, textWithin, within } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import { takesSeveral } from '../../../subject/names.ts';
import { describedIn } from '../../parity/support/comparable.ts';

export interface ReadPayment {
  /** The id in the profile. */
  readonly id: string;
  readonly fields: Claimed<'Payment'>;
  readonly exchange: Exchange;
}

export const expansions = ['currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'] as const;

export type Expansion = (typeof expansions)[number];

/** The payments that can be read; another check is about those that cannot. */
export async function readPayments(
  { api }: Check,
  ids: readonly string[],
  call: Call = {},
): Promise<readonly ReadPayment[]> {
  const read = await inParallel([...new Set(ids)], async (id): Promise<ReadPayment | undefined> => {
    const exchange = await api.call('readPayment', { ...call, path: { id } });
    const fields = succeeded(exchange) ? jsonOf(exchange) : undefined;
    return isFields(fields) ? { id, fields, exchange } : undefined;
  });
  return read.filter((payment) => payment !== undefined);
}

/** All payments of the fixtures. */
export const allPayments = shared((check) => readPayments(check, check.fixtures.payments()));

/** The same, with every expansion, or with one where no more are known to be taken. */
export const allExpanded = shared((check) => {
  const expand = takesSeveral(check.api.names, 'expand') ? expansions : (['currencyExchange'] as const);
  return readPayments(check, check.fixtures.payments(), { open: { expand } });
});

/** Unknown, as it is answered: by no means a second factor, a limit or a lack of permission. */
export const isGone = (exchange: Exchange): boolean => statusOf(exchange) === 404;

export const uuidOf = ({ fields }: ReadPayment): string => String(fields.uuid);

/** The id of the profile, and that of the other form. */
export function bothIdsOf({ id, fields }: ReadPayment): readonly [string, ...string[]] {
  const other = isUuid(id) ? idIn(meaningful(fields.id)) : textWithin(fields, 'uuid');
  return other === undefined ? [id] : [id, other];
}

export const may = ({ fields }: ReadPayment, permission: 'canCancel' | 'canSign'): boolean =>
  within(fields, 'permissions', permission) === true;

export const isDraft = ({ fields }: ReadPayment): boolean => fields.status === 'draft';

/** Final statuses, which do not change by themselves. */
export const isOver = ({ fields }: Pick<ReadPayment, 'fields'>): boolean =>
  ['completed', 'rejected', 'canceled'].includes(String(fields.status));

export const signsDraftsAlone = 'canSign is true of drafts alone, on which signing works';

export const signsNoOther = (payment: ReadPayment): Mismatch =>
  isDraft(payment) || !may(payment, 'canSign')
    ? undefined
    : { expected: `canSign false, as status is ${payment.fields.status}`, got: 'true' };

/** Expects that a draft is unsigned: no sign request named it. It may be rejected or canceled by itself. */
export const isUnsigned = ({ fields: { status } }: ReadPayment): Mismatch =>
  ['draft', 'rejected', 'canceled'].includes(String(status))
    ? undefined
    : { expected: 'a draft as it was, as others were signed', got: String(status) };

/**
 * Whether two payments belong together: they are one payment under both its ids, one is the fee of the other, or they are the two legs of
 * an exchange or of a transfer between own wallets.
 */
export function belongTogether(one: ReadPayment, other: ReadPayment): boolean {
  const [from, to] = [one.fields, other.fields];
  const isNear = Math.abs(Number(from.createdAt) - Number(to.createdAt)) < 1000;
  return (
    haveInCommon(idsOf(one), idsOf(other)) ||
    haveInCommon(exchangesOf(from), exchangesOf(to)) ||
    (isNear && (leadsTo(from, to) || leadsTo(to, from)))
  );
}

const idsOf = ({ id, fields }: ReadPayment): readonly unknown[] => [id, fields.id, fields.uuid, fields.parentPaymentId];

const exchangesOf = (fields: ReadPayment['fields']): readonly unknown[] => [
  fields.currencyExchangeId,
  fields.currencyExchangeUuid,
];

const haveInCommon = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.some((named) => !saysNothing(named) && others.some((again) => String(again) === String(named)));

const leadsTo = (from: ReadPayment['fields'], to: ReadPayment['fields']): boolean =>
  !saysNothing(from.targetWalletUuid) && from.targetWalletUuid === to.walletUuid;

/** What sort of payment it is, for choosing one of each sort. */
export const sortOf = ({ fields: { status, type, entity, isFee } }: ReadPayment): string =>
  [status, type, entity, isFee].join(' ');

/** One of each status, and then of each other sort. */
export const oneOfEachSort = (payments: readonly ReadPayment[]): readonly ReadPayment[] => [
  ...new Set([...oneOfEach(payments, ({ fields }) => String(fields.status)), ...oneOfEach(payments, sortOf)]),
];

/** The members that an operation without effect must not change; counters and times of access may change. */
export const stateOf = ({ fields: { status, amount, total, completedAt, permissions } }: ReadPayment): Fields => ({
  ...{ status, amount, total, completedAt: meaningful(completedAt) },
  canCancel: within(permissions, 'canCancel'),
  canSign: within(permissions, 'canSign'),
  canDelete: within(permissions, 'canDelete'),
});

/**
 * Payments change their status by themselves. So after a refused cancellation a change is a failure only if the new status is canceled,
 * if the status stays the same, or if the status was final.
 */
export const isStill =
  (before: ReadPayment) =>
  (exchange: Exchange): Mismatch => {
    const expected = 'the payment as it was before the refusal';
    if (isGone(exchange)) return { expected, got: '404, as of an unknown payment' };
    const after = { ...before, fields: jsonOf(exchange) as Fields };
    const moved = after.fields.status !== before.fields.status;
    const isUntouched = isDeepStrictEqual(stateOf(after), stateOf(before));
    const wentOn = moved && !isOver(before) && after.fields.status !== 'canceled';
    if (isUntouched || wentOn) return undefined;
    return { expected, got: shown(stateOf(after)) };
  };

export function showsNothingNew(before: ReadPayment, { fields }: ReadPayment): Mismatch {
  const telling = ['status', 'permissions', 'version', 'updatedAt', 'updatedAtUnix', 'completedAt'] as const;
  if (telling.some((name) => !isDeepStrictEqual(fields[name], before.fields[name]))) return undefined;
  return { expected: 'a payment that shows that it was cancelled', got: `${fields.status}, and all else as before` };
}

/** The payments of the profile that no check of this chapter changes. */
export const lasting = ({ profile }: Check): readonly string[] => {
  const { others, notCancellable } = profile.fixtures.payments;
  return [...new Set([...others, ...notCancellable])];
};

/** All payments of the profile; there may be none. */
export const everyPayment = (check: Check): readonly string[] => {
  const { cancellable, drafts } = check.profile.fixtures.payments;
  return [...lasting(check), ...cancellable, ...drafts];
};

export const malformedIsRefused = 'a payment path with an id that is neither an integer nor a UUID is refused';

export const staysThePayment =
  'a payment that is cancelled or signed stays the same payment, and one that is cancelled is still found by its id';

const kept = [
  ...(['id', 'uuid', 'type', 'isFee', 'amount', 'currencyId', 'reference', 'purposeCode'] as const),
  ...([
    'walletId',
    'walletUuid',
    'targetWalletUuid',
    'beneficiaryId',
    'counterparty',
    'createdAt',
    'createdAtUnix',
  ] as const),
  ...(['operationType', 'entity', 'parentPaymentId', 'currencyExchangeId', 'currencyExchangeUuid'] as const),
  // The rate and the amount may be settled later.
  ...(['transactionCurrencyId', 'cardMaskedNumber', 'retrievalReferenceNumber'] as const),
];

/** Only the ids, because the name and the card of a cardholder may have changed. */
const keptOfRecipient = ['id', 'uuid'].map((name) => ['recipientCardholder', name]);

/** Only the currency, because the amount may be settled later, and only where there is a fee. */
const keptOfFee = (payments: readonly unknown[]) =>
  payments.every((payment) => meaningful(within(payment, 'fee', 'amount')) !== undefined)
    ? [['fee', 'currencyId']]
    : [];

/** Expects the same payment as before the cancellation or signature. Members that were empty before may have a value now. */
export function isThe(before: ReadPayment, after: ReadPayment): Mismatch {
  const [was, is] = [before, after].map(({ exchange }) => describedIn('readPayment', exchange));
  const paths = [...kept.map((name) => [name]), ...keptOfRecipient, ...keptOfFee([was, is])];
  const changed = paths.find((path) => !isKept(within(was, ...path), within(is, ...path)));
  if (changed === undefined) return paysTheSame(was, is);
  return {
    expected: `${changed.join('.')} as it was: ${shown(within(was, ...changed))}`,
    got: shown(within(is, ...changed)),
  };
}

/**
 * The specification does not say how total follows from amount and fee, so total is checked only where it followed from them before.
 * Other costs may become known with the signature, so only where the fee was known before and is the same afterwards.
 */
function paysTheSame(was: unknown, is: unknown): Mismatch {
  const [before, total] = [was, is].map((payment) => within(payment, 'total'));
  const [told, fee] = [was, is].map((payment) => within(payment, 'fee', 'amount'));
  const isAlike = told === fee && within(was, 'fee', 'currencyId') === within(was, 'currencyId');
  if (saysNothing(told) || !isAlike) return undefined;
  const amount = Number(within(was, 'amount'));
  const sums = [amount, amount + Number(fee), amount - Number(fee)];
  // After a cancellation the total may be the fee alone.
  const due = [...sums, Number(fee), -Number(fee)];
  // A total of 0 is not checked: nothing may be paid after a cancellation.
  if (!isOneOf(sums, before) || saysNothing(total) || isOneOf(due, total, unitOf(total))) return undefined;
  return { expected: `total that is amount, or amount and fee, as it was: ${shown(before)}`, got: shown(total) };
}

const isOneOf = (sums: readonly number[], total: unknown, apart = 0.001): boolean =>
  sums.some((sum) => Math.abs(sum - Number(total)) < apart);

/** The value of the last digit, because a total may be rounded or cut where a fee has more digits. */
const unitOf = (total: unknown): number => 1.01 * 10 ** -Math.min(2, /\.(\d+)$/.exec(String(total))?.[1]?.length ?? 0);

function isKept(before: unknown, after: unknown): boolean {
  if (saysNothing(before) || before === 'UNKNOWN') return true;
  if (!isFields(before)) return before === after;
  return Object.entries(before).every(([name, value]) => isKept(value, within(after, name)));
}

export const instantsAgree =
  'an instant of a payment is the same in seconds and in milliseconds, and near the time of the change that made it';

/** Values that a payment tells in two ways must agree within one answer. */
export const agreesIn =
  (compared: (payment: unknown) => readonly Compared[]) =>
  (exchange: Exchange): Mismatch => {
    const broken = compared(jsonOf(exchange)).find(({ got }) => got !== undefined);
    return broken && { expected: broken.expected, got: String(broken.got) };
  };

export const tellsTheSameInstants = agreesIn(instantsInBothUnits);
