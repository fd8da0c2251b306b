// Compares moments: one from before the recording must be the same, one made during it must be made during the replay.

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

export interface Moment {
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

/** Whether it was made while the recording ran. No other value is in that span by chance, whatever its field is called. */
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

/** How far the answer's Date header is ahead of our clock; 0 without one, and when the difference is small. */
export const clockAhead = (date: string | undefined, answered: number): number => {
  const said = date === undefined ? Number.NaN : Date.parse(date);
  const ahead = said - answered;
  return Number.isNaN(ahead) || Math.abs(ahead) < 2_000 ? 0 : ahead;
};
