// The assertions of checks, named so that a check reads like its sentence.
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, statusOf } from '../../subject/answers.ts';
import { Broken, Untested } from '../declare/failures.ts';
import { undemanded } from '../prepare/past-second-factor.ts';
import { isExchange } from '../run/ending.ts';
import {
  accepted,
  admitted,
  answers,
  type Mismatch,
  notAccepted,
  refused,
  refusedWith,
  same,
  sameEntries,
} from './comparisons.ts';

// Not the runner's `expect`, which adds a step to its report for each of the tens of thousands of assertions of a run.
export const expect = <Received>(received: Received) => {
  /** The received value is kept, so that an exchange can be shown with the failure. */
  const hold = (matcher: string, mismatch: Mismatch): void => {
    if (mismatch) throw new Broken(matcher, mismatch, received);
  };

  /** A 429 after all waiting leaves the check untested, because it does not answer what was asked. */
  const withinLimit = (): Exchange => {
    const exchange = received as Exchange;
    if (statusOf(exchange) === 429) throw new Untested('an answer within the rate limit, although it was waited for');
    return exchange;
  };

  /** So does a demand for a second factor that could not be confirmed. */
  const answered = (): Exchange => undemanded(withinLimit());

  return {
    /** A success. */
    toBeAccepted: () => hold('toBeAccepted', accepted(answered())),
    /** A 4xx, or the status that is named. A demand for a second factor is no refusal of credentials, because it comes after them. */
    toBeRefused: (status?: number) => {
      if (status === undefined) hold('toBeRefused', refused(answered()));
      else if (status === 429) hold('toBeRefused', refusedWith(status, received as Exchange));
      else hold('toBeRefused', refusedWith(status, status === 401 ? withinLimit() : answered()));
    },
    /** A 4xx, or a success whose body says that nothing was done. */
    toBeNotAccepted: () => hold('toBeNotAccepted', notAccepted(answered())),
    /** The same, or a demand for the second factor that was left out or is wrong. */
    toBeNotCarriedOut: () => {
      const exchange = withinLimit();
      if (demandedMfa(exchange) === undefined) hold('toBeNotCarriedOut', notAccepted(exchange));
    },
    /** Anything but 401. */
    toBeAdmitted: () => hold('toBeAdmitted', admitted(answered())),
    /** A success whose body is as described. */
    toAnswer: (isDescribed: (body: unknown) => boolean, description: string) => {
      const mismatch = answers(withinLimit(), isDescribed, description);
      if (mismatch) answered();
      hold('toAnswer', mismatch);
    },
    toBe: (expected: unknown, what: string) => hold('toBe', same(received, expected, what)),
    /** The same entries, in whichever order. */
    toBeExactly: (expected: readonly unknown[]) =>
      hold('toBeExactly', sameEntries(received as readonly unknown[], expected)),
    /** A comparison that a chapter defines itself. */
    toSatisfy: (comparison: (received: Received) => Mismatch) => {
      const mismatch = comparison(received);
      if (mismatch && isExchange(received)) undemanded(received);
      hold('toSatisfy', mismatch);
    },
  };
};
