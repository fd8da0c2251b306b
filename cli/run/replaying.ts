// Carries out a replay: plans, plays to the candidate and perhaps first to a good build, and writes the report.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type OperationId, operations } from '../../contract/operations.ts';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { whyUnread } from '../../exchange/unread.ts';
import { evidencePath } from '../../harness/paths.ts';
import { mayLoad } from '../../load/limited-call.ts';
import { excusesOf, loadNoise, noiseIn } from '../../replay/excuses/noise.ts';
import { loadPolicy } from '../../replay/excuses/policy.ts';
import { createFilter, type Filtering } from '../../replay/plan/filter.ts';
import { makePlan } from '../../replay/plan/make.ts';
import type { Plan } from '../../replay/plan/plan.ts';
import { PlanError, planText, readPlan } from '../../replay/plan/text.ts';
import { type Played, replay as play } from '../../replay/run/replay.ts';
import { ontoAnother } from '../../replay/shape/onto.ts';
import { resultOf } from '../../replay/verdict/decide.ts';
import { fromHere } from '../../reports/folder.ts';
import { writeReplayReport } from '../../reports/replay/report.ts';
import { replaySummary } from '../../reports/replay/terminal.ts';
import { shardNumber } from '../../reports/shards/part.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { unreached } from '../../reports/terminal/unreached.ts';
import { declaredNames } from '../../subject/names.ts';
import { openingsForTraffic } from '../../subject/openings.ts';
import type { Profile, UserName } from '../../subject/profile/profile.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';
import { lineOf } from '../../subject/profile/snippets.ts';
import { nearest } from '../../subject/profile/spelling.ts';
import { awaitTarget } from '../../subject/start/awake.ts';
import { exit, exitFor, UsageError } from '../exit.ts';
import { inFolder } from '../folder/claim.ts';
import { refuseMissing, refuseToOverwrite, refuseUnwritable } from '../folder/files.ts';
import { afterWaiting, unreachable } from '../target/no-login.ts';
import { profileFrom } from '../target/profile-from.ts';

export interface ReplayOptions {
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
  readonly slower?: number;
  readonly shape?: true;
  readonly load?: true;
  readonly recordedProfile?: string;
  readonly saveNoise?: string;
  readonly operation?: readonly string[];
  readonly method?: readonly string[];
  readonly path?: readonly string[];
  readonly session?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly wait?: number;
  readonly safe?: true;
  readonly shard?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export async function replaying(files: readonly string[], options: ReplayOptions): Promise<number> {
  refuseMissing(files);
  refuseUnwritable(options.savePlan);
  refuseUnwritable(options.saveNoise);
  refuseUnknown(options.operation);
  // Exchanges are soon garbage, and by default V8 lets the heap grow to several times what is in use. A small nursery, and a heap
  // that grows by at most half between collections, keep it small and cost less speed than `optimize-for-size`.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
  if (options.slower !== undefined && options.speed !== 1 && options.baseline === undefined && !options.load)
    throw new UsageError('--slower compares times at the same rate: give --speed 1 as well, or --baseline URL');
  if (options.recordedProfile !== undefined && !options.shape)
    throw new UsageError(
      '--recorded-profile says what the recorded server calls things, for --shape: give that as well',
    );
  const profile = profileFrom(options);
  if (options.load || options.times > 1) refuseUnlessAllowed(options, profile);
  const recorded =
    options.recordedProfile === undefined
      ? undefined
      : profileFrom({ target: profile.url, profile: options.recordedProfile });
  const policy = options.allow === undefined ? undefined : loadPolicy(options.allow);
  const plan =
    options.plan === undefined ? await makePlan(files, profile, wishesOf(options, recorded)) : planFrom(options.plan);
  if (options.savePlan !== undefined) writeFileSync(options.savePlan, planText(plan));
  if (options.dryRun) {
    process.stdout.write(options.json ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan));
    return exit.passed;
  }
  const out = resolve(options.out);
  refuseToOverwrite(files, out);
  return inFolder(out, () => playThrough({ files, options, profile, recorded, plan, policy, out }));
}

/** How many of the exchanges worth showing are kept under load, which may go on for days. */
const mostUnderLoad = 10_000;

/** Multiplied sessions (--times) count as load. */
function refuseUnlessAllowed({ baseline, load }: ReplayOptions, profile: Profile): void {
  const loaded = [profile, ...(baseline === undefined ? [] : [{ ...profile, url: baseline }])];
  const refusing = loaded.find((each) => !mayLoad(each));
  if (refusing === undefined) return;
  throw new UsageError(
    `${load ? '--load' : '--times'}: ${refusing.url} is not loaded, as its profile does not allow it. This is missing there: ${lineOf('allow.load')}`,
  );
}

interface Playing {
  readonly files: readonly string[];
  readonly options: ReplayOptions;
  readonly profile: Profile;
  /** The profile of the server that was recorded, where the candidate is another. */
  readonly recorded: Profile | undefined;
  readonly plan: Plan;
  readonly policy: ReturnType<typeof loadPolicy> | undefined;
  readonly out: string;
}

async function playThrough({ files, options, profile, recorded, plan, policy, out }: Playing): Promise<number> {
  if (options.wait !== undefined) await awaitTarget(profile, options.wait);
  const names = declaredNames(profile.open);
  const redaction = createRedaction(redactionOf(profile));
  rmSync(evidencePath(out), { force: true });
  const evidence = openRecording(evidencePath(out), { redaction });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const shard = options.shard === undefined ? undefined : shardNumber(options.shard);
  const { speed, rate, concurrency, times: copies, startAt } = options;
  const tempo = { speed, concurrency, copies, ...(rate && { rate }), ...(startAt !== undefined && { startAt }) };
  const onto = options.shape && (await ontoAnother(files, plan, profile, recorded));
  const common = {
    recordings: files,
    plan,
    tempo,
    loops: options.loops,
    filter: createFilter(filteringOf(options, shard), plan),
    redaction,
    ...(onto && { onto }),
    ...(options.load && { asLoad: true }),
    signal: stop.signal,
  };
  const playTo = (address: Profile) =>
    play({
      ...common,
      profile: address,
      isBaseline: address !== profile,
      openings: { ...openingsForTraffic(address, names), seesCredentials: true },
      onTelling: (exchange) => {
        if (address !== profile || (options.load && evidence.count >= mostUnderLoad)) return;
        evidence.append(exchange);
      },
    });
  try {
    const good = await baselineOf(options, playTo);
    const noise = noiseOf(options, good);
    const isNoise = noise && excusesOf(noise);
    const played = await playTo(profile);
    const result = resultOf(played, {
      target: profile.url,
      recordings: files,
      plan,
      tempo,
      ...(shard && { shard }),
      ...(onto && { compared: 'shape' as const }),
      ...(good && { baseline: good.latencies }),
      ...(options.slower !== undefined && { slower: options.slower }),
      excuse: (group, exchanges) => policy?.(group) ?? isNoise?.(group, exchanges),
    });
    const report = fromHere(writeReplayReport(out, result));
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    else if (played.unreachable !== undefined && !options.quiet) {
      const reason = unreachable(profile.url, played.unreachable) + afterWaiting(options.wait ?? 0);
      process.stderr.write(`${unreached({ status: result.status, reason }, { ...lookOf(process.stderr), report })}\n`);
    } else if (!options.quiet) process.stdout.write(replaySummary(result, { ...lookOf(process.stdout), report }));
    return exitFor(result.status);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await evidence.close();
  }
}

async function baselineOf(options: ReplayOptions, playTo: (profile: Profile) => Promise<Played>) {
  if (options.baseline === undefined) return undefined;
  const played = await playTo(profileFrom({ ...options, target: options.baseline }));
  if (played.unreachable !== undefined) throw new UsageError(`the baseline cannot be reached: ${played.unreachable}`);
  return played;
}

/** The noise is learned from the baseline; without one, it is read from the file of an earlier replay. */
function noiseOf(options: ReplayOptions, baseline: Played | undefined) {
  if (baseline === undefined) return options.noise === undefined ? undefined : loadNoise(options.noise);
  const noise = noiseIn(baseline.findings);
  if (options.saveNoise !== undefined) writeFileSync(options.saveNoise, `${JSON.stringify(noise)}\n`);
  return noise;
}

function planFrom(path: string): Plan {
  try {
    return readPlan(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof PlanError) throw new UsageError(error.message);
    throw new UsageError(`the plan ${path} cannot be read: ${whyUnread(error)}`);
  }
}

const wishesOf = ({ user }: ReplayOptions, recorded: Profile | undefined) => ({
  ...(user && { users: user }),
  ...(recorded && { recorded }),
});

const filteringOf = (options: ReplayOptions, shard: Filtering['shard']): Filtering => ({
  ...(options.operation && { operations: options.operation }),
  ...(options.method && { methods: options.method }),
  ...(options.path && { paths: options.path }),
  ...(options.session && { sessions: options.session }),
  ...(options.from !== undefined && { from: options.from }),
  ...(options.to !== undefined && { to: options.to }),
  ...(options.safe && { safe: true }),
  ...(shard && { shard }),
});

/** Operations outside the contract are named as in `GET /some/path`. */
function refuseUnknown(operation: readonly string[] = []): void {
  const known = [...operations.keys()];
  const unknown = operation.find((name) => !known.includes(name as OperationId) && !name.includes('/'));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new UsageError(
    `--operation ${unknown}: the contract has no such operation${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}
