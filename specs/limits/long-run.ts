// Limiters that are wrong only in the long run (Limits, rules 2 and 3). Tested where every limiter that the probe found possible is wrong,
// and for payments also where the probe could not tell.
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { mostDisproving } from '../../load/budget.ts';
import type { Limit } from '../../load/explanations.ts';
import type { Candidate } from '../../load/fit/candidate.ts';
import { type LimitedOperation, limitedOperations } from '../../load/limited-call.ts';
import { neverUnexplained, stream, sustained } from './allowance.ts';
import { keptWithin } from './declared.ts';
import { each } from './support/each.ts';
import { stated } from './support/identical-payments.ts';
import { type Probe, probe } from './support/probes.ts';
import type { Stream } from './support/sending.ts';

requirement(
  'RATE-01',
  'identical payments at up to 10 per second never meet a 429 that the send and receive times cannot explain',
  'of a limiter that was found to let fewer pass',
  async (check) => {
    const telling = await askedOnce(check, 'allowance', () => untilItShows(check));
    if (telling === undefined) return;
    await check.retried(async () => {
      await neverUnexplained(check, telling, `to ten identical payments at once, or at ${sustained} a second`);
    });
  },
);

/** Milliseconds that are worth spending on a limiter that seems to let too few pass. */
const longest = 25_000;
/** Requests per second: a limiter that was found to let fewer pass in the long run is looked at more closely. */
const suspicious = 9.5;

/** Ten at once, three times: each time after so long a silence that every lawful limiter has forgotten the last. */
const volleys: Stream = [0, 1, 2].flatMap((round) =>
  Array.from({ length: stated.count }, () => ({ due: round * 3.1 * stated.window, request: undefined })),
);

/** Payments that a profile has to allow before some are spent on a limiter of which nothing wrong is known. */
const plenty = 1000;
/** Milliseconds, where the probe cannot tell the limiter: a bucket of ten that gets six a second is empty after five seconds. */
const usual = 12_000;

/**
 * A bucket lets more than its rate pass as long as it is not empty, and a window on a clock takes ten requests at once when half of
 * them fall into the next window. Where the limiter may have a lower rate than is stated, ten come at once, and then a stream that lasts
 * until such a bucket must be empty.
 */
async function untilItShows(check: Check): Promise<Stream | undefined> {
  const probed = await probeOf(check, 'createPayment');
  if (probed === undefined) return undefined;
  const { possibly: found, unclear } = probed;
  if (found.length > 0 && found.every(isLess)) {
    const lack = sustained - greatest(found, perSecond);
    return volleysAndThen(lack > 0 ? 1000 + (1200 * greatest(found, countOf)) / lack : 0);
  }
  const mayBeLess = found.length === 0 || found.some(isLess);
  return unclear && mayBeLess && check.profile.allow.createPayments >= plenty ? volleysAndThen(usual) : undefined;
}

const isLess = (candidate: Candidate): boolean => perSecond(candidate) < suspicious;

const volleysAndThen = (lasts: number): Stream => [
  ...volleys,
  ...stream(sustained, Math.min(longest, lasts), 9.3 * stated.window),
];

requirement(
  'RATE-04',
  'where the profile declares count and window of a rate limit, a 429 comes beyond it and not within it',
  'of a limiter that was found to be another one',
  async (check) => {
    const declared = limitedOperations.filter((id) => check.profile.declares.rateLimits[id] !== undefined);
    await each(check, declared, async (id) => {
      const { requests, seconds } = check.profile.declares.rateLimits[id]!;
      const limit = { count: requests, window: seconds * 1000 };
      const disproving = await askedOnce(check, id, async () =>
        disprovingStream(limit, (await probeOf(check, id))?.possibly ?? []),
      );
      if (disproving)
        await check.retried(async () => {
          await keptWithin(check, id, limit, disproving);
        });
    });
  },
);

/** The share by which a rate has to exceed the declared one to count as another rate. */
const clearlyMore = 0.1;

/**
 * A limiter with a higher rate admits too many in the end, because even two windows that meet admit no more than two counts beyond those
 * of the windows within. One with a lower rate finally refuses a request that no limiter of the declared kind may refuse.
 */
function disprovingStream(limit: Limit, found: readonly Candidate[]): Stream | undefined {
  if (found.length === 0) return undefined;
  const declared = perSecond(limit);
  const [least, most] = [Math.min(...found.map(perSecond)), greatest(found, perSecond)];
  const surplus = least - declared;
  if (surplus > clearlyMore * declared) return bearable(1.5 * most, limit.window + (2400 * limit.count) / surplus);
  // So much below the limit that no counter can take it for more.
  const gentle = declared * (1 - Math.max(0.2, 2 / limit.count));
  const lack = gentle - most;
  return lack > 0 ? bearable(gentle, 1000 + (1200 * greatest(found, countOf)) / lack) : undefined;
}

/**
 * When a failed check is done again, it has to send the same requests. A new probe may be undecided on a machine that has become busy,
 * and then the test would be left out and the failure taken back.
 */
async function askedOnce(check: Check, what: string, find: () => Promise<Stream | undefined>) {
  const known = streams.get(check.profile) ?? new Map<string, Stream>();
  streams.set(check.profile, known);
  const stream = known.get(what) ?? (await find());
  if (stream) known.set(what, stream);
  return stream;
}

const streams = new WeakMap<Check['profile'], Map<string, Stream>>();

const bearable = (rate: number, lasts: number): Stream | undefined =>
  lasts > longest || (rate * lasts) / 1000 > mostDisproving ? undefined : stream(rate, lasts);

const perSecond = ({ count, window }: Pick<Limit, 'count' | 'window'>): number => (count * 1000) / window;

const countOf = ({ count }: Candidate): number => count;

const greatest = (found: readonly Candidate[], of: (candidate: Candidate) => number): number =>
  Math.max(...found.map(of));

/**
 * Only what all possible limiters have in common is used. Even if the probe was wrong, no false failure follows, because every lawful
 * limiter accepts the stream.
 */
async function probeOf(check: Check, id: LimitedOperation): Promise<Probe | undefined> {
  return check.depth === 'quick' ? undefined : await unlessUntested(() => probe(check, id));
}
