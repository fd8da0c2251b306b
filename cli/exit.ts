// The exit codes, which scripts and CI rely on (README, "Exit codes").
import type { Status } from '../reports/verdict/verdict.ts';

export const exit = { passed: 0, accepted: 0, failed: 1, usage: 2, undecided: 3 } as const;

type ExitCode = (typeof exit)[keyof typeof exit];

export const exitFor = (status: Status): ExitCode => exit[status];

/** The command cannot be carried out as it was given; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
