// The earlier verdict that --since names, read before anything is sent.
import type { Earlier } from '../harness/settings.ts';
import { earlierOf, NotComparable, readVerdict } from '../reports/comparison/earlier.ts';
import type { Verdict } from '../reports/verdict/verdict.ts';
import { UsageError } from './exit.ts';

export const earlierAt = (path: string): Earlier => earlierOf(verdictAt(path), path);

export function verdictAt(path: string): Verdict {
  try {
    return readVerdict(path);
  } catch (error) {
    if (error instanceof NotComparable) throw new UsageError(error.message);
    throw error;
  }
}
