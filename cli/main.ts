// The command line: finds the command, and turns what goes wrong into the promised exit codes.
import { Command, CommanderError } from 'commander';
import { assayVersion } from '../exchange/version.ts';
import { NoiseError } from '../replay/verdict/noise.ts';
import { PolicyError } from '../replay/verdict/policy.ts';
import { ProfileError } from '../subject/profile/error.ts';
import { exit, UsageError } from './exit.ts';

type Register = (program: Command) => void;

/** A command is loaded when it is asked for: what the others are made of would only cost time and memory. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  certify: async () => (await import('./commands/certify.ts')).certify,
  check: async () => (await import('./commands/check.ts')).check,
  convert: async () => (await import('./commands/convert.ts')).convert,
  limits: async () => (await import('./commands/limits.ts')).limits,
  record: async () => (await import('./commands/record.ts')).record,
  replay: async () => (await import('./commands/replay.ts')).replay,
  merge: async () => (await import('./commands/merge.ts')).merge,
  diff: async () => (await import('./commands/diff.ts')).diff,
  serve: async () => (await import('./commands/serve.ts')).serve,
  init: async () => (await import('./commands/init.ts')).init,
  keygen: async () => (await import('./commands/certificate/keygen.ts')).keygen,
  verify: async () => (await import('./commands/certificate/verify.ts')).verify,
  explain: async () => (await import('./commands/explain.ts')).explain,
};

const program = new Command('assay')
  .description('Tests any implementation of the Card, Payment and Account-Access API against what is promised.')
  .version(assayVersion)
  .showHelpAfterError('(assay --help lists the commands)')
  .showSuggestionAfterError()
  .exitOverride();

const asked = commands[process.argv[2] ?? ''];
for (const load of asked ? [asked] : Object.values(commands)) (await load())(program);

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
  process.stderr.write(`assay: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exit.undecided;
}
