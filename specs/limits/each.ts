// The same question to several limited operations.
import type { LimitedOperation } from '../../load/limited-call.ts';
import type { Check } from '../harness/check.ts';
import { Untested } from '../harness/failures.ts';
import { inParallel } from '../harness/parallel.ts';

/** Several at the same time, since each has a limit of its own; one that cannot be tried leaves the others their word. */
export async function each(
  check: Check,
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
  atOnce = operations.length,
): Promise<void> {
  const ended = await inParallel(operations, async (id) => (await Promise.allSettled([ask(id)]))[0], atOnce);
  const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const blaming = reasons.find((reason) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming;
  if (reasons.length > 0 && reasons.length === operations.length) throw reasons[0];
  for (const reason of reasons) check.observe(`one limit could not be tried: ${(reason as Untested).missing}`);
}
