// Tells a defect from a race: other clients, and our own checks, may change the target between two reads.
import { Broken } from '../declare/failures.ts';

const attempts = 3;

/** What fails every time is hardly a race, and is in doubt all the same. Not for defects that show only now and then. */
export async function retried(work: () => Promise<void>, doubt: () => void): Promise<void> {
  let failure: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      // A defect may use up what would show it again.
      if (!(error instanceof Broken)) throw failure ?? error;
      if (attempt === attempts) {
        doubt();
        throw error;
      }
      failure ??= error;
    }
  }
}
