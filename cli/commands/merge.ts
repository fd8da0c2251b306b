// assay merge: the shards of one run -> one verdict and report.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { joinRecordings } from '../../exchange/recording/joining.ts';
import { whyUnread } from '../../exchange/unread.ts';
import { MergeError, merged } from '../../replay/verdict/merge.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { fromHere, reportFolder } from '../../reports/folder.ts';
import { writeReplayReport } from '../../reports/replay/report.ts';
import { replaySummary } from '../../reports/replay/terminal.ts';
import { isShard, mergeShards } from '../../reports/shards/merge.ts';
import { lookOf, lookWithReport } from '../../reports/terminal/look.ts';
import { summary } from '../../reports/terminal/terminal.ts';
import { exitFor, exitOf, UsageError } from '../exit.ts';
import { inFolder } from '../folder/claim.ts';
import { gateOption, outOption, sinceOption } from '../options.ts';
import { codeOnceSigned, type SigningOptions, signerFor } from '../signing.ts';
import { type ComparingOptions, comparing } from '../since.ts';
import { type Help, verdictExits } from '../words/help.ts';

interface MergeOptions extends ComparingOptions, SigningOptions {
  readonly out: string;
  readonly json?: true;
  readonly quiet?: true;
}

export const takes = (command: Command): Command =>
  command
    .arguments('<dir...>')
    .addOption(outOption())
    .addOption(sinceOption())
    .addOption(gateOption())
    .option('--key <file>', 'private key that signs the certificate (assay keygen makes one)')
    .option('--keyless', 'sign by the identity of this CI job, over the network (docs/certificate.md)')
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing');

export const help: Help = {
  examples: [['merge shard-1 shard-2 --out whole', 'the reports of two shards as one']],
  exits: {
    ...verdictExits,
    2: 'usage error, such as shards of different runs, or one shard twice',
    3: 'no verdict: a shard is missing or was interrupted, or a must is untested',
  },
};

export async function run(folders: readonly string[], options: MergeOptions): Promise<number> {
  refuseToOverwrite(folders, options.out);
  const out = resolve(options.out);
  const joined = folders.some(isShard) ? joinRun : joinReplay;
  try {
    return await inFolder(out, () => joined(folders, out, options));
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError(`these cannot be merged: ${error.message}`);
    throw error;
  }
}

function refuseToOverwrite(folders: readonly string[], out: string): void {
  const places = [out, ...folders].map((path) => (existsSync(path) ? realpathSync(path) : resolve(path)));
  if (places.indexOf(places[0] as string, 1) > 0) {
    throw new UsageError(`${out} is one of the shards, and would be overwritten: --out DIR names another folder`);
  }
}

async function joinRun(folders: readonly string[], out: string, options: MergeOptions): Promise<number> {
  const { json, quiet } = options;
  for (const folder of folders) refuseWhatIsNoRun(folder);
  const signer = await signerFor(options);
  const verdict = await mergeShards(folders, out, comparing(options));
  if (json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  else if (!quiet) {
    process.stdout.write(`${summary(verdict, lookWithReport(process.stdout, out, signer?.who))}\n`);
  }
  return codeOnceSigned(out, signer, exitOf(verdict));
}

function refuseWhatIsNoRun(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${folder} is no folder`);
  if (!isShard(folder) && existsSync(join(folder, 'replay.json'))) {
    throw new UsageError(`${folder} holds a replay, and others hold shards of certify`);
  }
}

async function joinReplay(folders: readonly string[], out: string, options: MergeOptions): Promise<number> {
  const { since, json, quiet } = options;
  if (since !== undefined) throw new UsageError('--since compares runs of certify, and these are replays');
  const result = merged(folders.map(readResult));
  const evidence = [...new Set(folders)].map((each) => reportFolder(each).evidence).filter((path) => existsSync(path));
  await joinRecordings(evidence, reportFolder(out).evidence);
  const report = fromHere(writeReplayReport(out, result));
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
    const result = JSON.parse(readFileSync(path, 'utf8')) as ReplayResult | null;
    if (result?.kind === 'replay') return result;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${whyUnread(error)}`);
  }
  throw new UsageError(`${path} is no result of a replay`);
}
