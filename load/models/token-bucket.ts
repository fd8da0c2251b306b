// A bucket that is refilled evenly; GCRA and the leaky bucket as a meter decide the same.
import type { LimiterModel, Meter } from './model.ts';

/** Counts what is missing from the bucket, so that its size does not matter to the meter. */
const meter = (interval: number): Meter => {
  let missing = 0;
  let at = 0;
  const level = (time: number) => Math.max(0, missing - (time - at) / interval);
  return {
    level,
    note(time, admitted) {
      missing = level(time) + (admitted ? 1 : 0);
      at = time;
    },
  };
};

export const tokenBucket: LimiterModel = {
  id: 'tokenBucket',
  name: 'token bucket',
  scale: 'interval',
  variants: [{ name: 'usual', kin: 'usual', phased: false, meter }],
};
