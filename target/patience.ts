// Waits when the target asks for it by 429. It never judges the 429: every answer has been seen by the observer already.
import { setTimeout as sleep } from 'node:timers/promises';
import { header, type WireResponse } from '../contract/wire.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { responseOf } from './answers.ts';

/** How long to put up with 429. */
export interface Patience {
  /** Requests that may be repeated after a wait. */
  readonly repeats: number;
  /** Milliseconds of one wait. */
  readonly longest: number;
}

export const patient: Patience = { repeats: 4, longest: 20_000 };
export const impatient: Patience = { repeats: 0, longest: 0 };

/** What waiting has cost so far; one object is shared by everything that waits for one target. */
export interface Waits {
  count: number;
  milliseconds: number;
}

/** The milliseconds that a 429 asks for: Retry-After in seconds or as a date, a reset, or else twice as long each time. */
export function requestedWait(response: WireResponse, now: number, repeat: number): number {
  const after = header(response.headers, 'retry-after')?.trim();
  if (after !== undefined && /^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
  const date = after === undefined ? Number.NaN : Date.parse(after);
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const reset =
    header(response.headers, 'ratelimit-reset') ?? /;\s*t=(\d+)/.exec(header(response.headers, 'ratelimit') ?? '')?.[1];
  if (reset !== undefined && /^\d{1,6}$/.test(reset.trim())) return Number(reset) * 1000;
  return 250 * 2 ** repeat;
}

/** Sends, and sends again after a wait while the answer is 429; a wait longer than bearable returns the 429 instead. */
export async function politely(send: () => Promise<Exchange>, patience: Patience, waits: Waits): Promise<Exchange> {
  for (let repeat = 0; ; repeat++) {
    const exchange = await send();
    const response = responseOf(exchange);
    if (response?.status !== 429 || repeat >= patience.repeats) return exchange;
    const wait = requestedWait(response, Date.now(), repeat);
    if (wait > patience.longest) return exchange;
    waits.count += 1;
    waits.milliseconds += wait;
    await sleep(wait);
  }
}
