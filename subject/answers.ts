// Reads from an answer what the suite needs to go on. Whether the answer is right is decided by the judge.
import { isValidationError } from '../contract/judge/aspects/errors.ts';
import { type Fields, isFields } from '../contract/presence.ts';
import { deepest, nestsTooDeeply, walkableJson } from '../contract/text/nesting.ts';
import { isUuid } from '../contract/text/uuid.ts';
import type { WireExchange, WireResponse } from '../contract/wire.ts';
import type { Exchange } from '../exchange/exchange.ts';

export { type Fields, isFields };

export const responseOf = (exchange: WireExchange): WireResponse | undefined =>
  exchange.outcome.kind === 'answered' ? exchange.outcome.response : undefined;

export const statusOf = (exchange: WireExchange): number | undefined => responseOf(exchange)?.status;

export const isTimeout = ({ outcome }: WireExchange): boolean =>
  outcome.kind === 'failed' && outcome.failure.kind === 'timeout';

/** A 2xx, unless its body demands a second factor or reports invalid fields: then the request was not carried out. */
export const succeeded = (exchange: WireExchange): boolean =>
  isOfSuccess(exchange) && demandedMfa(exchange) === undefined && !isValidationError(jsonOf(exchange));

/** A validation error with a 2xx, as the specification leaves the status of validation errors open. */
export const refusedAsInvalid = (exchange: WireExchange): boolean =>
  isOfSuccess(exchange) && isValidationError(jsonOf(exchange));

const isOfSuccess = (exchange: WireExchange): boolean => {
  const status = statusOf(exchange);
  return status !== undefined && status >= 200 && status < 300;
};

const parsed = new WeakMap<Uint8Array, unknown>();

/**
 * The body as JSON; undefined when there is none, it nests too deeply or is something else. Bodies of the same bytes share it, so
 * nobody may change it.
 */
export function jsonOf(exchange: WireExchange): unknown {
  const body = responseOf(exchange)?.body;
  if (body === undefined || body.length === 0) return undefined;
  if (!parsed.has(body)) parsed.set(body, jsonIn(body));
  return parsed.get(body);
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return walkableJson(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The value behind a path of keys, when every step is there. */
export const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isFields(inner) ? inner[key] : undefined), value);

export const textWithin = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = within(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

// Remembered, because every answer is searched for a demand several times and most have none.
const noDemands = new WeakSet<Uint8Array>();

function mayDemand(body: Uint8Array): boolean {
  if (noDemands.has(body)) return false;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A backslash may be an escape within the name.
  const may = bytes.includes('"mfaToken"') || bytes.includes('\\');
  if (!may) noDemands.add(body);
  return may;
}

/** The token of an MFA demand. Any answer below 500 that has this token is a demand, whatever its status. */
export function demandedMfa(exchange: WireExchange): string | undefined {
  const response = responseOf(exchange);
  if (response === undefined || response.status >= 500) return undefined;
  return mayDemand(response.body) ? textWithin(jsonOf(exchange), 'mfaToken') : undefined;
}

/** What came, in a few words without any value of the body. */
export function inWords(exchange: WireExchange): string {
  const { request, outcome } = exchange;
  // The rest of the path after /sign/ may be a token.
  const what = `${request.method} ${new URL(request.url).pathname.replace(/\/sign\/.+/, '/sign/…')}`;
  if (outcome.kind === 'failed') return `${what} failed (${outcome.failure.kind}: ${outcome.failure.message})`;
  const { headers, body, status, cut } = outcome.response;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]?.split(';')[0];
  if (demandedMfa(exchange) !== undefined) return `${what} answered ${status} with a demand for a second factor`;
  if (cut) return `${what} answered ${status} with a body longer than the ${body.length} bytes that are kept`;
  const text = new TextDecoder().decode(body);
  const other = nestsTooDeeply(text) ? `that nests deeper than ${deepest} levels` : 'that is not JSON';
  const kind = body.length === 0 ? 'no body' : jsonOf(exchange) === undefined ? `${type ?? 'a body'} ${other}` : 'JSON';
  return `${what} answered ${status} with ${kind}`;
}

/** UUIDs and long numbers at any place in the value. Short numbers are left out, because most of them are no ids. */
export function idsAnywhereIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsAnywhereIn);
  if (isFields(value)) return Object.values(value).flatMap(idsAnywhereIn);
  const text = String(value);
  return /^\d{4,}$/.test(text) || isUuid(text) ? [text] : [];
}

/** The caller cannot go on with this answer. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly exchange: Exchange;

  constructor(exchange: Exchange, expected: string) {
    super(`${inWords(exchange)}; expected ${expected}`);
    this.exchange = exchange;
  }
}
