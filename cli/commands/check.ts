// assay check: recorded traffic, judged by the contract; nothing is sent.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { operationBelow } from '../../contract/operations.ts';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { readTraffic } from '../../exchange/traffic/traffic.ts';
import type { Settings } from '../../harness/settings.ts';
import { clearReport, reportFolder } from '../../reports/folder.ts';
import { lookWithReport } from '../../reports/terminal/look.ts';
import { summary } from '../../reports/terminal/terminal.ts';
import { TrafficBooks } from '../../reports/traffic/books.ts';
import { trafficSummary } from '../../reports/traffic/summary.ts';
import { decideOnTraffic } from '../../reports/traffic/verdict.ts';
import { factsOf } from '../../reports/verdict/facts.ts';
import { writeReport } from '../../reports/write.ts';
import { declaredNames } from '../../subject/names.ts';
import { openingsForTraffic } from '../../subject/openings.ts';
import { type Environment, loadProfile, type Profile } from '../../subject/profile/profile.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';
import { exitFor } from '../exit.ts';
import { inFolder } from '../folder/claim.ts';
import { refuseMissing, refuseToOverwrite } from '../folder/files.ts';
import { httpUrl, outOption } from '../options.ts';
import type { Help } from '../words/help.ts';

interface CheckOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly out: string;
  readonly json?: true;
  readonly quiet?: true;
}

export const takes = (command: Command): Command =>
  command
    .argument('<file...>', 'recordings, HAR or GoReplay files, or patterns of them')
    .option('--target <url>', 'judge only the traffic to this address', httpUrl)
    .option('--profile <file>', 'the profile of that server')
    .addOption(outOption())
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing');

export const help: Help = {
  examples: [['check traffic.har --target https://api.example.com', 'judges the traffic to this server']],
  exits: {
    0: 'no answer breaks the contract',
    1: 'at least one requirement failed',
    2: 'usage or profile error',
    3: 'no verdict: there was nothing to judge, or a file cannot be read',
  },
};

/** How many departures are kept as evidence; further ones are only counted. */
const mostKept = 1_000;

export function run(files: readonly string[], options: CheckOptions): Promise<number> {
  refuseMissing(files);
  const out = resolve(options.out);
  refuseToOverwrite(files, out);
  return inFolder(out, () => judge(files, out, options));
}

async function judge(files: readonly string[], out: string, options: CheckOptions): Promise<number> {
  const startedAt = new Date();
  const target = options.target?.replace(/\/+$/, '');
  const profile = profileFor(options.profile, target);
  const openings = openingsFor(profile, target);
  const redaction = createRedaction({
    ...(profile && redactionOf(profile)),
    ...(target === undefined ? { locate: operationBelow } : { basePath: openings.basePath }),
  });
  clearReport(out);
  const evidence = openRecording(reportFolder(out).evidence, { redaction });
  const books = new TrafficBooks({
    openings,
    redaction,
    ...(target && { target }),
    onDeparture: (exchange) => {
      if (evidence.count < mostKept) evidence.append(exchange);
    },
  });
  for await (const item of readTraffic(files)) books.enter(item);
  await evidence.close();

  const facts = factsOf({ ...settings(out, options), target: files.join(' ') }, startedAt);
  const verdict = decideOnTraffic(books, facts, files);
  writeReport(out, verdict);
  if (options.json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
  else if (!options.quiet) {
    const look = lookWithReport(process.stdout, out);
    process.stdout.write(`${trafficSummary(verdict.traffic!, look.width)}\n${summary(verdict, look)}\n`);
  }
  return exitFor(verdict.status);
}

const profileFor = (path: string | undefined, target: string | undefined): Profile | undefined =>
  path === undefined ? undefined : loadProfile(resolve(path), withoutCredentials(target ?? 'http://127.0.0.1'));

function openingsFor(profile: Profile | undefined, target: string | undefined) {
  const basePath = target === undefined ? '' : new URL(target).pathname.replace(/\/+$/, '');
  if (profile === undefined) return { basePath, successStatuses: {} };
  return { ...openingsForTraffic(profile, declaredNames(profile.open)), basePath };
}

/** This command does not log in, so the variables that a profile refers to need not be set. */
const withoutCredentials = (target: string): Environment =>
  new Proxy<Environment>(
    { ASSAY_TARGET: target, ASSAY_ALLOW: 'nothing' },
    { get: (known, name: string) => known[name] ?? process.env[name] ?? 'NOTNEEDED' },
  );

const settings = (out: string, { profile }: CheckOptions): Settings => ({
  ...(profile && { profile: resolve(profile) }),
  out,
  seed: 0,
  depth: 'standard',
  safe: false,
  only: [],
  prepared: false,
});
