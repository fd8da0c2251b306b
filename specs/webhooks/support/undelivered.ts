// Whether payments that were created have been told.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { type Deed, eventsIn, isAbout } from './deeds.ts';
import type { Arrival } from './receiver.ts';

/**
 * Each is mentioned by a delivery, which names the event or names none. Where deliveries mention nothing that can be read,
 * there are at least as many of them.
 */
export const undelivered =
  (deeds: readonly Deed[], brought: ReadonlySet<string>) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const start = Math.min(...deeds.map(({ at }) => at));
    const since = arrivals.filter(({ at }) => at >= start);
    const fits = (arrival: Arrival) => {
      const events = eventsIn(arrival);
      return events.length === 0 || events.some((event) => brought.has(event));
    };
    const told = deeds.filter((deed) => since.some((arrival) => isAbout(arrival, deed) && fits(arrival)));
    if (told.length === deeds.length) return undefined;
    const isOpaque = since.every((arrival) => deeds.every((deed) => !isAbout(arrival, deed)) && fits(arrival));
    if (told.length === 0 && isOpaque && since.length >= deeds.length) return undefined;
    return {
      expected: `a delivery about each of ${deeds.length} payments that were created`,
      got: `${told.length} of them told, ${since.length} deliveries in all`,
    };
  };
