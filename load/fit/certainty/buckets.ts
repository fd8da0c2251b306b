// The levels of limiters that admit one request per interval: a bucket that is refilled, and a queue in which requests wait.
import { itself, type LevelsOf } from './levels.ts';
import { type Span, upTo } from './spans.ts';

const nothing = (value: number): number => Math.max(0, value);

/** How many tokens a bucket lacks at a moment, when one was taken at each of these moments and it is refilled evenly. */
const missing = (taken: Float64Array, interval: number): ((moment: number) => number) => {
  const after = new Float64Array(taken.length);
  let [level, at] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < taken.length; i += 1) {
    level = nothing(level - (taken[i]! - at) / interval) + 1;
    at = taken[i]!;
    after[i] = level;
  }
  return (moment) => {
    const last = upTo(taken, moment) - 1;
    return last < 0 ? 0 : nothing(after[last]! - (moment - taken[last]!) / interval);
  };
};

/** `rounding`: by how much a bucket that is filled on a tick may differ from one that is filled evenly. */
export const bucket =
  (rounding: number, keepsWaiting: boolean): LevelsOf =>
  (spans, { scale, scaleHalf }) => {
    const [shortest, longest] = [scale - scaleHalf, scale + scaleHalf];
    const { surely, perhaps } = spans.admitted;
    const early = missing(surely.begins, shortest);
    const late = missing(perhaps.ends, longest);
    /** Without requests that may not have arrived by then, each of which changes the level by one at most. */
    const atLeast = (moment: number) =>
      nothing(early(moment) - (surely.begun(moment) - surely.over(moment)) - rounding);
    return {
      // The last of the answered requests met all the others, and there was still room for it.
      least: ({ to }) => nothing(atLeast(to) - 1),
      most: (span) =>
        late(span.from) + perhaps.begun(span.to) - perhaps.over(span.from) - itself(spans.admitted, span) + rounding,
      ...(keepsWaiting && { tooSoon: ({ from, to }: Span) => to < from + atLeast(from) * shortest }),
    };
  };
