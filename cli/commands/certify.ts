// assay certify: conformance and rate limits of a target -> verdict, report, certificate.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import { select } from '../../contract/requirements.ts';
import { type Depth, depths, environmentOf, type Settings } from '../../harness/settings.ts';
import { clearReport, reportFolder } from '../../reports/folder.ts';
import { verdictOn } from '../../reports/run-verdict.ts';
import { type Part, writePart } from '../../reports/shards/part.ts';
import { summary } from '../../reports/terminal/terminal.ts';
import { factsOf } from '../../reports/verdict/facts.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { writeReport } from '../../reports/write.ts';
import { exit, exitOf, UsageError } from '../exit.ts';
import { gateOption, profileOption, shardOf, sinceOption, targetOption, wholeNumber } from '../options.ts';
import { prepare } from '../prepare.ts';
import { type ComparingOptions, comparing } from '../since.ts';

interface CertifyOptions extends ComparingOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly out: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly only?: readonly string[];
  readonly workers: number;
  readonly shard?: string;
  readonly accept?: string;
  readonly safe?: true;
  readonly json?: true;
  readonly quiet?: true;
}

export function certify(program: Command): void {
  program
    .command('certify')
    .description('tests a target against every requirement; without --target, the embedded reference service')
    .addOption(targetOption())
    .addOption(profileOption())
    .option('--out <dir>', 'where the report goes', 'assay-report')
    .option('--seed <n>', 'what is generated follows from it', wholeNumber(0), 1)
    .addOption(new Option('--depth <depth>', 'how much is generated').choices([...depths]).default('standard'))
    .option('--only <id...>', 'requirements or areas alone')
    .option('--workers <n>', 'test processes', wholeNumber(1, 64), 2)
    .option('--shard <i/n>', 'one part of the run', shardOf)
    .option('--accept <file>', 'deviations that are accepted by name (docs/deviations.md)')
    .addOption(sinceOption())
    .addOption(gateOption())
    .option('--safe', 'send nothing that changes anything')
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing')
    .action(async (options: CertifyOptions) => {
      process.exitCode = await carryOut(options);
    });
}

/** `announced`: what is to be said of the run before its first check. */
export async function carryOut(
  options: CertifyOptions,
  announced: (settings: Settings) => readonly string[] = () => [],
): Promise<number> {
  const asked = settingsOf(options);
  refuseUnknown(asked.only);
  const preparation = await prepare(asked);
  clearReport(asked.out);
  if (preparation.kind === 'no verdict') return undecided(preparation.reason, preparation.settings, options);
  if (!options.quiet && !options.json)
    for (const line of announced(preparation.settings)) process.stdout.write(`${line}\n`);
  try {
    await runSpecs(preparation.settings, options);
  } finally {
    await preparation.close();
  }
  const verdict = verdictIn(asked.out);
  if (verdict === undefined) return undecided('the run ended without a verdict', preparation.settings, options);
  if (options.json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  return exitOf(verdict);
}

function settingsOf(options: CertifyOptions): Settings {
  const { target, profile, out, seed, depth, only = [], workers, shard, accept, safe, json, quiet } = options;
  if (shard && options.since)
    throw new UsageError('--since is for all shards of a run together: give it to assay merge');
  return {
    ...(target && { target }),
    ...(profile && { profile: resolve(profile) }),
    out: resolve(out),
    seed,
    depth,
    safe: safe === true,
    only: only.flatMap((entry) => entry.split(',')).filter((entry) => entry !== ''),
    workers,
    ...(shard && { shard }),
    ...(accept && { accept: resolve(accept) }),
    ...comparing(options),
    ...((json || quiet) && { prints: 'nothing' }),
    prepared: false,
  };
}

function refuseUnknown(only: readonly string[]): void {
  const { unknown } = select(only);
  if (unknown.length > 0)
    throw new UsageError(`no requirement or area ${unknown.join(', ')}; assay explain lists them`);
}

/**
 * A signal to this process alone is handed on to the test runner: it ends its tests, the reporter writes what there is, and we
 * wait for that. Ctrl-C reaches the runner by itself as well; it takes two within a second for one. With --json, standard output is
 * the verdict's alone.
 */
async function runSpecs(settings: Settings, { json }: Pick<CertifyOptions, 'json'>): Promise<void> {
  const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const config = fileURLToPath(new URL(`../../playwright.config.${extension}`, import.meta.url));
  // The runner keeps a folder of its own, of which nobody has any use afterwards.
  const scratch = mkdtempSync(join(tmpdir(), 'assay-'));
  const child = spawn(process.execPath, [runner, 'test', '--config', config, '--output', scratch], {
    stdio: ['inherit', json ? process.stderr : 'inherit', 'inherit'],
    env: { ...process.env, ...environmentOf(settings) },
  });
  const stop = () => child.kill('SIGINT');
  process.on('SIGINT', stop).on('SIGTERM', stop);
  await new Promise((ended, failed) => child.once('close', ended).once('error', failed));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  rmSync(scratch, { recursive: true, force: true });
}

function verdictIn(out: string): Verdict | undefined {
  try {
    return JSON.parse(readFileSync(reportFolder(out).verdict, 'utf8')) as Verdict;
  } catch {
    return undefined;
  }
}

/** Nothing was tested: every requirement asked for is untested, for one reason. */
function undecided(trouble: string, settings: Settings, { json, quiet }: CertifyOptions): number {
  const { out, accepted: deviations = [] } = settings;
  const part: Part = { facts: factsOf(settings, new Date()), division: [], records: [], deviations, trouble };
  const verdict = verdictOn(part, settings);
  if (settings.shard !== undefined) writePart(reportFolder(out).shard, part);
  writeReport(out, verdict);
  if (json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  else if (!quiet)
    process.stderr.write(`${summary(verdict, { colour: false, width: 100, report: reportFolder(out).page })}\n`);
  return exit.undecided;
}
