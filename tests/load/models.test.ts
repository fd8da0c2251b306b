// Each limiter model, by its typical behaviour.
import { expect, test } from '@playwright/test';
import { limiterModels, modelOf } from '../../load/models/index.ts';
import type { ModelId } from '../../load/models/model.ts';
import { type Limiter, limiterOf, type Parameters } from './limiter.ts';

const start = (id: ModelId, parameters: Partial<Parameters> = {}, variant = 0): Limiter =>
  limiterOf(modelOf(id), { count: 3, window: 300, ...parameters }, modelOf(id).variants[variant]!);

const answers = (limiter: Limiter, times: readonly number[]): string =>
  times.map((time) => (limiter.admit(time) ? 'A' : '.')).join('');

test('every model admits its count at once and refuses the next', () => {
  for (const model of limiterModels) {
    for (const variant of model.variants) {
      const limiter = limiterOf(model, { count: 3, window: 300 }, variant);

      const burst = answers(limiter, [10, 10, 10, 10]);

      // Where the count is rounded down, the fraction by which the third request exceeds it is lost.
      expect(burst, `${model.name}, ${variant.name}`).toBe('AAA.');
    }
  }
});

test('every model admits its count again after two windows of silence', () => {
  for (const model of limiterModels) {
    const limiter = limiterOf(model, { count: 3, window: 300 });
    answers(limiter, [10, 10, 10, 10]);

    expect(answers(limiter, [611, 611, 611, 611]), model.name).toBe('AAA.');
  }
});

test('an aligned window ends on the clock, an anchored one a window after its first request', () => {
  const times = [250, 250, 250, 290, 301, 549, 551];

  expect(answers(start('fixedWindowAligned'), times)).toBe('AAA.AAA');
  expect(answers(start('fixedWindowAnchored'), times)).toBe('AAA...A');
});

test('a sliding log gives each place back a window after it was taken', () => {
  const times = [0, 100, 200, 299, 300, 399, 400];

  expect(answers(start('slidingLog'), times)).toBe('AAA.A.A');
});

test('a log that counts refusals stays shut while it is polled, and opens after a silent window', () => {
  const limiter = start('slidingLogCountingRefusals');

  const polled = answers(limiter, [0, 0, 0, ...Array.from({ length: 20 }, (_, index) => 50 * (index + 1))]);
  const afterSilence = answers(limiter, [1301, 1301, 1301]);

  expect(polled).toBe(`AAA${'.'.repeat(20)}`);
  expect(afterSilence).toBe('AAA');
});

test('a sliding counter lets the last window fade', () => {
  expect(answers(start('slidingCounter'), [299, 299, 299, 301, 399, 401, 501])).toBe('AAA..AA');
});

test('a token bucket gives back one at a time', () => {
  expect(answers(start('tokenBucket'), [0, 0, 0, 99, 100, 100, 350, 350, 350])).toBe('AAA.A.AA.');
});

test('a leaky queue makes each wait for those before it', () => {
  const limiter = start('leakyQueue');

  const waits = [0, 0, 0, 150].map((time) => (limiter.admit(time) ? limiter.wait(time) : 'refused'));

  expect(waits).toEqual([0, 100, 200, 150]);
});

test('a queue that is let go on a tick keeps everybody waiting for it', () => {
  const limiter = start('leakyQueue', { phase: 30 }, 1);

  const waits = [50, 50, 140].map((time) => (limiter.admit(time) ? limiter.wait(time) : 'refused'));

  expect(waits).toEqual([80, 180, 190]);
});
