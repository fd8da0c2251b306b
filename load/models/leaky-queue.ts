// Admitted requests wait in a queue that is served at an even pace; requests that find it full are refused.
//
// A queue that is served at once admits the same requests as a token bucket; only the waiting distinguishes them.
import type { LimiterModel, Meter } from './model.ts';

/** Serves one request per interval from the moment when the queue is no longer empty. */
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

/** Serves one waiting request at each tick of the server's clock. */
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
      // No request waits, so except for the tick this is a token bucket.
      handicap: 6,
      phased: true,
      meter: (...given) => silent(ticking(...given)),
    },
  ],
};
