// Whether a delivery that did not come may wait behind the rateLimit of its configuration, whose unit is not shown.
import type { Subscriber } from './configuration.ts';
import { hasQueryOf } from './listening.ts';
import type { Arrival } from './receiver.ts';
import { isAbout, type Trigger } from './triggers.ts';

interface Cause {
  readonly subscriber: Subscriber;
  readonly trigger: Pick<Trigger, 'traces'>;
}

/**
 * A limit by the minute or the hour lets as many pass as it says, or twice that where two windows meet, and the rest comes later. More than
 * that within a run, or fewer, have another cause. `all`: what was done by anybody.
 */
export const mayBeHeldBack = (
  lacking: readonly Subscriber[],
  all: readonly Cause[],
  arrivals: readonly Arrival[],
): boolean =>
  lacking.some((one) => {
    const { url, rateLimit } = one.configuration;
    // Configurations that are alike may be the one of a company.
    const isAlike = ({ subscriber }: Cause) => configurationOf(subscriber) === configurationOf(one);
    const own = all.filter(isAlike);
    const others = all.filter((cause) => !isAlike(cause));
    const tells = (arrival: Arrival, causes: readonly Cause[]) =>
      causes.some(({ trigger }) => isAbout(arrival, trigger));
    const came = arrivals.filter(
      (arrival) => hasQueryOf(url, arrival.path) && (tells(arrival, own) || !tells(arrival, others)),
    ).length;
    const users = new Set(own.map(({ subscriber }) => subscriber.user)).size;
    return rateLimit >= 1 && came >= rateLimit && came <= 2 * rateLimit * users;
  });

const configurationOf = ({ configuration }: Subscriber): string => JSON.stringify(configuration);
