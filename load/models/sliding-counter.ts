// Two windows on the server's clock: the count of the last one is reduced evenly while the current one fills.
import type { LimiterModel, Meter } from './model.ts';

interface Habit {
  readonly countsRefusals: boolean;
  /** Whether a fraction that is left of the last window counts as a whole request or as none. */
  readonly rounds: 'up' | 'down';
}

const meter = (window: number, phase: number, { countsRefusals, rounds }: Habit): Meter => {
  let current = Number.NEGATIVE_INFINITY;
  // Counts of the current window and the two before it, because an earlier moment may be asked about.
  let here = 0;
  let before = 0;
  let longBefore = 0;
  return {
    level(time) {
      const position = (time - phase) / window;
      const asked = Math.floor(position);
      const left = 1 - (position - asked);
      let level = 0;
      if (asked === current) level = here + before * left;
      else if (asked === current + 1) level = here * left;
      else if (asked === current - 1) level = before + longBefore * left;
      return rounds === 'up' ? level : Math.floor(level + 1e-9);
    },
    note(time, admitted) {
      const entered = Math.floor((time - phase) / window);
      if (entered > current) {
        const steps = entered - current;
        longBefore = steps === 1 ? before : steps === 2 ? here : 0;
        before = steps === 1 ? here : 0;
        here = 0;
        current = entered;
      }
      if (admitted || countsRefusals) here += 1;
    },
  };
};

const built = (name: string, habit: Habit) => ({
  name,
  kin: habit.countsRefusals ? 'counting refusals' : 'usual',
  phased: true,
  meter: (window: number, phase: number) => meter(window, phase, habit),
});

export const slidingCounter: LimiterModel = {
  id: 'slidingCounter',
  name: 'sliding counter',
  scale: 'window',
  variants: [
    built('usual', { countsRefusals: false, rounds: 'up' }),
    built('rounding down', { countsRefusals: false, rounds: 'down' }),
    built('counting refused requests too', { countsRefusals: true, rounds: 'up' }),
    built('counting refused requests too, rounding down', { countsRefusals: true, rounds: 'down' }),
  ],
};
