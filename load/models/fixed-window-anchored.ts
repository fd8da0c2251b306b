// A window opens with the first request after the last one closed; it counts from zero.
import type { LimiterModel, Meter } from './model.ts';

const meter = (window: number): Meter => {
  let opened = Number.NEGATIVE_INFINITY;
  let openedBefore = Number.NEGATIVE_INFINITY;
  let counted = 0;
  let countedBefore = 0;
  return {
    level(time) {
      if (time >= opened + window) return 0;
      if (time >= opened) return counted;
      return time < openedBefore + window ? countedBefore : counted;
    },
    note(time, admitted) {
      if (time >= opened + window) {
        openedBefore = opened;
        countedBefore = counted;
        opened = time;
        counted = 0;
      }
      if (admitted) counted += 1;
    },
  };
};

export const fixedWindowAnchored: LimiterModel = {
  id: 'fixedWindowAnchored',
  name: 'fixed window, opened by the first request',
  scale: 'window',
  variants: [{ name: 'usual', kin: 'usual', phased: false, meter }],
};
