// Whether every created thing was delivered.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { type Arrival, jsonIn } from './receiver.ts';
import { eventsIn, isAbout, type Trigger, withOwnTraces } from './triggers.ts';

/**
 * Each thing must be mentioned by a delivery that names the event, or names none. Where no delivery mentions anything that the run did
 * (`all`, by any user), as many must be delivered as there are things; one delivery may be about several.
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
    const fitting = since.filter(fits);
    const told = withOwnTraces(triggers, since).filter((trigger) =>
      fitting.some((arrival) => isAbout(arrival, trigger)),
    );
    if (told.length === triggers.length) return undefined;
    const events = fitting.reduce((sum, arrival) => sum + Math.max(1, timesNamed(arrival, brought)), 0);
    if (isOpaque(fitting, all) && events >= triggers.length) return undefined;
    return {
      expected: `a delivery about each of ${triggers.length} things that were created`,
      got: `${told.length} of them told, ${since.length} deliveries in all`,
    };
  };

/** Whether nothing tells how many things such deliveries are about: they mention none, and some of them name no event either. */
export const tellNothing = (arrivals: readonly Arrival[], all: readonly Trigger[]): boolean =>
  isOpaque(arrivals, all) && arrivals.some((arrival) => eventsIn(arrival).length === 0);

const isOpaque = (arrivals: readonly Arrival[], all: readonly Trigger[]): boolean =>
  arrivals.every((arrival) => all.every((trigger) => !isAbout(arrival, trigger)));

/** How often a body names one of the events in one member, which a list may have many times. */
function timesNamed({ body }: Arrival, events: ReadonlySet<string>): number {
  const times = new Map<string, number>();
  const look = (value: unknown, place: string): void => {
    if (typeof value === 'string' && events.has(value)) times.set(place, (times.get(place) ?? 0) + 1);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) look(inner, Array.isArray(value) ? place : `${place}/${name}`);
  };
  look(jsonIn(body), '');
  return Math.max(0, ...times.values());
}

/**
 * Each of these events must be delivered for at least one of the things. A delivery that names no event may be of any, and one that
 * mentions nothing that the run did (`all`, by any user), such as the change of a balance, may be about these.
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
