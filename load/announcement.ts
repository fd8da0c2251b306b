// What the headers of an answer say of the limit: Retry-After, the RateLimit fields of the draft, and older X-RateLimit fields.
import { type Headers, header } from '../contract/wire.ts';

/** `undefined` members were not announced. */
export interface Announcement {
  /** Milliseconds from the answer on; `malformed` when it is neither whole seconds nor an HTTP date. */
  readonly retryAfter?: number | 'malformed';
  /** Several limits may hold at once, such as one per second and one per day. */
  readonly policies?: readonly Policy[];
  /** Of the policy that is nearest to its end. */
  readonly remaining?: number;
  /** Milliseconds from the answer on until the limit resets. */
  readonly reset?: number;
}

/** Milliseconds by which an announced wait may be too short, because it is given in whole seconds. */
export const grace = 1000;

/** Milliseconds from the answer on until the limit resets: the longer of Retry-After and the reset. */
export function toldWait(said: Announcement | undefined): number | undefined {
  const waits = [said?.retryAfter, said?.reset].filter((wait) => typeof wait === 'number');
  return waits.length === 0 ? undefined : Math.max(...waits);
}

export interface Policy {
  readonly limit: number;
  /** Milliseconds. */
  readonly window?: number;
}

const second = 1000;
// `…-Reset` may be a number of seconds or a moment. A number this great is a moment, because no limit lasts thirty years.
const surelyAMoment = 1e9;

const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

const retryAfterOf = (value: string, now: number): number | 'malformed' => {
  if (/^\d+$/.test(value)) return Number(value) * second;
  return httpDate.test(value) ? Math.max(0, Date.parse(value) - now) : 'malformed';
};

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+/.test(text) ? Number.parseInt(text, 10) : undefined;

/** One item of a structured field, such as `"default";q=100;w=60`: its value and its parameters. */
interface Item {
  readonly bare: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const itemsOf = (field: string | undefined): readonly Item[] =>
  (field ?? '').split(',').map((item) => {
    const [bare = '', ...parameters] = item.split(';').map((part) => part.trim());
    return { bare, parameters: Object.fromEntries(parameters.map((part) => part.split('=', 2))) };
  });

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

const policy = (limit: number | undefined, seconds: number | undefined): readonly Policy[] => {
  if (limit === undefined) return [];
  return [{ limit, ...(seconds !== undefined && { window: seconds * second }) }];
};

/** `RateLimit-Policy: "default";q=10;w=1`, or `RateLimit-Limit: 10`, which may name windows as well: `10, 10;w=1, 500;w=60`. */
const policiesOf = (headers: Headers): readonly Policy[] => {
  const drafted = itemsOf(header(headers, 'ratelimit-policy')).flatMap(({ parameters: { q, w } }) =>
    policy(wholeNumber(q), wholeNumber(w)),
  );
  if (drafted.length > 0) return drafted;
  const items = itemsOf(older(headers, 'limit'));
  const windowed = items.filter(({ parameters: { w } }) => w !== undefined);
  return (windowed.length > 0 ? windowed : items).flatMap(({ bare, parameters: { w } }) =>
    policy(wholeNumber(bare), wholeNumber(w)),
  );
};

/** `RateLimit: "default";r=3;t=1`: of several, the one with the least left. */
const stateOf = (headers: Headers): { readonly remaining?: number; readonly seconds?: number } => {
  const states = itemsOf(header(headers, 'ratelimit')).flatMap(({ parameters: { r, t } }) => {
    const [remaining, seconds] = [wholeNumber(r), wholeNumber(t)];
    return remaining === undefined ? [] : [{ remaining, ...(seconds !== undefined && { seconds }) }];
  });
  return states.sort((one, other) => one.remaining - other.remaining)[0] ?? {};
};

/** `received` is the moment of the answer on the wall clock; the server's own Date is preferred where it gives one. */
export const announcementOf = (headers: Headers, received: number): Announcement | undefined => {
  const date = Date.parse(header(headers, 'date') ?? '');
  const now = Number.isNaN(date) ? received : date;
  const retry = header(headers, 'retry-after');
  const policies = policiesOf(headers);
  const state = stateOf(headers);
  const found = {
    retryAfter: retry === undefined ? undefined : retryAfterOf(retry.trim(), now),
    policies: policies.length === 0 ? undefined : policies,
    remaining: state.remaining ?? wholeNumber(older(headers, 'remaining')),
    reset: times(state.seconds, second) ?? resetOf(wholeNumber(older(headers, 'reset')), now),
  };
  const said = Object.entries(found).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : (Object.fromEntries(said) as Announcement);
};
