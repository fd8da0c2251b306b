// Whether a limit of which nothing is known refuses for the sake of another one: told by what it does at rest, in a denser rhythm.
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type LimitedOperation, limitedCall, limitedOperations } from '../../../load/limited-call.ts';
import { traceOf } from '../../../load/trace.ts';
import { type Asked, askedAtOnce, isLimited } from './ceiling.ts';
import { clock, silence, stayedAway } from './sending.ts';

/** The operations besides payments and `over` of whose limit the profile says nothing, and which refuse nothing now. */
export async function undeclaredOthers(check: Check, over: LimitedOperation): Promise<readonly Asked[]> {
  const { profile, api } = check;
  const ids = limitedOperations.filter(
    (id) => id !== 'createPayment' && id !== over && profile.declares.rateLimits[id] === undefined,
  );
  const found = await inParallel(ids, async (id): Promise<readonly Asked[]> => {
    const ready = await limitedCall(api, id);
    return ready.kind === 'ready' ? [{ id, call: ready.call }] : [];
  });
  const asked = found.flat();
  const answers = await askedAtOnce(check, asked);
  return asked.filter((_, place) => !isLimited(answers[place]));
}

const times = 3;
/** Asked for each time before the other limit is exceeded. */
const before = 2;

/**
 * The last of the answers of 429, where each time that another limit was exceeded this one refused, and as many requests at rest, in half of
 * the time, were taken: whatever it counts, it cannot have been over for these alone.
 */
export async function shutBy(
  check: Check,
  exceed: () => Promise<unknown>,
  asked: Asked,
  refused: Exchange,
): Promise<Exchange | undefined> {
  const some = Array.from({ length: before }, () => asked);
  const isTaken = async (requests: readonly Asked[]) => !(await askedAtOnce(check, requests)).some(isLimited);
  let last = refused;
  for (let time = 0; time < times; time += 1) {
    if (!(await stayedAway(check, traceOf([last]))) || !(await isTaken(some))) return undefined;
    const began = clock();
    if ((await exceed()) === undefined) return undefined;
    const lasted = clock() - began;
    last = (await askedAtOnce(check, [asked]))[0]!;
    if (!isLimited(last) || !(await stayedAway(check, traceOf([last]))) || !(await isTaken(some))) return undefined;
    await silence(check, lasted / 2);
    if (!(await isTaken([asked]))) return undefined;
  }
  return last;
}
