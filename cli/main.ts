// The command line: finds the command, and turns what goes wrong into the promised exit codes.
import { CommanderError } from 'commander';
import { NoiseError } from '../replay/excuses/noise.ts';
import { PolicyError } from '../replay/excuses/policy.ts';
import { outliveTheReader } from '../reports/run/process.ts';
import { noSpaceIn } from '../reports/run/space.ts';
import { ProfileError } from '../subject/profile/error.ts';
import { exit, UsageError } from './exit.ts';
import { createProgram } from './program.ts';

outliveTheReader();

const [first, second] = process.argv.slice(2);
const asked = first === 'help' ? second : first;
// Completion needs all commands.
const program = await createProgram((name) => name === asked || asked === 'completion');

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = codeOf(error);
}

function codeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.passed : exit.usage;
  if (
    error instanceof UsageError ||
    error instanceof ProfileError ||
    error instanceof PolicyError ||
    error instanceof NoiseError
  ) {
    process.stderr.write(`${error.message}\n`);
    return exit.usage;
  }
  const full = noSpaceIn(String(error));
  if (full !== undefined) {
    process.stderr.write(`assay: there is no report, as there is no room for it (${full})\n`);
    return exit.undecided;
  }
  process.stderr.write(`assay: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exit.undecided;
}
