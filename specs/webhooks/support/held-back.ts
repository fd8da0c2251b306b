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
 * A limit by the minute or the hour passes its count, or twice that where two windows meet, and delays the rest. More deliveries than that
 * within a run, or fewer, have another cause. `all`: the triggers of all users.
 */
export const mayBeHeldBack = (
  lacking: readonly Subscriber[],
  all: readonly Cause[],
  arrivals: readonly Arrival[],
): boolean =>
  lacking.some((one) => {
    const { url, rateLimit } = one.configuration;
    // Equal configurations may be the same one, of a company.
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
