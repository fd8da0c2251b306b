// The command line: finds the command, and turns what goes wrong into the promised exit codes.
import { CommanderError } from 'commander';
import { NoiseError } from '../replay/excuses/noise.ts';
import { PolicyError } from '../replay/excuses/policy.ts';
import { outliveTheReader } from '../reports/run/process.ts';
import { noSpaceIn } from '../reports/run/space.ts';
import { visible } from '../reports/terminal/visible.ts';
import { ProfileError } from '../subject/profile/error.ts';
import { exit, UsageError } from './exit.ts';
import { createProgram } from './program.ts';

let isTold = false;

outliveTheReader((reason) => {
  if (isTold) return;
  isTold = true;
  tell(`assay: the output is not whole: ${reason}`);
  process.once('exit', (code) => {
    if (code === exit.passed) process.exitCode = exit.undecided;
  });
});

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
    tell(error.message);
    return exit.usage;
  }
  const full = noSpaceIn(String(error));
  if (full !== undefined) {
    tell(`assay: there is no report, as there is no room for it (${full})`);
    return exit.undecided;
  }
  tell(`assay: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return exit.undecided;
}

/** Makes control characters visible, because a message may quote a file that has some. */
function tell(message: string): void {
  process.stderr.write(`${visible(message)}\n`);
}
