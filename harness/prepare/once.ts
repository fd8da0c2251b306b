// Work whose result several checks share: it is done for the first of them that asks.
import type { Check } from '../declare/check.ts';

type Work<Result> = (check: Check) => Promise<Result>;

function once<Result>(
  keyOf: (check: Check) => object,
  work: Work<Result>,
  failed: 'shared' | 'done again' = 'shared',
): Work<Result> {
  const results = new WeakMap<object, Promise<Result>>();
  return (check) => {
    const key = keyOf(check);
    const known = results.get(key);
    if (known !== undefined) return known;
    const begun = work(check);
    results.set(key, begun);
    if (failed === 'done again') begun.catch(() => results.delete(key));
    return begun;
  };
}

/** Once for all checks of a process, also for checks that are done a second time. */
export const oncePerProcess = <Result>(work: Work<Result>): Work<Result> => once(({ api }) => api, work);

/** The same, but failed work is done again, because it may have failed with the check that began it. */
export const doneOncePerProcess = <Result>(work: Work<Result>): Work<Result> =>
  once(({ api }) => api, work, 'done again');

/** Once, and anew for a check that is done a second time. */
export const oncePerOccasion = <Result>(work: Work<Result>): Work<Result> => once(({ occasion }) => occasion, work);

/** Once for each check. */
export const oncePerCheck = <Result>(work: Work<Result>): Work<Result> => once((check) => check, work);
