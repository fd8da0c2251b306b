// The exit codes, which scripts and CI rely on (README, "Exit codes").
import type { Status, Verdict } from '../reports/verdict/verdict.ts';

export const exit = { passed: 0, accepted: 0, failed: 1, usage: 2, undecided: 3 } as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export const exitFor = (status: Status): ExitCode => exit[status];

/**
 * With `--gate new` only new changes decide, but an accepted deviation that no longer exists is an error even then. Own specs are not
 * part of the verdict, but when they fail, the command fails too.
 */
export const exitOf = ({ status, since, obsolete, own }: Verdict): ExitCode =>
  worse(
    exitFor(since?.gate === 'new' && obsolete === undefined ? since.status : status),
    own === undefined ? exit.passed : exitFor(own.status),
  );

/** A failure is worse than an undecided run. */
const worse = (one: ExitCode, other: ExitCode): ExitCode =>
  one === exit.failed || other === exit.failed ? exit.failed : one === exit.passed ? other : one;

/** The command cannot be carried out as it was given; thrown before anything is sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
