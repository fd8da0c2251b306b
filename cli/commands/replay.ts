// assay replay: recorded traffic against a candidate -> what changed, whether the contract allows it, and where.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { createFilter, type Filtering } from '../../replay/plan/filter.ts';
import { makePlan } from '../../replay/plan/make.ts';
import type { Plan } from '../../replay/plan/plan.ts';
import { PlanError, planText, readPlan } from '../../replay/plan/text.ts';
import { type Played, replay as play } from '../../replay/run/replay.ts';
import { resultOf } from '../../replay/verdict/decide.ts';
import { excusesOf, loadNoise, noiseIn } from '../../replay/verdict/noise.ts';
import { loadPolicy } from '../../replay/verdict/policy.ts';
import { writeReplayReport } from '../../reports/replay-report.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { replaySummary } from '../../reports/terminal/replay-terminal.ts';
import { declaredNames } from '../../subject/names.ts';
import { openingsOf } from '../../subject/openings.ts';
import { defaultProfile, loadProfile, type Profile, type UserName, userNames } from '../../subject/profile/profile.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';
import { exitFor, UsageError } from '../exit.ts';
import { profileOption, shardOf, targetOption, wholeNumber } from '../options.ts';

interface ReplayCommandOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly out: string;
  readonly plan?: string;
  readonly savePlan?: string;
  readonly dryRun?: true;
  readonly speed: number | 'asap';
  readonly rate?: number;
  readonly concurrency: number;
  readonly loops: number;
  readonly times: number;
  readonly startAt?: number;
  readonly user?: Readonly<Record<string, UserName>>;
  readonly allow?: string;
  readonly baseline?: string;
  readonly noise?: string;
  readonly saveNoise?: string;
  readonly operation?: readonly string[];
  readonly method?: readonly string[];
  readonly path?: readonly string[];
  readonly session?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly safe?: true;
  readonly shard?: string;
  readonly json?: true;
  readonly quiet?: true;
}

const speedOf = (text: string): number | 'asap' => {
  if (text === 'asap') return text;
  const speed = Number(text);
  if (Number.isFinite(speed) && speed > 0) return speed;
  throw new UsageError(`--speed ${text}: a number above 0, or asap`);
};

const instantOf = (text: string): number => {
  const moment = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(`${text} is no moment; write 2026-01-31T10:00:00Z or Unix seconds`);
};

const userOf = (text: string, before: Readonly<Record<string, UserName>> = {}): Record<string, UserName> => {
  const at = text.lastIndexOf('=');
  const [recorded, name] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && (userNames as readonly string[]).includes(name)) return { ...before, [recorded]: name as UserName };
  throw new UsageError(`--user ${text}: a recorded user, =, and one of ${userNames.join(', ')}`);
};

export function replay(program: Command): void {
  program
    .command('replay <file...>')
    .description('replays recorded traffic, compares and judges the answers')
    .addOption(targetOption('address of the candidate'))
    .addOption(profileOption())
    .option('--out <dir>', 'where the report goes', 'assay-report')
    .option('--plan <file>', 'carry out this plan instead of making one')
    .option('--save-plan <file>', 'write the plan down')
    .option('--dry-run', 'print the plan and send nothing')
    .option('--speed <n>', 'how many times as fast as recorded, or asap', speedOf, 'asap')
    .option('--rate <n>', 'requests a second that are never exceeded', wholeNumber(1))
    .option('--concurrency <n>', 'requests under way at once', wholeNumber(1, 4096), 32)
    .option('--loops <n>', 'play the whole recording so often', wholeNumber(1), 1)
    .option('--times <n>', 'play each session so often side by side', wholeNumber(1, 1000), 1)
    .option('--start-at <moment>', 'start the clock then, for machines that play together', instantOf)
    .option('--user <recorded=name>', 'who of the profile acts as a recorded user; * is everybody left', userOf)
    .option('--allow <file>', 'differences that are wanted')
    .option('--baseline <url>', 'a good build: what differs there by itself is excused')
    .option('--noise <file>', 'what a baseline showed before')
    .option('--save-noise <file>', 'write down what the baseline shows')
    .option('--operation <id...>', 'these operations alone')
    .option('--method <method...>', 'these methods alone')
    .option('--path <path...>', 'paths that begin so alone; * is any segment')
    .option('--session <id...>', 'these sessions, or sessions of these users, alone')
    .option('--from <moment>', 'what was recorded from then on', instantOf)
    .option('--to <moment>', 'what was recorded until then', instantOf)
    .option('--safe', 'send nothing that changes anything')
    .option('--shard <i/n>', 'one part of the sessions', shardOf)
    .option('--json', 'print the result as JSON, and nothing else')
    .option('--quiet', 'print nothing')
    .action(async (files: string[], options: ReplayCommandOptions) => {
      process.exitCode = await run(files, options);
    });
}

async function run(files: readonly string[], options: ReplayCommandOptions): Promise<number> {
  // What passes through is soon garbage; left to itself, the heap grows to several times what is in use. A small nursery and a
  // heap that at most doubles between collections keep it small, and cost less speed than V8's own `optimize-for-size`.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
  const profile = profileOf(options);
  const policy = options.allow === undefined ? undefined : loadPolicy(options.allow);
  const plan = options.plan === undefined ? await makePlan(files, profile, wishesOf(options)) : planFrom(options.plan);
  if (options.savePlan !== undefined) writeFileSync(options.savePlan, planText(plan));
  if (options.dryRun) {
    process.stdout.write(options.json ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan));
    return 0;
  }
  const out = resolve(options.out);
  mkdirSync(out, { recursive: true });
  const names = declaredNames(profile.open);
  const redaction = createRedaction(redactionOf(profile));
  const evidence = openRecording(join(out, 'evidence.ndjson'), { redaction });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const shard = options.shard === undefined ? undefined : shardFrom(options.shard);
  const { speed, rate, concurrency, times: copies, startAt } = options;
  const tempo = { speed, concurrency, copies, ...(rate && { rate }), ...(startAt !== undefined && { startAt }) };
  const common = {
    recordings: files,
    plan,
    tempo,
    loops: options.loops,
    filter: createFilter(filteringOf(options, shard), plan),
    redaction,
    signal: stop.signal,
  };
  const playTo = (address: Profile) =>
    play({
      ...common,
      profile: address,
      openings: openingsOf(address, names),
      onTelling: (exchange) => {
        if (address === profile) evidence.append(exchange);
      },
    });
  try {
    const noise = await noiseOf(options, playTo);
    const isNoise = noise && excusesOf(noise);
    const played = await playTo(profile);
    const result = resultOf(played, {
      target: profile.url,
      recordings: files,
      plan,
      tempo,
      ...(shard && { shard }),
      excuse: (group, exchanges) => policy?.(group) ?? isNoise?.(group, exchanges),
    });
    const report = writeReplayReport(out, result);
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    else if (!options.quiet) process.stdout.write(replaySummary(result, { ...lookOf(process.stdout), report }));
    return exitFor(result.status);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await evidence.close();
  }
}

function profileOf({ target, profile }: ReplayCommandOptions): Profile {
  const named = target === undefined ? {} : { url: target };
  return profile === undefined ? defaultProfile(process.env, named) : loadProfile(profile, process.env, named);
}

/** Learned from the baseline, or as it was learned before. */
async function noiseOf(options: ReplayCommandOptions, playTo: (profile: Profile) => Promise<Played>) {
  if (options.baseline === undefined) return options.noise === undefined ? undefined : loadNoise(options.noise);
  const baseline = profileOf({ ...options, target: options.baseline });
  const played = await playTo(baseline);
  if (played.unreachable !== undefined) throw new UsageError(`the baseline cannot be reached: ${played.unreachable}`);
  const noise = noiseIn(played.findings);
  if (options.saveNoise !== undefined) writeFileSync(options.saveNoise, `${JSON.stringify(noise)}\n`);
  return noise;
}

function planFrom(path: string): Plan {
  try {
    return readPlan(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof PlanError) throw new UsageError(error.message);
    throw new UsageError(`the plan ${path} cannot be read: ${(error as Error).message}`);
  }
}

const wishesOf = ({ user }: ReplayCommandOptions) => (user ? { users: user } : {});

const shardFrom = (text: string) => {
  const [index, count] = text.split('/').map(Number) as [number, number];
  return { index, count };
};

const filteringOf = (options: ReplayCommandOptions, shard: Filtering['shard']): Filtering => ({
  ...(options.operation && { operations: options.operation }),
  ...(options.method && { methods: options.method }),
  ...(options.path && { paths: options.path }),
  ...(options.session && { sessions: options.session }),
  ...(options.from !== undefined && { from: options.from }),
  ...(options.to !== undefined && { to: options.to }),
  ...(options.safe && { safe: true }),
  ...(shard && { shard }),
});
