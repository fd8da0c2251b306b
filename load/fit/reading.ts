// One reading of a trace: a moment for each arrival, and how far from the truth such a moment may be.
import type { Arrival, Trace } from '../trace.ts';

export interface Reading {
  /** Ascending; the other lists go with it. */
  readonly times: Float64Array;
  readonly admitted: readonly boolean[];
  /** How much longer than usual the answer took, because the request may have waited in a queue. */
  readonly waited: Float64Array;
  /** Standard deviation of the difference between two usual moments, in milliseconds. */
  readonly blur: number;
  /** The blur of each moment: greater where the answer took unusually long. */
  readonly blurs: Float64Array;
  readonly span: number;
}

/** Milliseconds. Times on a busy machine are not more exact. */
const leastBlur = 1;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

const ascending = (values: readonly number[]): number[] => [...values].sort((one, other) => one - other);

interface Moment {
  readonly arrival: Arrival;
  readonly time: number;
  readonly blur: number;
}

/**
 * Among requests at about the same time, admitted ones most likely came first. So a refusal is moved behind the admissions that it may
 * have followed, because the times within a burst do not show its order.
 */
const inLikelyOrder = (moments: readonly Moment[]): Moment[] =>
  moments
    .map((moment, index) => {
      if (moment.arrival.answer === 'admitted') return moment;
      let { time } = moment;
      for (let next = index + 1; next < moments.length; next += 1) {
        const later = moments[next]!;
        if (later.time > moment.time + 3 * moment.blur) break;
        if (later.arrival.answer === 'admitted' && later.arrival.sent <= moment.arrival.received) time = later.time;
      }
      return { ...moment, time };
    })
    .sort(
      (one, other) =>
        one.time - other.time ||
        Number(other.arrival.answer === 'admitted') - Number(one.arrival.answer === 'admitted'),
    );

/**
 * A moment is half a round trip after the sending. The round trips of refusals show the network alone; what an admitted
 * request takes beyond them is the server's work or its queue, and comes after the limiter's decision.
 */
export const readingOf = (trace: Trace): Reading => {
  const known = trace.filter(({ answer }) => answer !== 'unknown');
  const tripsOf = (answer: string) =>
    ascending(known.filter((arrival) => arrival.answer === answer).map(({ sent, received }) => received - sent));
  const refusals = tripsOf('refused');
  const admissions = tripsOf('admitted');
  const bare = refusals.length >= 8 ? refusals : admissions;
  const longest = quantile(bare, 0.9);
  const blur = Math.max(leastBlur, ((quantile(bare, 0.84) - quantile(bare, 0.16)) / 2) * 0.8);
  const usual = (admissions[0] ?? 0) + quantile(bare, 0.5) - (bare[0] ?? 0);
  // Where most admissions take long, the reason is work or a queue; where few do, a pause of the machine.
  const pauses = quantile(admissions, 0.84) <= longest + 4 * blur;
  const read = known
    .map((arrival) => {
      const trip = arrival.received - arrival.sent;
      const paused = trip > longest && (pauses || arrival.answer === 'refused');
      return {
        arrival,
        time: arrival.sent + (paused ? trip : Math.min(trip, longest)) / 2,
        blur: paused ? Math.max(blur, trip / 5) : blur,
      };
    })
    .sort((one, other) => one.time - other.time);
  const moments = inLikelyOrder(read).map(({ arrival: { sent, received, answer }, time, blur: own }) => ({
    time,
    blur: own,
    admitted: answer === 'admitted',
    waited: answer === 'admitted' ? received - sent - usual : 0,
  }));
  const times = Float64Array.from(moments, ({ time }) => time);
  return {
    times,
    admitted: moments.map(({ admitted }) => admitted),
    waited: Float64Array.from(moments, ({ waited }) => waited),
    blur,
    blurs: Float64Array.from(moments, ({ blur: own }) => own),
    span: (times.at(-1) ?? 0) - (times[0] ?? 0),
  };
};
