// The same question to several limited operations.
import type { LimitedOperation } from '../../load/limited-call.ts';
import type { Check } from '../harness/check.ts';
import { Untested } from '../harness/failures.ts';

/** At the same time, since each has a limit of its own; one that cannot be tried leaves the others their word. */
export async function each(
  check: Check,
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
): Promise<void> {
  const ended = await Promise.allSettled(operations.map(ask));
  const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const blaming = reasons.find((reason) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming;
  if (reasons.length > 0 && reasons.length === operations.length) throw reasons[0];
  for (const reason of reasons) check.observe(`one limit could not be tried: ${(reason as Untested).missing}`);
}
