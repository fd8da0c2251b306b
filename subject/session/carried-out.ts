// A switch of the SMS notification for which a second factor was demanded. Its success is not shown, nor is a place for a sign token there:
// the confirmation itself may carry it out, and then the card shows what was asked for.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { jsonOf, within } from '../answers.ts';
import type { Call } from '../calls.ts';
import { known, type Names } from '../names.ts';

type Read = (id: 'readCard', input: Call) => Promise<Exchange>;

/** Looks whether the card shows what was asked for; undefined where that cannot be told. */
export function seenCarriedOut(
  id: OperationId,
  { path, as, authorization, ...body }: Call,
  names: Names,
  read: Read,
): (() => Promise<boolean>) | undefined {
  if (id !== 'setSmsBalanceNotification') return undefined;
  const asked = switchAsked(body, names);
  if (asked === undefined) return undefined;
  const whose = { ...(path && { path }), ...(as && { as }), ...(authorization && { authorization }) };
  return async () => within(jsonOf(await read('readCard', whose)), 'isSmsBalanceNotification') === asked;
}

function switchAsked({ open, json, form }: Call, names: Names): boolean | undefined {
  if (open?.enabled !== undefined) return open.enabled;
  const value = within(json ?? form, known(names.smsField)?.name ?? '');
  if ([1, '1', true].includes(value as number)) return true;
  return [0, '0', false].includes(value as number) ? false : undefined;
}
