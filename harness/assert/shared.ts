// What several checks of one occasion look at, each on its own account, is read from the target once for all of them.
import type { Check } from '../declare/check.ts';

type Reading<Result> = (check: Check) => Promise<Result>;

/**
 * For what is judged within one reading: another check's may be some time old. A check that asks a second time does its work again,
 * because others may have changed the target meanwhile, and so has it read anew. What failed is not shared.
 */
export function shared<Result>(read: Reading<Result>): Reading<Result> {
  const ofOccasions = new WeakMap<Check['occasion'], Promise<Result>>();
  const served = new WeakSet<Check>();
  return (check) => {
    const { occasion } = check;
    if (served.has(check)) return read(check);
    served.add(check);
    const known = ofOccasions.get(occasion);
    if (known !== undefined) return known;
    const reading = read(check);
    ofOccasions.set(occasion, reading);
    reading.catch(() => ofOccasions.delete(occasion));
    return reading;
  };
}
