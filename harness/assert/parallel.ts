// Does the same for many things, several at a time, so that a check does not take minutes at a target that answers in 200 ms.
import { Untested } from '../declare/failures.ts';

const usual = 8;

/** Results in the order of the items. Work that has begun is awaited before an error is thrown, so that none goes on unseen. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  most: number = usual,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let stopped = false;
  async function walk(): Promise<void> {
    while (next < items.length && !stopped) {
      const index = next++;
      results[index] = await work(items[index] as Item, index).catch((error: unknown) => {
        stopped = true;
        throw error;
      });
    }
  }
  const walks = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, walk));
  const reasons = walks.flatMap((walked) => (walked.status === 'rejected' ? [walked.reason as unknown] : []));
  // A failure counts more than work that lacked something.
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Untested)) ?? reasons[0];
  return results;
}
