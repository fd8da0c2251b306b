// Remembers the moment of every arrival that it counts, and counts those of the last window.
import type { LimiterModel, Meter } from './model.ts';

const meter = (window: number, countsRefusals: boolean): Meter => {
  const times: number[] = [];
  /** Position of the first moment after this one. */
  const after = (moment: number): number => {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    level: (time) => times.length - after(time - window),
    note(time, admitted) {
      if (admitted || countsRefusals) times.push(time);
    },
  };
};

export const slidingLog: LimiterModel = {
  id: 'slidingLog',
  name: 'sliding log',
  scale: 'window',
  variants: [{ name: 'usual', kin: 'usual', phased: false, meter: (window) => meter(window, false) }],
};

export const slidingLogCountingRefusals: LimiterModel = {
  id: 'slidingLogCountingRefusals',
  name: 'sliding log that counts refused requests too',
  scale: 'window',
  variants: [{ name: 'usual', kin: 'usual', phased: false, meter: (window) => meter(window, true) }],
};
