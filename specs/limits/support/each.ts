// The same question to several limited operations.
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { untriedLimit } from '../../../load/found-limit.ts';
import type { LimitedOperation } from '../../../load/limited-call.ts';

/**
 * Asks several operations at the same time, since each has a limit of its own. One that cannot be tried does not keep the others
 * from being asked.
 */
export async function each(
  check: Check,
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
  atOnce = operations.length,
): Promise<void> {
  const ended = await inParallel(operations, async (id) => (await Promise.allSettled([ask(id)]))[0], atOnce);
  const endings = ended.flatMap((end, index) =>
    end.status === 'rejected' ? [{ id: operations[index] as LimitedOperation, reason: end.reason as unknown }] : [],
  );
  const blaming = endings.find(({ reason }) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming.reason;
  if (endings.length > 0 && endings.length === operations.length) throw endings[0]?.reason;
  for (const { id, reason } of endings) check.observe(untriedLimit(id, (reason as Untested).missing));
}
