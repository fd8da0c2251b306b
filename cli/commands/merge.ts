// assay merge: the shards of one run -> one verdict and report.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Gate } from '../../harness/settings.ts';
import { MergeError, merged } from '../../replay/verdict/merge.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { reportFolder } from '../../reports/folder.ts';
import { writeReplayReport } from '../../reports/replay-report.ts';
import { isShard, mergeShards } from '../../reports/shards/merge.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { replaySummary } from '../../reports/terminal/replay-terminal.ts';
import { summary } from '../../reports/terminal/terminal.ts';
import { exitFor, exitOf, UsageError } from '../exit.ts';
import { gateOption, sinceOption } from '../options.ts';
import { codeOnceSigned, type SigningOptions, signerFor } from '../signing.ts';
import { earlierAt } from '../since.ts';

interface MergeOptions extends SigningOptions {
  readonly out: string;
  readonly since?: string;
  readonly gate: Gate;
  readonly json?: true;
  readonly quiet?: true;
}

export function merge(program: Command): void {
  program
    .command('merge <dir...>')
    .option('--out <dir>', 'where the report goes', 'assay-report')
    .addOption(sinceOption())
    .addOption(gateOption())
    .option('--key <file>', 'private key that signs the certificate (assay keygen makes one)')
    .option('--keyless', 'sign by the identity of this CI job, over the network (docs/certificate.md)')
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing')
    .action(async (folders: string[], options: MergeOptions) => {
      process.exitCode = await run(folders, options);
    });
}

async function run(folders: readonly string[], options: MergeOptions): Promise<number> {
  try {
    return folders.some(isShard) ? await joinRun(folders, options) : joinReplay(folders, options);
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError(`these cannot be merged: ${error.message}`);
    throw error;
  }
}

async function joinRun(folders: readonly string[], options: MergeOptions): Promise<number> {
  const { since, gate, json, quiet } = options;
  for (const folder of folders) refuseNoFolder(folder);
  if (gate === 'new' && !since) throw new UsageError('--gate new compares with an earlier verdict: --since FILE');
  const out = resolve(options.out);
  const signer = await signerFor(options);
  const verdict = await mergeShards(folders, out, { ...(since && { since: earlierAt(since) }), gate });
  if (json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  else if (!quiet) {
    const { page: report, certificate: path } = reportFolder(out);
    const certificate = { path, ...(signer && { signedBy: signer.who }) };
    process.stdout.write(`${summary(verdict, { ...lookOf(process.stdout), report, certificate })}\n`);
  }
  return codeOnceSigned(out, signer, exitOf(verdict));
}

function refuseNoFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${folder} is no folder`);
}

function joinReplay(folders: readonly string[], { out, since, json, quiet }: MergeOptions): number {
  if (since !== undefined) throw new UsageError('--since compares runs of certify, and these are replays');
  const result = merged(folders.map(readResult));
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true });
  const report = writeReplayReport(folder, result);
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!quiet) process.stdout.write(replaySummary(result, { ...lookOf(process.stdout), report }));
  return exitFor(result.status);
}

function readResult(folder: string): ReplayResult {
  const path = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? join(folder, 'replay.json') : folder;
  if (!existsSync(path)) {
    throw new UsageError(`${folder} holds no shard of a run: neither ${reportFolder('.').shard} nor replay.json`);
  }
  try {
    const result = JSON.parse(readFileSync(path, 'utf8')) as ReplayResult;
    if (result.kind === 'replay') return result;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`${path} is no result of a replay`);
}
