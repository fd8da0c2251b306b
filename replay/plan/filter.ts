// Which steps take part: by operation, method, path, session and time; and, with `safe`, only those that change nothing.
import { pathPattern } from '../../exchange/path-pattern.ts';
import { circleOf } from './circles.ts';
import type { Plan } from './plan.ts';
import { createSharding, type Shard } from './shard.ts';
import type { Step } from './steps.ts';

/** Why a step takes no part; undefined when it takes part. */
export type Filter = (step: Step) => string | undefined;

export interface Filtering {
  readonly operations?: readonly string[];
  readonly methods?: readonly string[];
  /** Beginnings of paths, or patterns with `*`. */
  readonly paths?: readonly string[];
  readonly sessions?: readonly string[];
  /** Milliseconds since 1970. */
  readonly from?: number;
  readonly to?: number;
  readonly safe?: boolean;
  readonly shard?: Shard;
}

export const otherShard = 'it belongs to another shard';

export const createFilter = (filtering: Filtering, plan: Plan): Filter => {
  const operations = filtering.operations && new Set(filtering.operations);
  const methods = filtering.methods && new Set(filtering.methods.map((method) => method.toUpperCase()));
  const paths = filtering.paths?.map(pathPattern);
  const sessions = filtering.sessions && new Set(filtering.sessions);
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filtering;
  const isOurs = filtering.shard && createSharding(filtering.shard);
  const circle = circleOf(plan);
  const shardKey = (step: Step): string =>
    plan.shardBy === 'circle' ? circle(step) : plan.shardBy === 'user' ? step.session.user : step.session.id;
  return (step) => {
    const { operation, request, session, at } = step;
    if (isOurs && !isOurs(shardKey(step))) return otherShard;
    if (filtering.safe && operation.changes && !operation.ofSession) return 'it may change something';
    if (operations && !operations.has(operation.key)) return 'another operation';
    if (methods && !methods.has(request.method.toUpperCase())) return 'another method';
    if (paths && !paths.some((path) => path.test(request.url))) return 'another path';
    if (sessions && !sessions.has(session.id) && !sessions.has(session.user)) return 'another session';
    return at < from || at > to ? 'another time' : undefined;
  };
};
