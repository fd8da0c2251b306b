// The parts of an answer that can be compared with another answer about the same thing.
import type { Schema } from '../../../contract/document.ts';
import { type OperationId, operationById } from '../../../contract/operations.ts';
import { saysNothing } from '../../../contract/presence.ts';
import { type Described, descriptionOf } from '../../../contract/schema/described.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded } from '../../../subject/answers.ts';

/**
 * Texts by thing: one for each entry of a list, or one for an answer that is no list. They have the members that the contract describes,
 * in a fixed order; empty values count as absent.
 */
export type Comparable = ReadonlyMap<string, string>;

/** The key under which an answer stands that is no entry of a list. */
export const whole = 'the answer';

/** Undefined when the answer tells nothing about the thing, such as a 429 or a demand for a second factor. */
export function comparable(
  operation: OperationId,
  exchange: Exchange,
  leftOut: readonly string[] = [],
): Comparable | undefined {
  const status = statusOf(exchange);
  if (status === 429 || demandedMfa(exchange) !== undefined) return undefined;
  if (!succeeded(exchange)) return new Map([[whole, status === undefined ? 'no response' : `status ${status}`]]);
  const body = jsonOf(exchange);
  const described = descriptions(operation);
  if (!Array.isArray(body)) return new Map([[whole, textOf(body, described, leftOut)]]);
  const key = `${operation} ${leftOut}`;
  const known = comparables.get(body)?.get(key);
  if (known) return known;
  const entries = body.map((entry): readonly [string, string] => [
    // Numbers beyond 2^53 may be equal for several cards.
    isFields(entry) ? String(entry.uuid ?? entry.id).toLowerCase() : 'an entry',
    textOf(entry, described?.items(), leftOut),
  ]);
  const found = new Map([[whole, `a list of ${body.length}`], ...entries]);
  comparables.set(body, (comparables.get(body) ?? new Map()).set(key, found));
  return found;
}

/** Of each list by operation and what is left out: a long one is compared many times. */
const comparables = new WeakMap<object, Map<string, Comparable>>();

/** For a success only the members that the contract describes, because others may come and go. */
export const describedIn = (operation: OperationId, exchange: Exchange): unknown =>
  described(jsonOf(exchange), descriptions(operation), []);

function descriptions(operation: OperationId): Described | undefined {
  const { responses } = operationById(operation);
  const key = Object.keys(responses).find((status) => status.startsWith('2'));
  const schema: Schema | undefined =
    key === undefined ? undefined : responses[key]?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : descriptionOf(schema);
}

const textOf = (value: unknown, place: Described | undefined, leftOut: readonly string[]): string =>
  JSON.stringify(described(value, place, leftOut)) ?? 'nothing';

function described(value: unknown, place: Described | undefined, leftOut: readonly string[]): unknown {
  if (Array.isArray(value)) {
    return value
      .map((entry) => described(entry, place?.items(), leftOut))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (!isFields(value)) return value;
  const isOpen = place === undefined || place.names.size === 0;
  const names = Object.keys(value).filter((name) => {
    const isKnown = isOpen || place.member(name) !== undefined;
    return isKnown && !leftOut.includes(name) && !saysNothing(value[name]);
  });
  return Object.fromEntries(names.sort().map((name) => [name, described(value[name], place?.member(name), leftOut)]));
}

/** What differs in the second text, without its value. */
export function differenceOf(one: string, other: string): string {
  try {
    const paths = pathsThatDiffer(JSON.parse(one), JSON.parse(other));
    return `another ${paths.slice(0, 3).join(', ') || 'text'}`;
  } catch {
    // Where one side is no JSON, there is no secret to hide.
    return other.startsWith('{') ? 'another answer' : other;
  }
}

function pathsThatDiffer(one: unknown, other: unknown, at = ''): readonly string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (!isFields(one) || !isFields(other)) return [at === '' ? 'value' : at];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => pathsThatDiffer(one[name], other[name], at === '' ? name : `${at}.${name}`));
}
