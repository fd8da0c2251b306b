// The probe that distinguishes limiters, as data: volleys, scaled to a count and a window that are roughly known.
//
// Each part distinguishes limiters that the other parts do not. Half a count, a pause, the other half, and polls: the polls show whether
// requests become free all at once (a window), one by one (a log) or evenly (a bucket). A burst and a silent wait: a limiter that counts
// refused requests stays shut under polls, so its window shows only in silence. A steady stream a little too fast: the rhythm of the
// refusals. Pauses are odd parts of a window, because otherwise windows on a clock would look like windows that traffic opens.

/** Milliseconds after the volley's beginning at which one request each is sent; ascending. */
export type Volley = readonly number[];

export interface Scale {
  readonly count: number;
  /** Milliseconds. */
  readonly window: number;
}

type Element =
  /** So many counts at once, and some more. */
  | { readonly burst: number; readonly more?: number }
  /** So many windows of silence. */
  | { readonly pause: number }
  /** A few requests every `each` windows, for `poll` windows. */
  | { readonly poll: number; readonly each: number }
  /** So many counts per window, for so many windows. */
  | { readonly stream: number; readonly for: number };

/** Long enough for every model to start anew: a sliding counter counts requests of the last two windows. */
const forget = { pause: 2.13 };

const halves: readonly Element[] = [{ burst: 0.5 }, { pause: 0.6 }, { burst: 0.5 }, { poll: 1.5, each: 1 / 25 }];

const silentWait = (pause: number): readonly Element[] => [
  { burst: 1.2, more: 1 },
  { pause },
  { burst: 0.5 },
  { pause: 0.47 },
];

/** Those that distinguish most limiters come first. */
const parts: readonly (readonly Element[])[] = [
  [forget, { burst: 1.5, more: 2 }],
  [forget, ...halves],
  [forget, ...silentWait(1.1), ...silentWait(0.9), forget, { burst: 1.2, more: 1 }],
  [{ pause: 2.47 }, ...halves],
  [{ pause: 2.31 }, ...silentWait(0.95), ...silentWait(1.05), ...silentWait(0.7), forget, { burst: 1.2, more: 1 }],
  [{ pause: 2.71 }, { stream: 1.25, for: 3 }],
  [{ pause: 2.23 }, ...halves, { pause: 2.57 }, { burst: 1.2, more: 1 }],
];

const volleyOf = (steps: readonly Element[], { count, window }: Scale): Volley => {
  const sendings: number[] = [];
  let now = 0;
  const send = (times: number, apart: number) => {
    for (let sent = 0; sent < times; sent += 1) {
      sendings.push(now);
      now += apart;
    }
  };
  for (const step of steps) {
    if ('burst' in step) send(Math.ceil(step.burst * count) + (step.more ?? 0), 0);
    else if ('pause' in step) now += step.pause * window;
    else if ('poll' in step) {
      // Few at a time, but together more than the limiter gives back in this time.
      for (let polled = 0; polled < step.poll; polled += step.each) {
        now += step.each * window;
        send(Math.ceil(count / 15), 0);
      }
    } else send(Math.round(step.for * step.stream * count), window / (step.stream * count));
  }
  return sendings;
};

/** The volleys, each to be sent when the answers of the one before are in. */
export const designedProbe = (scale: Scale): readonly Volley[] => parts.map((steps) => volleyOf(steps, scale));

/** The first probe of a limiter whose scale is known, and which has counted nothing yet. */
export const openingProbe = (scale: Scale): Volley => volleyOf(halves, scale);

/** How many volleys there are; their number does not depend on the scale. */
export const designedVolleys = parts.length;

export const durationOf = (volley: Volley): number => volley.at(-1) ?? 0;
