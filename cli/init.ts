// assay init: finds out what it can about a target and writes a commented profile.
import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { draftProfile } from '../target/init.ts';
import { exit, UsageError } from './exit.ts';

interface InitOptions {
  readonly target?: string;
  readonly profile: string;
  readonly force?: true;
}

export function init(program: Command): void {
  program
    .command('init')
    .description('finds out what it can about a target and writes a commented profile')
    .option('--target <url>', 'address of the implementation', process.env['ASSAY_TARGET'])
    .option('--profile <file>', 'where the profile goes', 'assay-profile.yaml')
    .option('--force', 'overwrite a profile that is there')
    .action(async (options: InitOptions) => {
      process.exitCode = await run(options);
    });
}

async function run({ target, profile: path, force }: InitOptions): Promise<number> {
  if (target === undefined) throw new UsageError('which target? give --target or ASSAY_TARGET');
  if (existsSync(path) && !force) throw new UsageError(`${path} is there already; --force overwrites it`);
  const { text, outcome } = await draftProfile({ url: target, env: process.env });
  writeFileSync(path, text);
  if (outcome.kind === 'discovered') {
    process.stdout.write(`${path} says what was found; what is left to say is commented out in it\n`);
    return exit.passed;
  }
  process.stderr.write(`${path} only shows what can be said: ${outcome.because}\n`);
  return exit.undecided;
}
