// assay merge: the shards of one run -> one verdict and report.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { MergeError, merged } from '../../replay/verdict/merge.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { writeReplayReport } from '../../reports/replay-report.ts';
import { replaySummary } from '../../reports/terminal/replay-terminal.ts';
import { exitFor, UsageError } from '../exit.ts';
import { helpText, verdictExits } from '../words/help.ts';

interface MergeOptions {
  readonly out: string;
  readonly json?: true;
  readonly quiet?: true;
}

export function merge(program: Command): void {
  program
    .command('merge <dir...>')
    .option('--out <dir>', 'where the report goes', 'assay-report')
    .option('--json', 'print the result as JSON, and nothing else')
    .option('--quiet', 'print nothing')
    .addHelpText(
      'after',
      helpText({
        examples: [['merge shard-1 shard-2 --out whole', 'the reports of two shards as one']],
        exits: { ...verdictExits, 2: 'these are no shards of one run' },
      }),
    )
    .action((folders: string[], options: MergeOptions) => {
      process.exitCode = run(folders, options);
    });
}

function run(folders: readonly string[], { out, json, quiet }: MergeOptions): number {
  const result = joined(folders.map(readResult));
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true });
  const report = writeReplayReport(folder, result);
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!quiet) process.stdout.write(replaySummary(result, { report }));
  return exitFor(result.status);
}

function joined(results: readonly ReplayResult[]): ReplayResult {
  try {
    return merged(results);
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError(`these cannot be merged: ${error.message}`);
    throw error;
  }
}

function readResult(folder: string): ReplayResult {
  const path = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? join(folder, 'replay.json') : folder;
  try {
    const result = JSON.parse(readFileSync(path, 'utf8')) as ReplayResult;
    if (result.kind === 'replay') return result;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`${path} is no result of a replay`);
}
