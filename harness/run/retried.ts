// Tells a defect from a race: other clients, and our own checks, may change the target between two reads. So work that fails is
// done again.
import type { Retrying } from '../declare/check.ts';
import { Broken } from '../declare/failures.ts';

/**
 * A failure in every attempt is hardly a race, but is marked as in doubt all the same, unless too little is left to ask again: then two in
 * a row stand. Not to be used for defects that show only now and then.
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
      // The first failure stands: a defect may have used up what the next attempt needs.
      if (!(error instanceof Broken)) throw failure ?? error;
      if (attempt === attempts) {
        if (!usesUp) doubt();
        throw error;
      }
      failure ??= error;
    }
  }
}
