// The same question to several limited operations.

import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import type { LimitedOperation } from '../../../load/limited-call.ts';

/** Several at the same time, and what cannot be tried of one of them leaves the question open: what is declared is kept by all. */
export async function every(
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
): Promise<void> {
  const reasons = await reasonsOf(operations, ask, operations.length);
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Untested)) ?? reasons[0];
}

/** Several at the same time, since each has a limit of its own; one that cannot be tried leaves the others their word. */
export async function each(
  check: Check,
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
  atOnce = operations.length,
): Promise<void> {
  const reasons = await reasonsOf(operations, ask, atOnce);
  const blaming = reasons.find((reason) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming;
  if (reasons.length > 0 && reasons.length === operations.length) throw reasons[0];
  for (const reason of reasons) check.observe(`one limit could not be tried: ${(reason as Untested).missing}`);
}

async function reasonsOf(
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
  atOnce: number,
): Promise<readonly unknown[]> {
  const ended = await inParallel(operations, async (id) => (await Promise.allSettled([ask(id)]))[0], atOnce);
  return ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
}
