// The answers to a load in numbers: how often each operation gave each status, and how long answers took altogether.
import type { Exchange } from '../../exchange/exchange.ts';
import type { Step } from '../plan/steps.ts';
import { type Latency, slowestOf } from '../verdict/latency.ts';

export interface Load {
  /** How often, by operation and status. A request that is sent again after a 429 counts each time; `none` means no answer. */
  readonly statuses: Readonly<Record<string, Statuses>>;
  /** Of all answers. */
  readonly latency: Latency;
}

type Statuses = Readonly<Record<string, number>>;

const mostOperations = 300;

export class Answered {
  readonly #operations = new Map<string, Map<string, number>>();

  note({ operation: { key } }: Step, { outcome }: Exchange): void {
    const known = this.#operations.get(key);
    if (known === undefined && this.#operations.size >= mostOperations) return;
    const statuses = known ?? new Map<string, number>();
    this.#operations.set(key, statuses);
    const status = outcome.kind === 'answered' ? String(outcome.response.status) : 'none';
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  /** By operation, the most frequent one first. */
  get statuses(): Load['statuses'] {
    const total = (statuses: Map<string, number>) => [...statuses.values()].reduce((sum, count) => sum + count, 0);
    return Object.fromEntries(
      [...this.#operations]
        .sort(([, one], [, other]) => total(other) - total(one))
        .map(([operation, statuses]) => [operation, Object.fromEntries(statuses)]),
    );
  }
}

/** Joins the parts of one run: counts are added up, and each percentile is that of the slowest part. */
export const joinedLoad = (parts: readonly Load[]): Load =>
  parts.reduce((one, other) => ({
    statuses: together(one.statuses, other.statuses, (some, more) => together(some, more, (a, b) => a + b)),
    latency: slowestOf(one.latency, other.latency),
  }));

const together = <Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  join: (one: Value, other: Value) => Value,
): Record<string, Value> => {
  const all: Record<string, Value> = { ...one };
  for (const [key, value] of Object.entries(other)) all[key] = key in all ? join(all[key]!, value) : value;
  return all;
};
