// Where a step stands among those of its circle: whether it changes something, and what it is about.
import { type Effect, effectOf, mayHaveDone } from '../correlate/effects.ts';
import { namesIn, placeOf } from '../correlate/names.ts';
import type { Step } from '../plan/steps.ts';

export interface Placement {
  readonly circle: string;
  readonly effect: Effect;
  /** The things that the step names; where it names none, the first word of its path. */
  readonly about: ReadonlySet<string>;
}

export interface Placed {
  readonly step: Step;
  readonly placement: Placement;
}

export const placementOf = (step: Step, circle: string): Placement => {
  const names = namesIn(step);
  return {
    circle,
    effect: mayHaveDone(step.response?.status, step.body) ? effectOf(step) : 'none',
    about: new Set(names.length > 0 ? names : [placeOf(step)]),
  };
};

/** Whether its client had the earlier answer before it sent the later request. */
export const wasOverBefore = (earlier: Step, later: Step): boolean =>
  earlier.until <= later.at ||
  (earlier.until <= later.at + blur && earlier.number < later.number && areBlurred(earlier, later));

/** Milliseconds. Browsers write times in whole milliseconds, so that a request right after an answer may seem to overlap with it. */
const blur = 1;
const areBlurred = ({ at }: Step, other: Step): boolean => Number.isInteger(at) && Number.isInteger(other.at);

/** Whether the two are about one thing. */
export const meet = ({ about }: Placement, other: Placement): boolean =>
  [...about].some((each) => other.about.has(each));

/** Whether it matters which of the two goes first; for changes that have nothing in common, it does not. */
export const isBound = (one: Placement, other: Placement): boolean => {
  if (one.circle !== other.circle || (one.effect === 'none' && other.effect === 'none')) return false;
  return one.effect === 'none' || other.effect === 'none' || meet(one, other);
};
