// Derives the outcome of a check from the way in which it ended.
import type { RequirementId } from '../../contract/requirements.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { inWords, statusOf } from '../../subject/answers.ts';
import { UnexpectedAnswer, UnknownName } from '../../subject/api.ts';
import { SessionLost } from '../../subject/session/session.ts';
import { Broken, Untested } from '../declare/failures.ts';
import type { ReportedFinding, TestOutcome, TestRecord } from '../record.ts';

export type Ending = { readonly kind: 'returned' } | { readonly kind: 'threw'; readonly error: unknown };

/** The check took too long and was given up. */
export class Overdue extends Error {
  constructor() {
    super('the check did not end in its time');
    // The stack would show where the time happened to end, which explains nothing.
    this.stack = this.message;
  }
}

export const isOverdue = (ending: Ending): boolean => ending.kind === 'threw' && ending.error instanceof Overdue;

/**
 * A failed assertion is a failure of the target. A missing prerequisite leaves the requirement untested. So does a wrong answer before
 * the question of the check is reached: the judge, or the check for that answer, judges it.
 */
export function outcomeOf(ending: Ending): TestOutcome {
  if (ending.kind === 'returned') return { kind: 'held' };
  const { error } = ending;
  if (error instanceof Broken) return { kind: 'broken' };
  if (error instanceof Untested) return { kind: 'untested', missing: error.missing };
  if (error instanceof UnknownName || error instanceof SessionLost || error instanceof UnexpectedAnswer) {
    return { kind: 'untested', missing: error.message };
  }
  return { kind: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The ending of a check that another process did, as its record tells it. */
export function endingIn({ outcome }: Pick<TestRecord, 'outcome'>): Ending {
  if (outcome.kind === 'held') return { kind: 'returned' };
  const error = new Error(outcome.kind === 'error' ? outcome.message : `the check ended as ${outcome.kind}`);
  error.stack = error.message;
  return { kind: 'threw', error };
}

/**
 * A check that compares several answers is untested when one of them is missing. A failure about one exchange stands, unless that
 * exchange is a 429.
 */
export function excused(ending: Ending, unanswered: Exchange | undefined): Ending {
  if (ending.kind === 'returned' || unanswered === undefined) return ending;
  if (!(ending.error instanceof Broken)) return ending;
  const { received } = ending.error;
  if (isExchange(received) && statusOf(received) !== 429) return ending;
  return { kind: 'threw', error: new Untested(`an answer to everything that is compared: ${inWords(unanswered)}`) };
}

/** A check that ran out of time at a target that did not answer is untested. The judge reports the time-out as the target's failure. */
export function heldUp(ending: Ending, timedOut: Exchange | undefined): Ending {
  if (!isOverdue(ending) || timedOut === undefined) return ending;
  return { kind: 'threw', error: new Untested(`answers in time: ${inWords(timedOut)}`) };
}

/** A failed assertion as a finding of the requirement that the check is for, and the exchange it was made on, if on one. */
export function findingOf(
  requirement: RequirementId,
  ending: Ending,
  exchangeBehind: (value: unknown) => Exchange | undefined,
): { readonly finding: Omit<ReportedFinding, 'count' | 'shown'>; readonly exchange: Exchange | undefined } | undefined {
  if (ending.kind === 'returned' || !(ending.error instanceof Broken)) return undefined;
  const { matcher, expected, got, received } = ending.error;
  return {
    finding: { requirement, at: matcher, expected, got },
    exchange: isExchange(received) ? received : exchangeBehind(received),
  };
}

export const isExchange = (value: unknown): value is Exchange =>
  typeof value === 'object' && value !== null && 'request' in value && 'outcome' in value;
