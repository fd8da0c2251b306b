// Whether what was created has been told.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Arrival } from './receiver.ts';
import { eventsIn, isAbout, type Trigger } from './triggers.ts';

/**
 * Each thing has to be mentioned by a delivery that names the event, or names none. Where no delivery mentions anything that the
 * run brought about (`all`, by any user), there have to be at least as many deliveries as things.
 */
export const undelivered =
  (triggers: readonly Trigger[], brought: ReadonlySet<string>, all: readonly Trigger[] = triggers) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const start = Math.min(...triggers.map(({ at }) => at));
    const since = arrivals.filter(({ at }) => at >= start);
    const fits = (arrival: Arrival) => {
      const events = eventsIn(arrival);
      return events.length === 0 || events.some((event) => brought.has(event));
    };
    const told = triggers.filter((trigger) => since.some((arrival) => isAbout(arrival, trigger) && fits(arrival)));
    if (told.length === triggers.length) return undefined;
    const isOpaque = since.every((arrival) => all.every((trigger) => !isAbout(arrival, trigger)));
    if (isOpaque && since.filter(fits).length >= triggers.length) return undefined;
    return {
      expected: `a delivery about each of ${triggers.length} things that were created`,
      got: `${told.length} of them told, ${since.length} deliveries in all`,
    };
  };
