// Compares what came with what was expected. Pure functions, whose results have the words for a failure.
import { isDeepStrictEqual } from 'node:util';
import { describeFailure, describeStatus } from '../../contract/judge/answers.ts';
import { isRefusedByEnding } from '../../contract/judge/aspects/transport.ts';
import { saysUndone } from '../../contract/judge/undone.ts';
import { shown } from '../../contract/judge/wording.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { jsonOf, refusedAsInvalid, statusOf, succeeded } from '../../subject/answers.ts';

/** Undefined when what was expected is there. */
export type Mismatch = { readonly expected: string; readonly got: string } | undefined;

/** Of a success only the status is shown, because its body may carry secrets. The failure has the redacted exchange beside it. */
const answerOf = (exchange: Exchange): string => {
  const { outcome } = exchange;
  if (outcome.kind === 'failed') return describeFailure(outcome.failure);
  return succeeded(exchange) ? String(outcome.response.status) : describeStatus(outcome.response);
};

const isBetween = (status: number | undefined, from: number, below: number) =>
  status !== undefined && status >= from && status < below;

export function accepted(exchange: Exchange): Mismatch {
  if (succeeded(exchange)) return undefined;
  return { expected: 'a success', got: answerOf(exchange) };
}

export function answers(exchange: Exchange, isDescribed: (body: unknown) => boolean, description: string): Mismatch {
  const fits = isBetween(statusOf(exchange), 200, 500) && isDescribed(jsonOf(exchange));
  return fits ? undefined : { expected: description, got: answerOf(exchange) };
}

export function refused(exchange: Exchange): Mismatch {
  if (isBetween(statusOf(exchange), 400, 500) || refusedAsInvalid(exchange) || isRefusedByEnding(exchange))
    return undefined;
  return { expected: 'a refusal, 4xx', got: answerOf(exchange) };
}

export function refusedWith(status: number, exchange: Exchange): Mismatch {
  if (statusOf(exchange) === status) return undefined;
  return { expected: `a refusal with ${status}`, got: answerOf(exchange) };
}

export function answeredWith(status: number, exchange: Exchange): Mismatch {
  return statusOf(exchange) === status ? undefined : { expected: `status ${status}`, got: answerOf(exchange) };
}

/** Any answer that does not refuse the credentials. */
export function admitted(exchange: Exchange): Mismatch {
  return statusOf(exchange) === 401 ? { expected: 'an answer to somebody known', got: answerOf(exchange) } : undefined;
}

export function same(received: unknown, expected: unknown, what: string): Mismatch {
  if (received === expected) return undefined;
  return { expected: `${shown(expected)} as ${what}`, got: shown(received) };
}

/** Entries are compared whole; a surplus entry and a missing one are both named. */
export function sameEntries<Entry>(entries: readonly Entry[], expected: readonly Entry[]): Mismatch {
  const missing = expected.filter((entry) => !entries.some((other) => isDeepStrictEqual(entry, other)));
  const surplus = entries.filter((entry) => !expected.some((other) => isDeepStrictEqual(entry, other)));
  if (missing.length === 0 && surplus.length === 0 && entries.length === expected.length) return undefined;
  const [first] = surplus.length > 0 ? surplus : missing;
  return {
    expected: `exactly ${expected.length} entries`,
    got: `${entries.length} entries, ${missing.length} missing and ${surplus.length} too many, such as ${shown(first)}`,
  };
}

/** For what an operation may refuse in either way: by a 4xx, or by a success that says it was not carried out. */
export function notAccepted(exchange: Exchange): Mismatch {
  if (succeeded(exchange) && saysUndone(jsonOf(exchange))) return undefined;
  const mismatch = refused(exchange);
  return mismatch && { ...mismatch, expected: 'a refusal, 4xx or told in the body' };
}

/** From here on a number of Unix seconds would lie in the year 5138, so it counts milliseconds. */
export const milliseconds = 1e11;

/** All in seconds or all in milliseconds; 0 or less means that there is no such time. */
export function inOneUnit(times: readonly unknown[], what: string): Mismatch {
  const numbers = times.filter((time): time is number => typeof time === 'number' && time > 0);
  const [short, long] = [numbers.find((time) => time < milliseconds), numbers.find((time) => time >= milliseconds)];
  if (short === undefined || long === undefined) return undefined;
  return { expected: `${what} in the same unit`, got: `${short} and ${long}` };
}
