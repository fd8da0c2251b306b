// Limiters are identified: a sample in virtual time, and a few real servers.
import { expect, test } from '@playwright/test';
import { pathOf, startLimiterServer } from '../../bench/limits/limiter-server.ts';
import { answered, chance, type Weather } from '../../bench/limits/virtual-target.ts';
import { createClient } from '../../exchange/client/client.ts';
import { characterise } from '../../load/characterise.ts';
import { fitTrace } from '../../load/fit/fit.ts';
import { announced, type Bounds, type Probed, probing } from '../../load/fit/probing.ts';
import { limiterModels, modelOf } from '../../load/models/index.ts';
import type { ModelId } from '../../load/models/model.ts';
import type { Trace } from '../../load/trace.ts';
import { type Limiter, limiterOf, type Parameters } from './limiter.ts';

const generous: Bounds = { requests: 3000, duration: 600_000 };

interface Run extends Probed {
  readonly requests: number;
}

const probe = (limiter: Limiter, weather: Weather, seed: number, bounds = generous): Run => {
  const random = chance(seed);
  const prober = probing(bounds);
  let now = 1000 + random() * 1000;
  let requests = 0;
  let step = prober.next();
  while (!step.done) {
    const begins = now + 1;
    const sendings = step.value.map((due) => begins + due);
    const trace = answered(limiter, sendings, weather, random);
    requests += sendings.length;
    now = Math.max(now, ...trace.map(({ received }) => received));
    step = prober.next(trace);
  }
  return { ...step.value, requests };
};

const found = ({ fit }: Probed) =>
  fit.kind === 'fitted' ? { model: fit.best.model, count: fit.best.count } : { kind: fit.kind };

const toldOf = ({ fit }: Probed): readonly ModelId[] => {
  if (fit.kind === 'fitted') return [fit.best.model];
  return fit.kind === 'cannotTell' ? fit.between.map(({ model }) => model) : [];
};

const trials = 6;

for (const { id, name } of limiterModels) {
  test(`a ${name} is found out in virtual time, with its count and window, through 10 ms of jitter`, () => {
    for (let seed = 1; seed <= trials; seed += 1) {
      const phase = chance(seed * 31)() * 1000;
      const limiter = limiterOf(modelOf(id), { count: 10, window: 1000, phase });

      const run = probe(limiter, { jitter: 10 }, seed);

      expect(found(run), `seed ${seed}`).toEqual({ model: id, count: 10 });
      const window = run.fit.kind === 'fitted' ? run.fit.best.window : Number.NaN;
      expect(window).toBeGreaterThan(950);
      expect(window).toBeLessThan(1050);
    }
  });
}

test('slow answers of a working server do not hide its limiter', () => {
  const limiter = limiterOf(modelOf('slidingLog'), { count: 10, window: 1000 });

  const run = probe(limiter, { jitter: 5, work: 200 }, 7);

  expect(found(run)).toEqual({ model: 'slidingLog', count: 10 });
});

test('a limiter that is too far away to be told from others is not probed to the end', () => {
  const near = probe(limiterOf(modelOf('slidingLog'), { count: 10, window: 1000 }), { jitter: 1 }, 7);
  const far = probe(limiterOf(modelOf('slidingLog'), { count: 10, window: 1000 }), { jitter: 1, distance: 100 }, 7);
  const long = probe(limiterOf(modelOf('slidingLog'), { count: 10, window: 8000 }), { jitter: 1, distance: 100 }, 7);

  expect(near.tooFar).toBeUndefined();
  expect(far).toMatchObject({ tooFar: true, cutShort: false });
  expect(far.requests).toBeLessThan(150);
  expect(found(long)).toEqual({ model: 'slidingLog', count: 10 });
});

test('the same answers give the same fit', () => {
  const again = () =>
    probe(limiterOf(modelOf('slidingCounter'), { count: 5, window: 700, phase: 123 }), { jitter: 3 }, 5);

  expect(again()).toEqual(again());
});

test('models that cannot differ for want of a second place are told together', () => {
  const run = probe(limiterOf(modelOf('slidingLog'), { count: 1, window: 1000 }), { jitter: 2 }, 3);

  expect(run.fit.kind).toBe('cannotTell');
  const models = run.fit.kind === 'cannotTell' ? run.fit.between.map(({ model }) => model) : [];
  expect(models).toContain('slidingLog');
  expect(models).toContain('tokenBucket');
});

test('a limiter of no known kind is not called one of them', () => {
  const random = chance(11);
  const dice: Limiter = { admit: () => random() < 0.5, wait: () => 0 };

  const run = probe(dice, { jitter: 1 }, 11, { requests: 400, duration: 60_000 });

  expect(run.fit.kind).toBe('nothingFits');
});

test('where nothing is refused no limit was seen, and the bounds are kept', () => {
  const bounds = { requests: 200, duration: 10_000 };

  const run = probe({ admit: () => true, wait: () => 0 }, { jitter: 1 }, 2, bounds);

  expect(run.fit).toEqual({ kind: 'noLimitSeen', arrivals: run.requests });
  expect(run.cutShort).toBe(true);
  expect(run.requests).toBeLessThanOrEqual(200);
  expect(announced(bounds)).toBe('at most 200 requests, within 10 s');
});

test('where everything is refused that is all that is said', () => {
  const run = probe({ admit: () => false, wait: () => 0 }, { jitter: 1 }, 2, { requests: 50, duration: 5000 });

  expect(run.fit.kind).toBe('alwaysRefused');
});

test('a trace of nothing fits nothing', () => {
  const nothing: Trace = [];

  expect(fitTrace(nothing)).toEqual({ kind: 'noLimitSeen', arrivals: 0 });
});

const real: readonly (readonly [ModelId, Parameters])[] = [
  ['fixedWindowAnchored', { count: 5, window: 400 }],
  ['slidingLogCountingRefusals', { count: 5, window: 400 }],
  ['tokenBucket', { count: 6, window: 480 }],
];

for (const [model, { count, window }] of real) {
  test(`a real server with a ${modelOf(model).name} is found out`, async () => {
    const server = await startLimiterServer();
    const client = createClient({
      baseUrl: server.url,
      connections: 128,
      timeouts: { connect: 5000, response: 20_000 },
    });
    const path = pathOf({ model, count, window, jitter: 2, key: 'test' });

    const probed = await characterise({
      bounds: { requests: 1500, duration: 20_000 },
      send: (signal) => client.send({ method: 'GET', path, signal }),
    });
    await client.close();
    await server.close();

    // A busy neighbour may make the times uncertain. Then the limiter is one of those that the probe names.
    expect(toldOf(probed)).toContain(model);
    if (probed.fit.kind === 'fitted') expect(found(probed)).toEqual({ model, count });
  });
}
