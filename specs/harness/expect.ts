// What a check asserts: pure comparisons under the names by which a sentence is read.
import type { Exchange } from '../../exchange/exchange.ts';
import { statusOf } from '../../target/answers.ts';
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
import { Broken, Untested } from './failures.ts';

export type { Mismatch };

// The runner's own assertions each leave a step in its report, and a run makes them by the ten thousand.
export const expect = <Received>(received: Received) => {
  /** What was received rides along: an exchange is shown with the failure. */
  const hold = (matcher: string, mismatch: Mismatch): void => {
    if (mismatch) throw new Broken(matcher, mismatch, received);
  };

  /** A rate limit that outlasts all patience is no answer to what was asked, and no failure of it either. */
  const answer = (matcher: string, mismatch: Mismatch): void => {
    if (statusOf(exchange()) === 429) throw new Untested('an answer within the rate limit, for all the waiting');
    hold(matcher, mismatch);
  };

  const exchange = () => received as Exchange;

  return {
    /** A success, and no demand for a second factor. */
    toBeAccepted: () => answer('toBeAccepted', accepted(exchange())),
    /** A 4xx; with a status, that one. */
    toBeRefused: (status?: number) => {
      if (status === undefined) answer('toBeRefused', refused(exchange()));
      else (status === 429 ? hold : answer)('toBeRefused', refusedWith(status, exchange()));
    },
    /** A 4xx, a demand for a second factor, or a success whose body says that nothing was done. */
    toBeNotAccepted: () => answer('toBeNotAccepted', notAccepted(exchange())),
    /** Anything but 401. */
    toBeAdmitted: () => answer('toBeAdmitted', admitted(exchange())),
    /** A success whose body is as described. */
    toAnswer: (isDescribed: (body: unknown) => boolean, description: string) =>
      answer('toAnswer', answers(exchange(), isDescribed, description)),
    toBe: (expected: unknown, what: string) => hold('toBe', same(received, expected, what)),
    /** The same entries, in whichever order. */
    toBeExactly: (expected: readonly unknown[]) =>
      hold('toBeExactly', sameEntries(received as readonly unknown[], expected)),
    /** Whatever a chapter compares in its own words. */
    toSatisfy: (comparison: (received: Received) => Mismatch) => hold('toSatisfy', comparison(received)),
  };
};
