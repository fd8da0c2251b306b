// Compares moments: one from before the recording must be the same, one made during it must be made during the replay.
import { within } from '../../subject/answers.ts';

/** Milliseconds since 1970. */
export interface Window {
  /** When the first request of all was sent, and when this answer had arrived. */
  readonly from: number;
  readonly answered: number;
  /** By how much the server's clock is ahead of ours. */
  readonly ahead: number;
}

/** Allows for clocks that differ a little, and for times cut to whole seconds. */
const slack = 5_000;
const leastMilliseconds = 1e11;
const leastSeconds = 1e9;

interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly written: 'in seconds' | 'in milliseconds' | 'as text';
}

/** Undefined for what is no moment. */
export const momentOf = (value: unknown): Moment | undefined => {
  if (typeof value === 'number') {
    if (value >= leastMilliseconds && value < 1e14) return { at: value, written: 'in milliseconds' };
    return value >= leastSeconds && value < leastMilliseconds ? { at: value * 1000, written: 'in seconds' } : undefined;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]|^\w{3}, \d\d \w{3} \d{4}/.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : { at, written: 'as text' };
};

const whileRunning = (moment: number, { from, answered }: Window): boolean =>
  moment >= from - slack && moment <= answered + slack;

/** Whether the moment lies within the time of the recording. Other values hardly ever do, so the name of the field does not matter. */
export const wasNow = ({ at }: Moment, recordedIn: Window): boolean => whileRunning(at - recordedIn.ahead, recordedIn);

/** Whether a moment fits the replay as the recorded one fits the recording. */
export const sameMoment = (recorded: Moment, recordedIn: Window, got: Moment, gotIn: Window): boolean => {
  if (recorded.written !== got.written) return false;
  if (recorded.at === got.at) return true;
  const [one, other] = [recorded.at - recordedIn.ahead, got.at - gotIn.ahead];
  if (whileRunning(one, recordedIn)) return whileRunning(other, gotIn);
  // A moment in the future, such as the end of a token's life, must be as far ahead.
  return one > recordedIn.answered && Math.abs(one - recordedIn.answered - (other - gotIn.answered)) <= slack;
};

const aheadOf = (said: number, sent: number, answered: number): number => {
  const ahead = said < sent ? said - sent : Math.max(0, said - answered);
  return Math.abs(ahead) < 2_000 ? 0 : ahead;
};

/** An answer, and when its request was sent and it had arrived. */
interface Answer {
  readonly date: string | undefined;
  readonly json: unknown;
  readonly sent: number;
  readonly answered: number;
}

/** A server's clock: its Date headers tell it, or, where it sends none, the first tokens that it gives out. */
class Clock {
  readonly #most: number;
  #byTokens: number | undefined;

  /** `most`: milliseconds by which the clock may be wrong. A greater difference in tokens has another cause. */
  constructor(most: number) {
    this.#most = most;
  }

  /** By how much it is ahead of ours; 0 where nothing tells, and when the difference is small. */
  ahead({ date, json, sent, answered }: Answer): number {
    const said = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(said)) return aheadOf(said, answered, answered);
    const told = this.#byTokens === undefined ? issuedAt(json, answered) : undefined;
    const ahead = told === undefined ? undefined : aheadOf(told, sent, answered);
    // Kept once found, because a clock differs by a constant; a difference that changes has another cause.
    if (ahead !== undefined && Math.abs(ahead) <= this.#most) this.#byTokens = ahead;
    return this.#byTokens ?? 0;
  }
}

/** The clocks of the two servers. SESS-06 bounds that of a candidate; nothing bounds that of the recorded server. */
export const createClocks = () => ({ recorded: new Clock(10 * 60_000), candidate: new Clock(60_000) });

export type Clocks = ReturnType<typeof createClocks>;

/** When the two tokens of an answer were issued by what they say of their ends; undefined where they do not agree. */
const issuedAt = (json: unknown, answered: number): number | undefined => {
  const [access, refresh] = ['access', 'refresh'].map((name) => {
    const end = momentOf(within(json, name, 'expiredAt'))?.at;
    const lifetime = within(json, name, 'expiresIn');
    if (end === undefined || typeof lifetime !== 'number') return undefined;
    // The unit of a lifetime is not specified: seconds and milliseconds are both tried.
    const [one, other] = [end - lifetime * 1000, end - lifetime];
    return Math.abs(one - answered) < Math.abs(other - answered) ? one : other;
  });
  if (access === undefined || refresh === undefined) return undefined;
  return Math.abs(access - refresh) < 2_000 ? access : undefined;
};
