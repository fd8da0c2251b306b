// Runs a team's own specs after ours, so that they cannot change a verdict of ours, and adds them to the report.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownResultsPath, partPath } from '../../harness/paths.ts';
import type { Settings } from '../../harness/settings.ts';
import { keepEvidence } from '../../reports/evidence.ts';
import { clearWork, fromHere } from '../../reports/folder.ts';
import { ownSpecs } from '../../reports/own/own-specs.ts';
import type { OwnSpecs } from '../../reports/own/result.ts';
import { ownSummary } from '../../reports/own/terminal.ts';
import { verdictOn } from '../../reports/run-verdict.ts';
import { type Part, partIn } from '../../reports/shards/part.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { leftBy } from '../../reports/verdict/facts.ts';
import { writeReport } from '../../reports/write.ts';
import { UsageError } from '../exit.ts';
import { runTests } from './runner.ts';

/** The folder that --specs names. */
export function specsFolder(named: string, shard: string | undefined): string {
  if (shard !== undefined) {
    throw new UsageError('--specs and --shard do not go together: own specs are run once, by a job of their own');
  }
  const folder = resolve(named);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${named} is no folder of specs`);
  refuseOtherCopy(named, folder);
  return folder;
}

const published = realpathSync(
  fileURLToPath(new URL(`../../harness/own/test.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)),
);

/** Throws unless the specs and the command load the same copy of Assay and of the test runner. */
function refuseOtherCopy(named: string, folder: string): void {
  const theirs = publishedAt(folder);
  if (theirs === published) return;
  const where = theirs && dirname(dirname(dirname(dirname(theirs))));
  throw new UsageError(
    where === undefined
      ? `the specs in ${named} cannot import assay/test: install Assay in their package (npm install --save-dev assay), and call it there as npx assay`
      : `the specs in ${named} import the Assay in ${where}, and this is another one: call that one, as npx assay in its project`,
  );
}

function publishedAt(folder: string): string | undefined {
  try {
    return realpathSync(createRequire(join(folder, 'a.spec.js')).resolve('assay/test'));
  } catch {
    return undefined;
  }
}

/** Does nothing when the run of our specs has left nothing: then there is no verdict to add them to. */
export async function addOwnSpecs(folder: string, settings: Settings, { json }: { json?: true }): Promise<void> {
  const { out, prints } = settings;
  const part = partIn(partPath(out));
  if (part === undefined) return;
  const own = await ownSpecsOf(folder, part, settings, json);
  const whole = withSpent(part, settings);
  const verdict = { ...verdictOn(whole, settings), own };
  clearWork(out);
  await keepEvidence(out, verdict);
  writeReport(out, verdict, part.records);
  if (prints === undefined) process.stdout.write(`${ownSummary(own, verdict.status, lookOf(process.stdout))}\n`);
}

async function ownSpecsOf(folder: string, part: Part, settings: Settings, json?: true): Promise<OwnSpecs> {
  if (part.trouble !== undefined) return ownSpecs(fromHere(folder), [], `they were not run: ${part.trouble}`);
  const ending = await runTests('cli/own/playwright.config', settings, { ...(json && { json }) });
  const path = ownResultsPath(settings.out);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as OwnSpecs;
  return ownSpecs(fromHere(folder), [], ending);
}

/** Adds what own specs left at the target to what the run left there. */
const withSpent = (part: Part, settings: Settings): Part =>
  settings.embedded ? part : { ...part, facts: { ...part.facts, ...leftBy(settings) } };
