// Playwright's expect with the matchers of this suite; each is a pure comparison that knows nothing of the runner.
import { expect as playwrightExpect } from '@playwright/test';
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
  sameEntries,
} from './comparisons.ts';
import { Untested } from './failures.ts';

/** The exchange rides along so that a failure can show it. */
const result = (name: string, mismatch: Mismatch, received: unknown) => ({
  name,
  pass: mismatch === undefined,
  message: () => `expected  ${mismatch?.expected ?? `not ${name}`}\ngot       ${mismatch?.got ?? 'that'}`,
  expected: mismatch?.expected,
  actual: mismatch?.got,
  received,
});

/** A rate limit that outlasts all patience is no answer to what was asked, and no failure of it either. */
const answered = (name: string, mismatch: Mismatch, exchange: Exchange) => {
  if (statusOf(exchange) === 429) throw new Untested('an answer within the rate limit, for all the waiting');
  return result(name, mismatch, exchange);
};

export type { Mismatch };

export const expect = playwrightExpect.extend({
  /** A success, and no demand for a second factor. */
  toBeAccepted: (exchange: Exchange) => answered('toBeAccepted', accepted(exchange), exchange),
  /** A 4xx; with a status, that one. */
  toBeRefused: (exchange: Exchange, status?: number) =>
    status === undefined
      ? answered('toBeRefused', refused(exchange), exchange)
      : (status === 429 ? result : answered)('toBeRefused', refusedWith(status, exchange), exchange),
  /** A 4xx, a demand for a second factor, or a success whose body says that nothing was done. */
  toBeNotAccepted: (exchange: Exchange) => answered('toBeNotAccepted', notAccepted(exchange), exchange),
  /** Anything but 401. */
  toBeAdmitted: (exchange: Exchange) => answered('toBeAdmitted', admitted(exchange), exchange),
  /** A success whose body is as described. */
  toAnswer: (exchange: Exchange, isDescribed: (body: unknown) => boolean, description: string) =>
    answered('toAnswer', answers(exchange, isDescribed, description), exchange),
  /** The same entries, in whichever order. */
  toBeExactly: <Entry>(entries: readonly Entry[], expected: readonly Entry[]) =>
    result('toBeExactly', sameEntries(entries, expected), entries),
  /** Whatever a chapter compares in its own words; an exchange that is received is shown with the failure. */
  toSatisfy: (received: unknown, comparison: (received: never) => Mismatch) =>
    result('toSatisfy', comparison(received as never), received),
});
