// Work whose result several checks share: it is done for the first of them that asks.
import type { Check } from '../declare/check.ts';

type Work<Result> = (check: Check) => Promise<Result>;

function once<Result>(keyOf: (check: Check) => object, work: Work<Result>): Work<Result> {
  const results = new WeakMap<object, Promise<Result>>();
  return (check) => {
    const known = results.get(keyOf(check)) ?? work(check);
    results.set(keyOf(check), known);
    return known;
  };
}

/** Once for all checks of a process, also for those that are asked a second time. */
export const oncePerProcess = <Result>(work: Work<Result>): Work<Result> => once(({ api }) => api, work);

/** Once until a check is asked a second time, for which it is done anew. */
export const oncePerOccasion = <Result>(work: Work<Result>): Work<Result> => once(({ occasion }) => occasion, work);

/** Once for each check. */
export const oncePerCheck = <Result>(work: Work<Result>): Work<Result> => once((check) => check, work);
