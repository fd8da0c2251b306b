// Does failed work again, because other clients, and our own checks, may change the target between two reads.
import type { Retrying } from '../declare/check.ts';
import { Broken } from '../declare/failures.ts';

/**
 * A failure in every attempt is marked as in doubt, so that the check is done again alone. With `usesUp` too little may be left for that,
 * so two failures in a row count. Not for defects that show only now and then.
 */
export async function retried(
  work: () => Promise<void>,
  doubt: () => void,
  { usesUp = false }: Retrying = {},
): Promise<void> {
  const attempts = usesUp ? 2 : 3;
  let failure: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      // The first failure counts, because the defect may have used up what this attempt needs.
      if (!(error instanceof Broken)) throw failure ?? error;
      if (attempt === attempts) {
        if (!usesUp) doubt();
        throw error;
      }
      failure ??= error;
    }
  }
}
