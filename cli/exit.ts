// The exit codes, which scripts and CI rely on (README, "Exit codes").
import type { Status, Verdict } from '../reports/verdict/verdict.ts';

export const exit = { passed: 0, accepted: 0, failed: 1, usage: 2, undecided: 3 } as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export const exitFor = (status: Status): ExitCode => exit[status];

/**
 * By what is new alone, where that was asked for; a deviation that has come to pass is an error even so. A team's own specs are no
 * part of the verdict, and yet a red one is one.
 */
export const exitOf = ({ status, since, obsolete, own }: Verdict): ExitCode =>
  worse(
    exitFor(since?.gate === 'new' && obsolete === undefined ? since.status : status),
    own === undefined ? exit.passed : exitFor(own.status),
  );

/** What is broken is worse than what is not decided. */
const worse = (one: ExitCode, other: ExitCode): ExitCode =>
  one === exit.failed || other === exit.failed ? exit.failed : one === exit.passed ? other : one;

/** The command cannot be carried out as it was given; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
