// Admitted requests stand in a queue that is let go at an even pace; what finds the queue full is refused.
//
// As far as admission goes, a queue let go as soon as it has somebody is a token bucket: only the waiting tells them apart.
import type { LimiterModel, Meter } from './model.ts';

/** The queue is let go one by one from the moment it has somebody. */
const prompt = (interval: number): Meter => {
  let free = Number.NEGATIVE_INFINITY;
  const wait = (time: number) => Math.max(0, free - time);
  return {
    level: (time) => wait(time) / interval,
    note(time, admitted) {
      if (admitted) free = Math.max(free, time) + interval;
    },
    wait,
  };
};

/** One is let go at each tick of the server's clock, if there is one. */
const ticking = (interval: number, phase: number): Meter => {
  let length = 0;
  let ticks = Number.NEGATIVE_INFINITY;
  const ticksBy = (time: number) => Math.floor((time - phase) / interval);
  const level = (time: number) => Math.max(0, length - (ticksBy(time) - ticks));
  return {
    level,
    note(time, admitted) {
      length = level(time) + (admitted ? 1 : 0);
      ticks = ticksBy(time);
    },
    wait: (time) => phase + (ticksBy(time) + 1 + level(time)) * interval - time,
  };
};

const silent = ({ level, note }: Meter): Meter => ({ level, note });

export const leakyQueue: LimiterModel = {
  id: 'leakyQueue',
  name: 'leaky queue',
  scale: 'interval',
  variants: [
    { name: 'usual', kin: 'prompt', phased: false, meter: prompt },
    { name: 'let go on a tick', kin: 'ticking', phased: true, meter: ticking },
    {
      name: 'let go on a tick, answering at once',
      kin: 'ticking',
      // Nobody waits, so but for the tick this is a token bucket.
      handicap: 6,
      phased: true,
      meter: (...given) => silent(ticking(...given)),
    },
  ],
};
