// Fixed windows follow each other on the server's clock, whatever the traffic; each counts from zero.
import type { LimiterModel, Meter } from './model.ts';

const meter = (window: number, phase: number): Meter => {
  let current = Number.NEGATIVE_INFINITY;
  let counted = 0;
  let countedBefore = 0;
  const windowOf = (time: number) => Math.floor((time - phase) / window);
  return {
    level(time) {
      const asked = windowOf(time);
      if (asked === current) return counted;
      return asked === current - 1 ? countedBefore : 0;
    },
    note(time, admitted) {
      const entered = windowOf(time);
      if (entered > current) {
        countedBefore = entered === current + 1 ? counted : 0;
        counted = 0;
        current = entered;
      }
      if (admitted) counted += 1;
    },
  };
};

export const fixedWindowAligned: LimiterModel = {
  id: 'fixedWindowAligned',
  name: 'fixed window, aligned to the clock',
  scale: 'window',
  variants: [{ name: 'usual', kin: 'usual', phased: true, meter }],
};
