// Lets several checks of one occasion share one reading of the target.
import type { Check } from '../declare/check.ts';

type Reading<Result> = (check: Check) => Promise<Result>;

/**
 * For checks that judge one reading by itself, because a shared one may be some time old. A check that asks a second time gets a new
 * reading: it repeats its work because others may have changed the target. A failed reading is not shared.
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
