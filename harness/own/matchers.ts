// Matchers for a team's own specs: the assertions of our specs, in the runner's `expect`.
import { type MatcherReturnType, expect as plain } from '@playwright/test';
import { requirementById } from '../../contract/requirements.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answeredWith, type Mismatch } from '../assert/comparisons.ts';
import { expect as ours } from '../assert/expect.ts';
import { Broken } from '../declare/failures.ts';
import { howToRepeat } from '../run/shown.ts';
import { knownOf } from './known.ts';

export const expect = plain.extend({
  /** Every must that this one answer shows is kept, whichever requirement it is of. */
  toConform: (exchange: Exchange) => matched(exchange, conforms(exchange), 'an answer that breaks a must'),
  /** Answered with this status. */
  toHaveStatus: (exchange: Exchange, status: number) =>
    matched(exchange, answeredWith(status, exchange), `another status than ${status}`),
  /** A success, and no demand for a second factor. */
  toBeAccepted: (exchange: Exchange) =>
    matched(
      exchange,
      mismatchOf(() => ours(exchange).toBeAccepted()),
      'no success',
    ),
  /** A 4xx; with a status, that one. */
  toBeRefused: (exchange: Exchange, status?: number) =>
    matched(
      exchange,
      mismatchOf(() => ours(exchange).toBeRefused(status)),
      'no such refusal',
    ),
});

/** Rethrows other errors, such as `Untested` after a 429, because they are no mismatch. */
function mismatchOf(assertion: () => void): Mismatch {
  try {
    assertion();
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return error;
    throw error;
  }
}

function conforms(exchange: Exchange): Mismatch {
  const broken = knownOf(exchange).judgement.findings.filter(
    ({ requirement }) => requirementById(requirement).level === 'must',
  );
  if (broken.length === 0) return undefined;
  const each = (line: (finding: (typeof broken)[number]) => string) => broken.map(line).join('\n          ');
  return {
    expected: each(({ requirement }) => `${requirement} ${requirementById(requirement).says}`),
    got: each(({ at, expected, got }) => `${at}: ${got}, expected ${expected}`),
  };
}

function matched(exchange: Exchange, mismatch: Mismatch, opposite: string): MatcherReturnType {
  const shown = knownOf(exchange).show();
  const { expected, got } = mismatch ?? { expected: opposite, got: shown.answered };
  return {
    pass: mismatch === undefined,
    message: () =>
      [`expected  ${expected}`, `got       ${got}`, `sent      ${shown.sent}`, ...howToRepeat(shown)].join('\n'),
  };
}
