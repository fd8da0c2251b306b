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
  /** It took more than the threshold allows. */
  readonly slower?: true;
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
  readonly #operations = new Map<string, { readonly before: RecordableHistogram; readonly now: RecordableHistogram }>();

  /** To be called with every step and the candidate's answer to it. */
  note(step: Step, { outcome, times }: Exchange): void {
    if (step.response === undefined || outcome.kind !== 'answered') return;
    const took = microseconds(times.ended - times.sent);
    this.#all.record(took);
    const { key } = step.operation;
    const known = this.#operations.get(key) ?? { before: recordingOf(), now: recordingOf() };
    if (!this.#operations.has(key) && this.#operations.size >= mostOperations) return;
    this.#operations.set(key, known);
    known.before.record(microseconds(step.until - step.sent));
    known.now.record(took);
  }

  /** Of this run, all operations together. */
  get all(): Latency {
    return latencyOf(this.#all);
  }

  /** Those of the recording and of this run, the most frequent operation first. */
  get found(): readonly OperationLatency[] {
    return [...this.#operations]
      .map(([operation, { before, now }]) => ({ operation, before: latencyOf(before), now: latencyOf(now) }))
      .sort((one, other) => other.now.count - one.now.count);
  }
}

const microseconds = (milliseconds: number): number => Math.min(longest, Math.max(1, Math.round(milliseconds * 1000)));

/** Smaller differences do not count: no client notices them, and a busy machine loses so many milliseconds at any time. */
const slack = 10;
/** Fewer answers than this make no percentile. */
const fewest = { p50: 5, p95: 40, p99: 200 } as const;

/** Whether both sides answered often enough for the least of the percentiles. */
const isOften = ({ before, now }: OperationLatency): boolean => Math.min(before.count, now.count) >= fewest.p50;

/** How many operations a threshold does not judge, because they were answered too seldom. */
export const unjudged = ({ threshold, operations }: Pace): number =>
  threshold === undefined ? 0 : operations.filter((each) => !isOften(each)).length;

/** Why a threshold that was asked for judges nothing; undefined where it does. */
export const whyUnjudged = (pace: Pace): string | undefined =>
  pace.operations.length > 0 && unjudged(pace) === pace.operations.length
    ? `no operation was answered ${fewest.p50} times, so that nothing says whether one is slower`
    : undefined;

const isSlower = ({ before, now }: OperationLatency, threshold: number): boolean =>
  (['p50', 'p95', 'p99'] as const).some(
    (share) =>
      Math.min(before.count, now.count) >= fewest[share] &&
      now[share] > before[share] * threshold &&
      now[share] - before[share] > slack,
  );

export const paceOf = (
  found: readonly OperationLatency[],
  baseline: readonly OperationLatency[] | undefined,
  threshold: number | undefined,
): Pace => {
  const good = new Map(baseline?.map(({ operation, now }) => [operation, now]));
  const operations = found.map((each) => ({ ...each, before: good.get(each.operation) ?? each.before }));
  return {
    before: baseline ? 'baseline' : 'recording',
    ...(threshold !== undefined && { threshold }),
    operations: operations.map((each) =>
      threshold !== undefined && isSlower(each, threshold) ? { ...each, slower: true } : each,
    ),
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
  const [before, now] = [slowestOf(one.before, other.before), slowestOf(one.now, other.now)];
  return { ...one, before, now, ...(isSlow && { slower: true }) };
};

/** Each operation that is too slow, in words. */
export const slowInWords = ({ operations, threshold }: Pace): string[] =>
  operations
    .filter(({ slower }) => slower)
    .map(
      ({ operation, before, now }) =>
        `${operation} is slower than ${threshold} times: p50 ${before.p50} → ${now.p50} ms, p95 ${before.p95} → ${now.p95} ms, p99 ${before.p99} → ${now.p99} ms`,
    );
