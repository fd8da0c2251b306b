// The errors by which a check ends when it does not hold.
import { UnexpectedAnswer } from '../../subject/api.ts';
import type { Mismatch } from '../assert/comparisons.ts';

/** The target is not as it should be. */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly matcher: string;
  readonly expected: string;
  readonly got: string;
  readonly received: unknown;

  constructor(matcher: string, { expected, got }: NonNullable<Mismatch>, received: unknown) {
    super(`expected  ${expected}\ngot       ${got}`);
    this.matcher = matcher;
    this.expected = expected;
    this.got = got;
    this.received = received;
  }
}

/** What a check needs is not there: no draft payment, no second user, an open name that nobody knows. */
export class Untested extends Error {
  override readonly name = 'Untested';
  readonly missing: string;

  constructor(missing: string) {
    super(missing);
    this.missing = missing;
  }
}

const unless =
  (kind: new (...given: never[]) => Error) =>
  async <Had>(work: () => Promise<Had>): Promise<Had | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof kind) return undefined;
      throw error;
    }
  };

/** Undefined where something is missing, and where --safe forbids the request. */
export const unlessUntested = unless(Untested);

/** Undefined for what the target refuses, such as the cards of a user who may not list any. */
export const unlessRefused = unless(UnexpectedAnswer);

/** Undefined where an expectation fails, so that the caller can ask in another way. */
export const unlessBroken = unless(Broken);
