// The command line: finds the command, and turns what goes wrong into the promised exit codes.
import { Command, CommanderError } from 'commander';
import { assayVersion } from '../exchange/version.ts';
import { PolicyError } from '../replay/policy.ts';
import { ProfileError } from '../target/profile-error.ts';
import { certify } from './certify.ts';
import { exit, UsageError } from './exit.ts';
import { explain } from './explain.ts';
import { init } from './init.ts';
import { record } from './record.ts';
import { replay } from './replay.ts';
import { serve } from './serve.ts';

const program = new Command('assay')
  .description('Tests any implementation of the Card, Payment and Account-Access API against what is promised.')
  .version(assayVersion)
  .showHelpAfterError('(assay --help lists the commands)')
  .showSuggestionAfterError()
  .exitOverride();

for (const register of [certify, replay, serve, init, explain, record]) register(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = codeOf(error);
}

function codeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.passed : exit.usage;
  if (error instanceof UsageError || error instanceof ProfileError || error instanceof PolicyError) {
    process.stderr.write(`${error.message}\n`);
    return exit.usage;
  }
  process.stderr.write(`assay: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exit.undecided;
}
