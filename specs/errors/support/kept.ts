// What --safe keeps from being sent, or what has no fixture, is passed over where many other things are sent as well.
import { Untested } from '../../../harness/declare/failures.ts';

export async function unlessKept<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Untested) return undefined;
    throw error;
  }
}
