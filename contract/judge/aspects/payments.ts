// Whether the values that one payment states in two ways agree.
import { type Fields, isFields, meaningful, saysNothing } from '../../presence.ts';
import { showSameDigits } from '../../text/masks.ts';
import type { Answer, Finding } from '../finding.ts';
import { shown } from '../wording.ts';

/** A comparison; `got` is undefined where the values agree. */
export type Compared = Omit<Finding, 'got'> & { readonly got: string | undefined };

export function judgePayment({ body, operation, notes }: Answer): void {
  if (operation.id !== 'readPayment' || body.kind !== 'json') return;
  for (const { requirement, at, expected, got } of [
    ...feeByOperationType(body.value),
    ...instantsInBothUnits(body.value),
    ...namedBeside(body.value),
  ])
    notes.check(requirement, at, expected, got);
}

/** The schema reports an isFee that is no boolean. */
export function feeByOperationType(payment: unknown): readonly Compared[] {
  if (!isFields(payment) || typeof payment.isFee !== 'boolean') return [];
  const { operationType, isFee } = payment;
  const due = isFeeOf(String(operationType));
  if (due === undefined || (!due && isFee && mayBeFeeOfAnother(payment))) return [];
  const expected = `isFee ${due}, as operationType is ${operationType}`;
  return [{ requirement: 'PAY-05', at: '/isFee', expected, got: isFee === due ? undefined : String(isFee) }];
}

/** A fee may have the type of operation of the payment for which it is taken. */
const mayBeFeeOfAnother = ({ fee, counterparty, parentPaymentId }: Fields): boolean =>
  !(isFields(fee) && Number(fee.amount) > 0) && (saysNothing(counterparty) || !saysNothing(parentPaymentId));

const noFee =
  /^MAIN$|PURCHASE|_PAYMENT$|_DISPENSER$|_TERMINAL$|WITHDRAWAL$|^CURRENCY_EXCHANGE$|^REPLENISHMENT_FROM_CARD$/;

/** Undefined where the type of operation does not show it, such as that of a return. */
function isFeeOf(operationType: string): boolean | undefined {
  if (operationType.endsWith('_FEE')) return true;
  return noFee.test(operationType) ? false : undefined;
}

/** An instant without either unit does not apply. The schema reports a missing createdAt and a number of the wrong unit. */
export function instantsInBothUnits(payment: unknown): readonly Compared[] {
  if (!isFields(payment)) return [];
  const own = ['createdAt', 'updatedAt', 'completedAt'].flatMap((instant): readonly Compared[] => {
    const [milliseconds, seconds] = [meaningful(payment[instant]), meaningful(payment[`${instant}Unix`])];
    if (![milliseconds, seconds].every((value) => value === undefined || typeof value === 'number')) return [];
    if (milliseconds === undefined && seconds === undefined) return [];
    const isForSchema =
      Number(milliseconds) < firstMilliseconds ||
      Number(seconds) >= firstMilliseconds ||
      (instant === 'createdAt' && (milliseconds === undefined || seconds === undefined));
    if (isForSchema) return [];
    const agree = Math.abs(Number(milliseconds) / 1000 - Number(seconds)) <= 1;
    const expected = `${instant} and ${instant}Unix within one second of each other`;
    const got = agree ? undefined : `${milliseconds ?? 'no'} ms and ${seconds ?? 'no'} s`;
    return [{ requirement: 'PAY-25', at: `/${instant}`, expected, got }];
  });
  return [...own, ...instantsOfExchange(payment.currencyExchange)];
}

/** A smaller number counts seconds. */
const firstMilliseconds = 1e11;

/** The unit of createdAt is not stated here. */
function instantsOfExchange(made: unknown): readonly Compared[] {
  if (!isFields(made)) return [];
  const [open, milliseconds] = [meaningful(made.createdAt), meaningful(made.createdAtMs)];
  if (open === undefined || milliseconds === undefined) return [];
  const agree = [1000, 1].some((unit) => Math.abs(Number(open) * unit - Number(milliseconds)) <= 1000);
  const expected = 'createdAt and createdAtMs of currencyExchange within one second of each other';
  const got = agree ? undefined : `${open} and ${milliseconds}`;
  return [{ requirement: 'PAY-25', at: '/currencyExchange/createdAtMs', expected, got }];
}

interface Twin {
  readonly expansion: string;
  readonly inside: string;
  readonly outside: string;
  /** Whether two texts name the same thing; by default, if they are equal in any letter case. */
  readonly alike?: (one: string, other: string) => boolean;
}

/** Members of expansions, and the payment's own members that must have the same value. */
const twins: readonly Twin[] = [
  { expansion: 'currency', inside: 'id', outside: 'currencyId' },
  { expansion: 'currencyExchange', inside: 'id', outside: 'currencyExchangeId' },
  { expansion: 'currencyExchange', inside: 'uuid', outside: 'currencyExchangeUuid' },
  { expansion: 'card', inside: 'maskedNumber', outside: 'cardMaskedNumber', alike: showSameDigits },
];

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Compares the members that both the payment and its expansion have. */
export const namedBeside = (payment: unknown): readonly Compared[] =>
  twins.flatMap(({ expansion, inside, outside, alike = sameText }): readonly Compared[] => {
    const expanded = isFields(payment) ? payment[expansion] : undefined;
    if (!isFields(payment) || !isFields(expanded)) return [];
    const [there, here] = [meaningful(expanded[inside]), meaningful(payment[outside])];
    if (there === undefined || here === undefined) return [];
    const expected = `the same in ${expansion}.${inside} and ${outside}`;
    const got = alike(String(there), String(here)) ? undefined : `${shown(there)} and ${shown(here)}`;
    return [{ requirement: 'PAR-21', at: `/${outside}`, expected, got }];
  });
