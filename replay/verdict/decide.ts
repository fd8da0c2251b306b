// Decides the verdict of a replay from what it found.
import { createHash } from 'node:crypto';
import { assayVersion } from '../../exchange/version.ts';
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../plan/shard.ts';
import type { Tempo } from '../run/dispatch.ts';
import type { Played } from '../run/replay.ts';
import { type Account, unexplained } from './account.ts';
import { isNewBreach } from './breaches.ts';
import type { ExcuseOf } from './findings.ts';
import { type OperationLatency, type Pace, paceOf, slowInWords, unclearInWords, whyUnjudged } from './latency.ts';
import type { DifferenceGroup, Outcomes, ReplayResult, ReplayStatus, ViolationGroup } from './result.ts';

interface Circumstances {
  readonly target: string;
  readonly recordings: readonly string[];
  readonly plan: Plan;
  readonly tempo: Tempo;
  readonly shard?: Shard;
  readonly compared?: 'shape';
  readonly excuse: ExcuseOf;
  /** How long the answers of a good build took, at the same rate. */
  readonly baseline?: readonly OperationLatency[];
  /** How many times as long an answer may take; absent where that is not judged. */
  readonly slower?: number;
}

export const resultOf = (played: Played, circumstances: Circumstances): ReplayResult => {
  const { plan, tempo, shard, compared, target, recordings } = circumstances;
  const { groups: differences, fateOf } = played.findings.settled((group, exchanges) => {
    const lawful = played.excused?.(group);
    return lawful ? { by: 'contract', because: lawful } : circumstances.excuse(group, exchanges);
  });
  const { outcomes, judgements } = played.tally.counted(fateOf);
  const latency = paceOf(played.latencies, circumstances.baseline, circumstances.slower);
  const { account, seconds } = played;
  const { status, because } = decide({
    account,
    differences,
    violations: played.findings.violations,
    outcomes,
    latency,
    unreachable: played.unreachable,
    stopped: played.stopped,
    refused: played.refused,
  });
  return {
    assay: assayVersion,
    kind: 'replay',
    status,
    because,
    target,
    recordings,
    startedAt: new Date(played.startedAt).toISOString(),
    planDigest: planDigest(plan),
    ...(compared && { compared }),
    plan: { recording: plan.recording, users: plan.users, sessions: plan.sessions, shardBy: plan.shardBy },
    ...(shard && { shard }),
    account,
    outcomes,
    judgements,
    differences,
    violations: played.findings.violations,
    rateLimits: played.rateLimits,
    ...(played.load && { load: played.load }),
    latency,
    timing: {
      speed: tempo.speed,
      seconds: Math.round(seconds * 1000) / 1000,
      perSecond: Math.round((account.sent / seconds) * 10) / 10,
      ...(tempo.speed !== 'asap' && { lag: played.lag }),
    },
  };
};

const planDigest = (plan: Plan): string => createHash('sha256').update(JSON.stringify(plan)).digest('hex');

const logins = new Set(['login', 'confirmMfa', 'exchangeSignToken']);

interface Grounds {
  readonly account: Account;
  readonly differences: readonly DifferenceGroup[];
  readonly violations: readonly ViolationGroup[];
  readonly outcomes: Outcomes;
  readonly latency: Pace;
  readonly unreachable?: string | undefined;
  readonly stopped: boolean;
  /** Users whom the candidate never let in. Their credentials may be wrong, so the verdict is undecided. */
  readonly refused: readonly string[];
}

/** A difference without an excuse is a failure. Otherwise a step that was neither replayed nor left out on purpose leaves it undecided. */
export const decide = (grounds: Grounds) => {
  const { account, differences, violations, outcomes, latency, unreachable, stopped, refused } = grounds;
  const compared = outcomes.equivalent + outcomes.excused + outcomes.different + outcomes.following;
  const isBodiless = compared > 0 && outcomes.withoutBody === compared;
  const unpaced = whyUnjudged(latency) ?? unclearInWords(latency);
  const slow = slowInWords(latency);
  const lost = unexplained(account);
  const uncompared = account.failed - failuresAmong(differences);
  const counting = differences.filter(
    ({ excuse, operation, kind }) =>
      excuse === undefined && !(refused.length > 0 && kind === 'status' && logins.has(operation)),
  );
  const broken = violations.filter(isNewBreach);
  const undecided = [
    ...(lost === 0 ? [] : [`${lost === 1 ? '1 exchange is' : `${lost} exchanges are`} not accounted for`]),
    ...(unreachable === undefined ? [] : [`the target cannot be reached: ${unreachable}`]),
    ...(stopped ? ['the run was stopped'] : []),
    ...refused.map((name) => `the candidate refuses the login of ${name}`),
  ];
  const missing = [
    ...(compared > 0 ? [] : ['no exchange could be compared']),
    ...(isBodiless ? ['the recording has no bodies, so that nothing can be followed and little compared'] : []),
    ...(unpaced === undefined ? [] : [unpaced]),
    ...(account.heldBack === 0
      ? []
      : [`${account.heldBack === 1 ? '1 exchange was' : `${account.heldBack} exchanges were`} held back`]),
    ...(uncompared > 0 ? [`${uncompared} failed and could not be compared`] : []),
    ...account.whyUnusable.map(({ reason, count, first }) =>
      count === 1
        ? `${first} could not be used: ${reason}`
        : `${count} entries could not be used, the first ${first}: ${reason}`,
    ),
  ];
  const verdict = (status: ReplayStatus, because: readonly string[]) => ({ status, because });
  if (lost !== 0 || unreachable !== undefined) return verdict('undecided', undecided);
  const failing = [
    // Without recorded bodies the candidate's ids cannot be matched to the recorded ones, so differences do not count.
    ...(counting.length === 0 || isBodiless
      ? []
      : [`differences that nothing excuses: ${counting.length}${ofLaterLoops(counting)}`]),
    ...(slow === undefined ? [] : [slow]),
    ...(broken.length === 0 ? [] : [`requirements broken that the recording keeps: ${broken.length}`]),
  ];
  if (failing.length > 0) return verdict('failed', [...failing, ...undecided, ...missing]);
  const open = [...undecided, ...missing];
  return open.length > 0 ? verdict('undecided', open) : verdict('passed', []);
};

/** Differences of later loops only may come of what an earlier loop changed. */
const ofLaterLoops = (groups: readonly DifferenceGroup[]): string => {
  const later = groups.filter(({ loop }) => loop !== undefined).length;
  return later === 0
    ? ''
    : `, ${later === 1 ? 'one' : later} of them first met in a later loop, which may come of what an earlier one changed`;
};

/** Requests that failed where an answer was recorded: these count as differences. */
const failuresAmong = (differences: readonly DifferenceGroup[]): number =>
  differences.reduce((sum, { kind, count }) => sum + (kind === 'failure' ? count : 0), 0);
