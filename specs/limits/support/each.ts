// The same question to several limited operations.
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { untriedLimit } from '../../../load/found-limit.ts';
import type { LimitedOperation } from '../../../load/limited-call.ts';

/**
 * Asks several operations at the same time. One that cannot be tried leaves the check untested, as all of them have to keep what is
 * declared.
 */
export async function every(
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
): Promise<void> {
  const reasons = (await endingsOf(operations, ask, operations.length)).map(({ reason }) => reason);
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Untested)) ?? reasons[0];
}

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
  const endings = await endingsOf(operations, ask, atOnce);
  const blaming = endings.find(({ reason }) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming.reason;
  if (endings.length > 0 && endings.length === operations.length) throw endings[0]?.reason;
  for (const { id, reason } of endings) check.observe(untriedLimit(id, (reason as Untested).missing));
}

/** Of those that did not come to their end. */
async function endingsOf(
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
  atOnce: number,
): Promise<readonly { readonly id: LimitedOperation; readonly reason: unknown }[]> {
  const ended = await inParallel(operations, async (id) => (await Promise.allSettled([ask(id)]))[0], atOnce);
  return ended.flatMap((end, index) =>
    end.status === 'rejected' ? [{ id: operations[index] as LimitedOperation, reason: end.reason as unknown }] : [],
  );
}
