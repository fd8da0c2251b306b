// On a busy machine no limiter is taken for another one: requests that are sent late and pauses, in virtual time.
import { expect, test } from '@playwright/test';
import { answered, chance } from '../../bench/limits/virtual-target.ts';
import { confident, isUncertain } from '../../load/fit/certainty/confidence.ts';
import { type Between, possibleLimiters } from '../../load/fit/certainty/possible.ts';
import { designedProbe, type Scale } from '../../load/fit/designed-probe.ts';
import { type Fit, fitTrace } from '../../load/fit/fit.ts';
import { limiterModels } from '../../load/models/index.ts';
import type { LimiterModel } from '../../load/models/model.ts';
import type { Trace } from '../../load/trace.ts';
import { limiterOf } from './limiter.ts';

const scale = { count: 10, window: 1000 };

/** Our own process and the way to the target stall for up to 400 ms. What is due meanwhile is sent late, all at once. */
function disturbed(
  model: LimiterModel,
  seed: number,
  longest: number,
  of: Scale = scale,
  probed: Scale = scale,
): Trace {
  const random = chance(seed);
  const limiter = limiterOf(model, { ...of, phase: random() * of.window });
  const share = 0.03 + 0.05 * random();
  const trace: Trace[number][] = [];
  let now = 1000;
  for (const volley of designedProbe(probed).slice(1, 4)) {
    let until = 0;
    const sendings = volley.map((due) => {
      if (random() < share) until = Math.max(until, due + random() * longest);
      return now + Math.max(due, until);
    });
    const answers = answered(limiter, sendings, { jitter: 2, pauses: { share, longest } }, random);
    trace.push(...answers);
    now = Math.max(...answers.map(({ received }) => received));
  }
  return trace;
}

const rate = ({ count, window }: { readonly count: number; readonly window: number }): number =>
  (count * 1000) / window;

test('a bucket that refills slowly shows its rate through stalls of 400 ms', () => {
  const slow = limiterModels.find(({ id }) => id === 'tokenBucket')!;
  const trace = disturbed(slow, 3, 400, { count: 10, window: 1667 });

  const [own] = possibleLimiters(trace).filter(({ model }) => model === slow.id);

  const rates = own!.outermost.map(rate);
  expect(Math.min(...rates)).toBeLessThanOrEqual(6);
  expect(Math.max(...rates)).toBeGreaterThanOrEqual(6);
  expect(Math.max(...rates)).toBeLessThan(9.5);
});

const toldOf = (fit: Fit): readonly string[] =>
  fit.kind === 'fitted' || fit.kind === 'cannotTell' ? [...new Set(fit.set.map(({ model }) => model))] : [];

const holds = ({ least, most }: Between, value: number): boolean => least <= value && value <= most;

/** Whether the limiter itself, with its count and window, is among those that could have given these answers. */
const isPossible = ({ id }: LimiterModel, trace: Trace): boolean =>
  possibleLimiters(trace).some(
    ({ model, count, window }) => model === id && holds(count, scale.count) && holds(window, scale.window),
  );

for (const model of limiterModels)
  test(`a ${model.name} is always among the possible ones, with its count and window, through stalls of 400 ms`, () => {
    for (let seed = 1; seed <= 4; seed += 1) {
      expect(isPossible(model, disturbed(model, seed, 400)), `seed ${seed}`).toBe(true);
    }
  });

for (const model of limiterModels)
  test(`a ${model.name} is among the possible ones though some requests got no answer`, () => {
    const trace = disturbed(model, 1, 400);
    const lost = new Set([0, trace.length >> 1, trace.length - 1]);

    const partly = trace.map((arrival, index): Trace[number] =>
      lost.has(index) ? { ...arrival, received: Number.POSITIVE_INFINITY, answer: 'unknown' } : arrival,
    );

    expect(isPossible(model, partly)).toBe(true);
  });

test('what is told of a disturbed trace contains the truth, and no wrong limiter is ever named', () => {
  test.setTimeout(240_000);
  for (const [index, model] of limiterModels.entries()) {
    const trace = disturbed(model, 100 + index, 400);
    const fit = fitTrace(trace, { shortest: 200, longest: 6000 });

    const told = confident(fit, trace);

    expect(isUncertain(fit, trace), model.name).toBe(true);
    expect(toldOf(told), model.name).toContain(model.id);
  }
});

test('a sliding log of 30 per second is taken for no fixed window though requests go out up to 309 ms late', () => {
  test.setTimeout(240_000);
  const log = limiterModels.find(({ id }) => id === 'slidingLog')!;
  const of = { count: 30, window: 1000 };
  const trace = disturbed(log, 1, 309, of, of);

  const told = confident(fitTrace(trace, { shortest: 200, longest: 6000 }), trace);

  expect(toldOf(told)).toContain(log.id);
});
