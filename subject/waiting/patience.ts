// Waits when the target asks for it by 429. It never judges the 429: every answer has been seen by the observer already.
import { setTimeout as sleep } from 'node:timers/promises';
import { header, type WireResponse } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { responseOf } from '../answers.ts';
import { type Caller, newCaller } from './caller.ts';

/** How long to put up with 429; milliseconds. */
export interface Patience {
  /** Of one wait. */
  readonly longest: number;
  /** Of all waits for one answer. */
  readonly total: number;
  /** Of one wait that the target asks for; as `longest` where it is not given. */
  readonly longestAskedFor?: number;
}

export const patient: Patience = { longest: 20_000, total: 30_000 };
export const impatient: Patience = { longest: 0, total: 0 };
/** Wrong passwords are counted by the minute, and who is kept from logging in can ask nothing any more. */
export const patientAtLogin: Patience = { ...patient, longestAskedFor: 75_000 };

/** What waiting has cost so far; one object is shared by everything that waits for one target. */
export interface Waits {
  count: number;
  milliseconds: number;
  /** How often, one after the other, all the patience was of no use. */
  inVain: number;
}

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

/** A target that asks for shorter waits than it takes is believed so many times. */
const believed = 4;

/** Milliseconds of patience that are always left. */
const least = 4000;

/** How long to wait before the same request is sent once more; undefined when it is not worth it. */
export type Waiting = (refusal: WireResponse) => number | undefined;

/** For one request. `inVain`: how often, one after the other, all the patience with others was of no use. */
export function waiting(patience: Patience, inVain = 0): Waiting {
  let left = Math.max(patience.total / 2 ** inVain, Math.min(patience.total, least));
  let repeat = 0;
  const { longest, longestAskedFor = longest } = patience;
  return (refusal) => {
    const requested = requestedWait(refusal, Date.now());
    const own = repeat < believed ? 0 : growing(repeat - believed);
    const wait = Math.max(requested ?? growing(repeat), own);
    if (left === 0) return undefined;
    // One wait that the target asks for may take all the patience that there is, and more, until such a wait was in vain.
    const isWorthIt = repeat === 0 && inVain === 0 && requested !== undefined && requested > longest;
    if (isWorthIt && requested <= longestAskedFor) left = wait;
    else if (wait > left || wait > longest) return undefined;
    left -= wait;
    repeat += 1;
    return wait;
  };
}

/**
 * Sends, and sends again after a wait while the answer is 429; a wait longer than bearable returns the 429 instead. Others may draw
 * on the same limit, so that one wait is often not enough; where patience is in vain again and again there is less of it.
 */
export async function politely(
  send: () => Promise<Exchange>,
  patience: Patience,
  waits: Waits,
  caller: Pick<Caller, 'waits'> = newCaller(),
): Promise<Exchange> {
  const next = waiting(patience, waits.inVain);
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
    await sleep(wait);
  }
}
