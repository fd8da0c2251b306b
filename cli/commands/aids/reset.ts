// assay reset: runs the profile's command that brings the target back to a state in which a run can begin.
import type { Command } from 'commander';
import { resetTarget } from '../../../subject/start/reset.ts';
import { exit, UsageError } from '../../exit.ts';
import { profileOption, targetOption } from '../../options.ts';
import { profileFrom } from '../../target/profile-from.ts';
import type { Help } from '../../words/help.ts';

interface ResetOptions {
  readonly target?: string;
  readonly profile?: string;
}

export const takes = (command: Command): Command => command.addOption(targetOption()).addOption(profileOption());

export const help: Help = {
  examples: [['reset --profile assay-profile.yaml', 'makes new drafts, for example, before the next run']],
  exits: {
    0: 'the command of the profile has succeeded',
    2: 'usage or profile error, or the profile names no command (target.reset)',
    3: 'the command has failed',
  },
};

export async function run(options: ResetOptions): Promise<number> {
  const profile = profileFrom(options);
  if (profile.reset === undefined) throw new UsageError('the profile names no command for this (target.reset)');
  const failure = await resetTarget(profile.url, profile.reset);
  if (failure !== undefined) process.stderr.write(`${failure}\n`);
  return failure === undefined ? exit.passed : exit.undecided;
}
