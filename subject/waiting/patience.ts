// Waits when the target asks for it by 429. Whether that 429 is right is judged by the observer, which sees every answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { header, type WireResponse } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { responseOf } from '../answers.ts';
import { type Caller, newCaller } from './caller.ts';

/** How long to wait after answers of 429; milliseconds. */
export interface Patience {
  /** The longest single wait. */
  readonly longest: number;
  /** The sum of all waits for one answer. */
  readonly total: number;
  /** The longest single wait when the target asks for one; `longest` by default. */
  readonly longestAskedFor?: number;
  /** The sum of all waits longer than `longest` for one target; unbounded by default. */
  readonly longTogether?: number;
}

export const patient: Patience = { longest: 20_000, total: 30_000 };
export const impatient: Patience = { longest: 0, total: 0 };
/** For logins: limits on them often last a minute, and without a login nothing can be tested. */
export const patientAtLogin: Patience = { ...patient, longestAskedFor: 75_000 };
/** During a run: waits for a limit by the minute as well, but only so often that the run ends in bounded time. */
export const patientInRun: Patience = { ...patientAtLogin, longTogether: 200_000 };

/** What waiting has cost so far; one object is shared by everything that waits for one target. */
export interface Waits {
  count: number;
  milliseconds: number;
  /** Milliseconds of the waits that were longer than `longest`. */
  long: number;
  /** How many requests in a row were still refused after all their waits. */
  inVain: number;
}

export const noWaits: Waits = { count: 0, milliseconds: 0, long: 0, inVain: 0 };

/** The milliseconds that a 429 asks for: Retry-After in seconds or as a date, or a reset. */
export function requestedWait(response: WireResponse, now: number): number | undefined {
  const after = header(response.headers, 'retry-after')?.trim();
  if (after !== undefined && /^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
  const date = after === undefined ? Number.NaN : Date.parse(after);
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const reset =
    header(response.headers, 'ratelimit-reset') ?? /;\s*t=(\d+)/.exec(header(response.headers, 'ratelimit') ?? '')?.[1];
  return reset !== undefined && /^\d{1,6}$/.test(reset.trim()) ? Number(reset) * 1000 : undefined;
}

const growing = (repeat: number): number => Math.min(250 * 2 ** repeat, 4000);

/** After this many waits as long as the target asked for, waits grow, because what it asks for is not enough. */
const believed = 4;

/** Milliseconds that a request may wait at least, however many before it waited in vain. */
const least = 4000;

/** How long to wait before the same request is sent once more; undefined when it is not worth it. */
type Waiting = (refusal: WireResponse) => number | undefined;

/** The waits of one request. Each request that was refused in spite of its waits halves the time for the next. */
export function waiting(patience: Patience, { inVain, long }: Pick<Waits, 'inVain' | 'long'> = noWaits): Waiting {
  let left = Math.max(patience.total / 2 ** inVain, Math.min(patience.total, least));
  let repeat = 0;
  const { longest, longestAskedFor = longest, longTogether = Number.POSITIVE_INFINITY } = patience;
  return (refusal) => {
    const requested = requestedWait(refusal, Date.now());
    const own = repeat < believed ? 0 : growing(repeat - believed);
    const wait = Math.max(requested ?? growing(repeat), own);
    if (left === 0) return undefined;
    // The first wait may exceed `total` when the target asks for it, unless such a wait was in vain before.
    const isWorthIt = repeat === 0 && inVain === 0 && requested !== undefined && requested > longest;
    if (isWorthIt && requested <= longestAskedFor && long + requested <= longTogether) left = wait;
    else if (wait > left || wait > longest) return undefined;
    left -= wait;
    repeat += 1;
    return wait;
  };
}

/**
 * Sends, and sends again after a wait while the answer is 429; returns the 429 when the next wait would be too long. One wait is
 * often not enough, because others may use up the same limit.
 */
export async function politely(
  send: () => Promise<Exchange>,
  patience: Patience,
  waits: Waits,
  caller: Pick<Caller, 'waits'> = newCaller(),
): Promise<Exchange> {
  const next = waiting(patience, waits);
  for (let waited = false; ; waited = true) {
    const exchange = await send();
    const response = responseOf(exchange);
    const wait = response?.status === 429 ? next(response) : undefined;
    if (wait === undefined) {
      if (waited) waits.inVain = response?.status === 429 ? waits.inVain + 1 : 0;
      return exchange;
    }
    waits.count += 1;
    caller.waits += 1;
    waits.milliseconds += wait;
    if (wait > patience.longest) waits.long += wait;
    await sleep(wait);
  }
}
