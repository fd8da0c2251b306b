// What an answer's headers say of the limit: Retry-After, and the RateLimit fields of the draft and of older habit.
import { type Headers, header } from '../contract/wire.ts';

/** `undefined` members were not announced. */
export interface Announcement {
  /** Milliseconds from the answer on; `malformed` when it is neither whole seconds nor an HTTP date. */
  readonly retryAfter?: number | 'malformed';
  readonly limit?: number;
  readonly remaining?: number;
  /** Milliseconds from the answer on until the limit resets. */
  readonly reset?: number;
  /** Milliseconds. */
  readonly window?: number;
}

const second = 1000;
// `…-Reset` may count seconds or name a moment: no limit is thirty years long.
const surelyAMoment = 1e9;

const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

const retryAfterOf = (value: string, now: number): number | 'malformed' => {
  if (/^\d+$/.test(value)) return Number(value) * second;
  return httpDate.test(value) ? Math.max(0, Date.parse(value) - now) : 'malformed';
};

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+/.test(text) ? Number.parseInt(text, 10) : undefined;

/** A parameter of the first item of a structured field, such as `q` of `"default";q=100;w=60`. */
const parameter = (field: string | undefined, name: string): number | undefined => {
  const [item = ''] = (field ?? '').split(',');
  const found = item.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return found === undefined ? undefined : wholeNumber(found.trim().slice(name.length + 1));
};

const times = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor;

const older = (headers: Headers, name: string): string | undefined =>
  header(headers, `ratelimit-${name}`) ??
  header(headers, `x-ratelimit-${name}`) ??
  header(headers, `x-rate-limit-${name}`);

const resetOf = (value: number | undefined, now: number): number | undefined => {
  if (value === undefined || value < surelyAMoment) return times(value, second);
  const moment = value < surelyAMoment * second ? value * second : value;
  return Math.max(0, moment - now);
};

/** `received` is the moment of the answer on the wall clock; the server's own Date is preferred where it gives one. */
export const announcementOf = (headers: Headers, received: number): Announcement | undefined => {
  const date = Date.parse(header(headers, 'date') ?? '');
  const now = Number.isNaN(date) ? received : date;
  const retry = header(headers, 'retry-after');
  const policy = header(headers, 'ratelimit-policy');
  const state = header(headers, 'ratelimit');
  const found = {
    retryAfter: retry === undefined ? undefined : retryAfterOf(retry.trim(), now),
    limit: parameter(policy, 'q') ?? wholeNumber(older(headers, 'limit')),
    remaining: parameter(state, 'r') ?? wholeNumber(older(headers, 'remaining')),
    reset: times(parameter(state, 't'), second) ?? resetOf(wholeNumber(older(headers, 'reset')), now),
    window: times(parameter(policy, 'w'), second),
  };
  const said = Object.entries(found).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : (Object.fromEntries(said) as Announcement);
};
