// The values that a card shows on request, by name, card and user, and whether two of them are the same.
import { isDeepStrictEqual } from 'node:util';
import { meaningful, saysNothing } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { isFields, jsonOf, within } from '../../../subject/answers.ts';
import type { Asked, Extras } from '../../cards/support/extras.ts';
import { describedIn } from './comparable.ts';
import { cardOf } from './pairs.ts';

interface Value {
  readonly value: unknown;
  readonly exchange: Exchange;
  /** What the same question is answered now. */
  again(): Promise<unknown>;
}

/** Whether two values of a card are the same; true where one of them changes with each request, as a one-time password does. */
export function agreeing(check: Check) {
  const changes = new Map<Value, Promise<boolean>>();
  const isChanging = (one: Value, kind: Kind): Promise<boolean> => {
    const known = changes.get(one) ?? isAnotherEachTime(one, kind);
    changes.set(one, known);
    return known;
  };
  return async (one: Value, other: Value, kind: Kind, what: string, uuid: string): Promise<void> => {
    const mismatch = sameSecret(one.value, other.value, kind, what, uuid);
    if (mismatch && ((await isChanging(one, kind)) || (await isChanging(other, kind))))
      return check.observe(`another value each time that it is asked for: ${what}`);
    expect(other.exchange).toSatisfy(() => mismatch);
  };
}

async function isAnotherEachTime({ again }: Value, kind: Kind): Promise<boolean> {
  const [first, second] = [await again(), await again()];
  return !saysNothing(first) && !saysNothing(second) && !alike[kind](first, second);
}

/** By name, and by card and user, as often as it was given. */
export type Values = ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>;

/** Limits are no secret, so a card that shows them may still hide all of these. */
export const givesOther = (values: Values, name: string, uuid: string): boolean =>
  [...values].some(
    ([other, cards]) =>
      other !== name && other !== 'limits' && cards.get(uuid)?.some(({ value }) => !saysNothing(value)),
  );

export function valuesOf(check: Check, extras: Extras, asked: readonly Asked[]): Values {
  const values = new Map<string, Map<string, Value[]>>();
  for (const { as, card, names, exchange } of asked) {
    if (cardOf(exchange) === undefined) continue;
    const id = extras.version.idOf(card);
    const askedAgain = () =>
      as === undefined
        ? extras.ask(check, id, names)
        : check.api.call(extras.operation, { ...extras.callFor(id, names), as });
    for (const name of names) {
      const value = valueIn(extras, exchange, name);
      // Other checks test whether an allowed value is shown, because a card may show it only once.
      if (name === 'limits' ? !isFields(value) : extras.needs[name] !== undefined && value !== 0 && saysNothing(value))
        continue;
      const byCard = values.get(name) ?? new Map<string, Value[]>();
      // Only values of the same user are compared, because a role may hide some or all of them.
      const uuid = `${extras.version.uuidOf(card)}${as === undefined ? '' : ` of users.${as}`}`;
      const again = async () => valueIn(extras, await askedAgain(), name);
      byCard.set(uuid, [...(byCard.get(uuid) ?? []), { value, exchange, again }]);
      values.set(name, byCard);
    }
  }
  return values;
}

/** Of limits, what the contract describes: other members may be others in each answer. */
const valueIn = ({ version }: Extras, exchange: Exchange, name: string): unknown =>
  within(name === 'limits' ? describedIn(version.read, exchange) : jsonOf(exchange), name);

/** The digits of a card's number may stand in groups. */
export const ungrouped = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/(?<=\d)[ -](?=\d)/g, '') : value;

const digits = (phone: unknown): string =>
  String(phone ?? '')
    .replaceAll(/\(0\)|\D/g, '')
    .replace(/^0+/, '');

/** A country code, and an area code where numbers may be written without it. */
const mostBeforePhone = 4;

const isMasked = (phone: unknown): boolean => /[^\d\s+()./-]|[.-]{2}/.test(String(phone));

/** The specification does not show the format of a phone number, whether it has a country code, or whether a part is masked. */
function samePhone(one: unknown, other: unknown): boolean {
  const [here, there] = [digits(one), digits(other)];
  if (here === '' || there === '') return meaningful(one) === meaningful(other);
  if (!isMasked(one) && !isMasked(other) && Math.abs(here.length - there.length) > mostBeforePhone) return false;
  return here.endsWith(there) || there.endsWith(here);
}

/** A pin of zeros is 0 as a number, so 0 and no value count as the same there. */
const alike = {
  text: (one: unknown, other: unknown) => ungrouped(meaningful(one)) === ungrouped(meaningful(other)),
  number: (one: unknown, other: unknown) => Number(ungrouped(one) ?? 0) === Number(ungrouped(other) ?? 0),
  phone: samePhone,
  limits: (one: unknown, other: unknown) => isDeepStrictEqual(setIn(one), setIn(other)),
};

/** What is set of the limits of a card: how much of them is used changes by itself. */
function setIn(limits: unknown): unknown {
  if (!isFields(limits)) return meaningful(limits);
  const parts = Object.entries(limits).map(([name, value]) => [name, isUsage(name) ? undefined : setIn(value)]);
  return meaningful(Object.fromEntries(parts.filter(([, value]) => value !== undefined)));
}

const isUsage = (name: string): boolean => ['used', 'available', 'reset', 'updatedAtMs'].includes(name);

type Kind = keyof typeof alike;

function sameSecret(one: unknown, other: unknown, kind: Kind, what: string, uuid: string): Mismatch {
  const same = alike[kind](one, other);
  if (same) return undefined;
  const missing = saysNothing(one) || saysNothing(other);
  const got = missing ? 'a value in one of them alone' : 'two values that differ';
  return { expected: `one value for ${what}`, got: `${got}, on card ${uuid}` };
}
