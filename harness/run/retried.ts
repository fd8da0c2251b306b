// Tells a defect from a race: other clients, and our own checks, may change the target between two reads. So work that fails is
// done again.
import { Broken } from '../declare/failures.ts';

const attempts = 3;

/**
 * A failure in every attempt is hardly a race, but is marked as in doubt all the same. Not to be used for defects that show only now
 * and then.
 */
export async function retried(work: () => Promise<void>, doubt: () => void): Promise<void> {
  let failure: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      // The first failure stands: a defect may have used up what the next attempt needs.
      if (!(error instanceof Broken)) throw failure ?? error;
      if (attempt === attempts) {
        doubt();
        throw error;
      }
      failure ??= error;
    }
  }
}
