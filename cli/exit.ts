// The exit codes, which scripts and CI rely on (README, "Exit codes").
import type { Status, Verdict } from '../reports/verdict/verdict.ts';

export const exit = { passed: 0, accepted: 0, failed: 1, usage: 2, undecided: 3 } as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export const exitFor = (status: Status): ExitCode => exit[status];

/** By what is new alone, where that was asked for; a deviation that has come to pass is an error even so. */
export const exitOf = ({ status, since, obsolete }: Verdict): ExitCode =>
  exitFor(since?.gate === 'new' && obsolete === undefined ? since.status : status);

/** The command cannot be carried out as it was given; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
