// How long answers took, per operation, before and now; and whether that is too much slower.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Step } from '../plan/steps.ts';

/** Milliseconds between the sending of a request and the end of its answer. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface OperationLatency {
  readonly operation: string;
  /** Of the recording, or of the baseline where there is one. */
  readonly before: Latency;
  readonly now: Latency;
  /** `now` without the time in which Assay itself was busy, so that it is surely the candidate's. */
  readonly least: Latency;
  /** It took more than the threshold allows. */
  readonly slower?: true;
  /** It took more than the threshold allows, but Assay's own work may be the reason. */
  readonly unclear?: true;
}

export interface Pace {
  /** Where the times before come from: a baseline was measured at the same rate, a recording at its own. */
  readonly before: 'recording' | 'baseline';
  /** How many times as long an answer may take; absent where that is not judged. */
  readonly threshold?: number;
  readonly operations: readonly OperationLatency[];
}

const mostOperations = 300;
const longest = 3_600_000_000;

const recordingOf = (): RecordableHistogram => createHistogram({ lowest: 1, highest: longest, figures: 3 });

const latencyOf = (histogram: RecordableHistogram): Latency => {
  const milliseconds = (share: number) => Math.round(histogram.percentile(share) / 10) / 100;
  return { count: Number(histogram.count), p50: milliseconds(50), p95: milliseconds(95), p99: milliseconds(99) };
};

export class Latencies {
  readonly #all = recordingOf();
  readonly #operations = new Map<string, Readonly<Record<'before' | 'now' | 'least', RecordableHistogram>>>();

  /** To be called with every step and the candidate's answer to it. */
  note(step: Step, { outcome, times }: Exchange): void {
    if (step.response === undefined || outcome.kind !== 'answered') return;
    const took = microseconds(times.ended - times.sent);
    this.#all.record(took);
    const { key } = step.operation;
    const known = this.#operations.get(key) ?? { before: recordingOf(), now: recordingOf(), least: recordingOf() };
    if (!this.#operations.has(key) && this.#operations.size >= mostOperations) return;
    this.#operations.set(key, known);
    known.before.record(microseconds(step.until - step.sent));
    known.now.record(took);
    known.least.record(Math.min(took, microseconds(times.idle ?? took / 1000)));
  }

  /** Of this run, all operations together. */
  get all(): Latency {
    return latencyOf(this.#all);
  }

  /** Those of the recording and of this run, the most frequent operation first. */
  get found(): readonly OperationLatency[] {
    return [...this.#operations]
      .map(([operation, { before, now, least }]) => ({
        operation,
        before: latencyOf(before),
        now: latencyOf(now),
        least: latencyOf(least),
      }))
      .sort((one, other) => other.now.count - one.now.count);
  }
}

const microseconds = (milliseconds: number): number => Math.min(longest, Math.max(1, Math.round(milliseconds * 1000)));

/** Milliseconds. Smaller differences do not count, because no client notices them and a busy machine causes them. */
const slack = 10;
/** Fewer answers than this make no percentile. */
const fewest = { p50: 5, p95: 40, p99: 200 } as const;

/** Whether both sides have enough answers for a median. */
const isOften = ({ before, now }: OperationLatency): boolean => Math.min(before.count, now.count) >= fewest.p50;

/** How many operations a threshold does not judge, because they were answered too seldom. */
export const unjudged = ({ threshold, operations }: Pace): number =>
  threshold === undefined ? 0 : operations.filter((each) => !isOften(each)).length;

/** Why a threshold that was asked for judges nothing; undefined where it does. */
export const whyUnjudged = (pace: Pace): string | undefined =>
  pace.operations.length > 0 && unjudged(pace) === pace.operations.length
    ? `no operation was answered ${fewest.p50} times, so that nothing says whether one is slower`
    : undefined;

const shares = ['p50', 'p95', 'p99'] as const;

const isOver = (before: Latency, now: Latency, share: (typeof shares)[number], threshold: number): boolean =>
  Math.min(before.count, now.count) >= fewest[share] &&
  now[share] > before[share] * threshold &&
  now[share] - before[share] > slack;

/** `leastBefore`: of a baseline, which Assay's own work delayed as well. */
const paced = (each: OperationLatency, leastBefore: Latency, threshold: number): OperationLatency => {
  const { before, now, least } = each;
  const over = shares.filter((share) => isOver(before, now, share, threshold));
  if (over.some((share) => isOver(leastBefore, least, share, threshold))) return { ...each, slower: true };
  return over.length > 0 ? { ...each, unclear: true } : each;
};

export const paceOf = (
  found: readonly OperationLatency[],
  baseline: readonly OperationLatency[] | undefined,
  threshold: number | undefined,
): Pace => {
  const good = new Map(baseline?.map((each) => [each.operation, each]));
  return {
    before: baseline ? 'baseline' : 'recording',
    ...(threshold !== undefined && { threshold }),
    operations: found.map((each) => {
      const { now = each.before, least = each.before } = good.get(each.operation) ?? {};
      const compared = { ...each, before: now };
      return threshold === undefined ? compared : paced(compared, least, threshold);
    }),
  };
};

/** Joins the parts of one run: counts are added up, and each percentile is that of the slowest part. */
export const joinedPace = (paces: readonly Pace[]): Pace => {
  const [first] = paces as [Pace];
  const operations = new Map<string, OperationLatency>();
  for (const each of paces.flatMap((pace) => pace.operations)) {
    const known = operations.get(each.operation);
    operations.set(each.operation, known ? slowest(known, each) : each);
  }
  return { ...first, operations: [...operations.values()].sort((one, other) => other.now.count - one.now.count) };
};

export const slowestOf = (one: Latency, other: Latency): Latency => ({
  count: one.count + other.count,
  p50: Math.max(one.p50, other.p50),
  p95: Math.max(one.p95, other.p95),
  p99: Math.max(one.p99, other.p99),
});

const slowest = (one: OperationLatency, other: OperationLatency): OperationLatency => {
  const isSlow = one.slower || other.slower;
  const isUnclear = !isSlow && (one.unclear || other.unclear);
  const { unclear: _, ...rest } = one;
  return {
    ...rest,
    before: slowestOf(one.before, other.before),
    now: slowestOf(one.now, other.now),
    least: slowestOf(one.least, other.least),
    ...(isSlow && { slower: true }),
    ...(isUnclear && { unclear: true }),
  };
};

/** How much slower an operation is, in the median. */
const excess = ({ before, now }: OperationLatency): number => now.p50 - before.p50;

/** The operations that are too slow, in words: how many, and the slowest; undefined where there is none. */
export const slowInWords = ({ operations, threshold }: Pace): string | undefined => {
  const slow = operations.filter(({ slower }) => slower).sort((one, other) => excess(other) - excess(one));
  const [first] = slow;
  if (first === undefined) return undefined;
  const { operation, before, now } = first;
  const times = `p50 ${before.p50} → ${now.p50} ms, p95 ${before.p95} → ${now.p95} ms, p99 ${before.p99} → ${now.p99} ms`;
  return slow.length === 1
    ? `${operation} is slower than ${threshold} times: ${times}`
    : `${slow.length} operations are slower than ${threshold} times, most of all ${operation}: ${times}`;
};

/** The operations of which nobody knows whether they are too slow, in words; undefined where there is none. */
export const unclearInWords = ({ operations, threshold }: Pace): string | undefined => {
  const unclear = operations.filter((each) => each.unclear);
  const [first] = unclear;
  if (first === undefined) return undefined;
  const what = unclear.length === 1 ? `${first.operation} is` : `${unclear.length} operations are`;
  return `${what} slower than ${threshold} times, but Assay was busy itself for that time, so that nothing says whether the candidate is`;
};
