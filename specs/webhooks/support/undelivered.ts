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

/**
 * Each of these events has to be delivered about one of the things at least. A delivery that names no event may be of any, and one that
 * mentions nothing that the run brought about (`all`, by any user), such as the change of a balance, may be about these.
 */
export const missing =
  (events: readonly string[], triggers: readonly Trigger[], all: readonly Trigger[]) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const start = Math.min(...triggers.map(({ at }) => at));
    const mayBeAbout = (arrival: Arrival) =>
      triggers.some((trigger) => isAbout(arrival, trigger)) || all.every((trigger) => !isAbout(arrival, trigger));
    const named = arrivals.filter((arrival) => arrival.at >= start && mayBeAbout(arrival)).map(eventsIn);
    const never = events.find((event) => !named.some((names) => names.length === 0 || names.includes(event)));
    if (never === undefined) return undefined;
    return {
      expected: `a delivery of ${never} about one of ${triggers.length} things that were created`,
      got: `none of that event, ${named.length} deliveries in all`,
    };
  };
