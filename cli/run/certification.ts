// Carries out a certification, or a part of it: prepares, has the test runner do the checks, and exits by the verdict.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { select } from '../../contract/requirements.ts';
import { invocation } from '../../exchange/invocation.ts';
import { profileOf } from '../../harness/profile-of.ts';
import type { Keeping, Settings } from '../../harness/settings.ts';
import type { Depth } from '../../load/depth.ts';
import { clearReport, fromHere, reportFolder } from '../../reports/folder.ts';
import { verdictOn } from '../../reports/run-verdict.ts';
import { type Part, writePart } from '../../reports/shards/part.ts';
import { folded } from '../../reports/terminal/fold.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { unreached } from '../../reports/terminal/unreached.ts';
import { factsOf } from '../../reports/verdict/facts.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { writeReport } from '../../reports/write.ts';
import { resetTarget } from '../../subject/start/reset.ts';
import { type ExitCode, exit, exitOf, UsageError } from '../exit.ts';
import { claimFolder } from '../folder/claim.ts';
import { type Preparation, prepare } from '../prepare.ts';
import { codeOnceSigned, type SigningOptions, signerFor } from '../signing.ts';
import { type ComparingOptions, comparing } from '../since.ts';
import { sayWhatComesFirst } from '../words/greeting.ts';
import { consent } from './consent.ts';
import { addOwnSpecs, specsFolder } from './own-specs.ts';
import { interrupted, ownHouse, runTests } from './runner.ts';

export interface CertifyOptions extends ComparingOptions, SigningOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly out: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly only?: readonly string[];
  readonly workers?: number;
  readonly concurrency?: number;
  readonly shard?: string;
  readonly accept?: string;
  readonly specs?: string;
  readonly build?: string;
  readonly evidence: Keeping;
  readonly wait?: number;
  readonly failFast?: true;
  readonly safe?: true;
  readonly reset?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly quiet?: true;
  readonly runbook?: true;
}

/** `announced`: the lines that are printed before the first check. */
export async function certification(
  options: CertifyOptions,
  announced: (settings: Settings) => readonly string[] = () => [],
): Promise<ExitCode> {
  const signer = await signerFor(options);
  const asked: Settings = { ...settingsOf(options), ...(signer && { signedBy: signer.who }) };
  refuseUnknown(asked.only);
  await consent(asked, options);
  // From here on a signal must not end this process before the folder is released.
  const interruption = interruptible();
  const claim = claimFolder(asked.out);
  try {
    const preparation = await Promise.race([prepareAfresh(asked, options), interruption.met]);
    clearReport(asked.out);
    // Exits without waiting for the preparation that was under way.
    if (preparation === 'interrupted') process.exit(undecided(interrupted, asked, options));
    if (preparation.kind === 'no verdict') {
      return await codeOnceSigned(asked.out, signer, undecided(preparation.reason, preparation.settings, options));
    }
    if (!options.quiet && !options.json)
      for (const text of announced(preparation.settings))
        for (const line of folded(text, lookOf(process.stdout).width)) process.stdout.write(`${line}\n`);
    try {
      const { settings } = preparation;
      const ending = await runTests(ownHouse, settings, options);
      if (settings.specs !== undefined) await addOwnSpecs(settings.specs, settings, options);
      interruption.end();
      const code = codeOf(verdictIn(asked.out), options) ?? undecided(ending, settings, options);
      return await codeOnceSigned(asked.out, signer, code);
    } finally {
      await preparation.close();
    }
  } finally {
    interruption.end();
    claim.release();
  }
}

function settingsOf(options: CertifyOptions): Settings {
  const { target, profile, out, seed, depth, only = [], workers, concurrency, shard, accept, specs, build } = options;
  const { safe, failFast, json, quiet, evidence, runbook } = options;
  if (build && target === undefined && profile === undefined) {
    throw new UsageError(
      '--build needs a target: without one the embedded reference service is tested, which is no build of yours',
    );
  }
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
    ...(workers !== undefined && { workers }),
    ...(concurrency !== undefined && { concurrency }),
    ...(shard && { shard }),
    ...(accept && { accept: resolve(accept) }),
    ...(specs !== undefined && { specs: specsFolder(specs, shard) }),
    ...(build && { build: { digest: build, origin: 'claimed' } }),
    ...(evidence !== 'all' && { kept: evidence }),
    ...comparing(options),
    ...(runbook && { runbook }),
    ...(failFast && { failFast }),
    ...((json || quiet) && { prints: 'nothing' }),
    prepared: false,
  };
}

/** Resets the target first, where that was asked for. */
async function prepareAfresh(asked: Settings, options: CertifyOptions): Promise<Preparation> {
  const { reset: isAskedFor, wait } = options;
  const begins = () => sayWhatComesFirst(options);
  if (!isAskedFor) return prepare(asked, wait, begins);
  const { url, reset } = profileOf(asked);
  if (reset === undefined) throw new UsageError('--reset needs a command in the profile (target.reset)');
  const failure = await resetTarget(url, reset);
  if (failure === undefined) return prepare(asked, wait, begins);
  return { kind: 'no verdict', reason: failure, settings: { ...asked, target: url } };
}

function refuseUnknown(only: readonly string[]): void {
  const { unknown } = select(only);
  if (unknown.length > 0)
    throw new UsageError(`no requirement or area ${unknown.join(', ')}; ${invocation} explain lists them`);
}

/**
 * Until the test runner has started, a signal ends the waiting for the target. The listener stays until the last runner has ended:
 * without it, a signal between two other listeners would end this process.
 */
function interruptible() {
  let meet = (): void => {};
  const met = new Promise<'interrupted'>((resolve) => {
    meet = () => resolve('interrupted');
  });
  process.on('SIGINT', meet).on('SIGTERM', meet);
  return { met, end: () => void process.off('SIGINT', meet).off('SIGTERM', meet) };
}

/** The verdict of the run; undefined when there is none. */
function verdictIn(out: string): Verdict | undefined {
  try {
    return JSON.parse(readFileSync(reportFolder(out).verdict, 'utf8')) as Verdict;
  } catch {
    return undefined;
  }
}

/** Prints the verdict for --json and gives its exit code; undefined when there is no verdict. */
function codeOf(verdict: Verdict | undefined, { json }: Pick<CertifyOptions, 'json'>): ExitCode | undefined {
  if (verdict === undefined) return undefined;
  if (json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  return exitOf(verdict);
}

/** Reports that nothing was tested: every requirement is untested for the same reason, so only the reason is printed. */
function undecided(trouble: string, settings: Settings, { json, quiet }: CertifyOptions): ExitCode {
  const { out, accepted: deviations = [] } = settings;
  const part: Part = {
    facts: factsOf(settings, new Date()),
    division: [],
    records: [],
    deviations,
    given: [],
    trouble,
  };
  const verdict = verdictOn(part, settings);
  if (settings.shard !== undefined) writePart(reportFolder(out).shard, part);
  writeReport(out, verdict);
  if (json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  else if (!quiet) {
    const report = fromHere(reportFolder(out).page);
    process.stderr.write(`${unreached(verdict, { ...lookOf(process.stderr), report })}\n`);
  }
  return exit.undecided;
}
