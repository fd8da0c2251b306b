// The rule against false alarms, tested with every lawful limiter and every possible reading of the times.
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { explainRefusals, greatestCount, unexplainedExcess } from '../../load/explanations.ts';
import { limiterModels } from '../../load/models/index.ts';
import type { Arrival, Trace } from '../../load/trace.ts';
import { limiterOf } from './limiter.ts';

const arrivalAt = (sent: number, received: number, answer: Arrival['answer'] = 'admitted'): Arrival => ({
  sent,
  received,
  answer,
});

const burst = (size: number, at: number): Trace => Array.from({ length: size }, () => arrivalAt(at, at + 1));

const refused = (sent: number, received = sent + 1): Arrival => arrivalAt(sent, received, 'refused');

const exact = { count: 10, window: 1000, slack: 0 };

test('an eleventh request within the window may be refused, a tenth may not', () => {
  const eleventh = refused(500);
  const tenth = refused(500);

  const explained = explainRefusals([...burst(10, 0), eleventh], exact).get(eleventh);
  const unexplained = explainRefusals([...burst(9, 0), tenth], exact).get(tenth);

  expect(explained).toEqual({ kind: 'counted', greatest: 10 });
  expect(unexplained).toEqual({ kind: 'unexplained', greatest: 9 });
});

test('a request that may have arrived late counts in the window in which it may have arrived', () => {
  const slow = arrivalAt(-900, 100);
  const last = refused(1050);

  const explanation = explainRefusals([slow, ...burst(9, 500), last], exact).get(last);

  expect(explanation?.kind).toBe('counted');
});

test('a request that got no answer may arrive at any later time', () => {
  const lost = arrivalAt(-60_000, Number.POSITIVE_INFINITY, 'unknown');
  const last = refused(600);

  const explanation = explainRefusals([lost, ...burst(9, 500), last], exact).get(last);

  expect(explanation?.kind).toBe('counted');
});

test('what came in the window before fades, as a sliding counter has it', () => {
  const last = refused(1250);

  const explanation = explainRefusals([...burst(10, 0), ...burst(3, 1249), last], exact).get(last);

  expect(explanation?.kind).toBe('counted');
});

test('a refusal two windows after everything else is unexplained', () => {
  const last = refused(2100);

  const explanation = explainRefusals([...burst(50, 0), last], exact).get(last);

  expect(explanation?.kind).toBe('unexplained');
});

test('a refusal within the Retry-After of an explained one is explained, and of an unexplained one is not', () => {
  const told: Arrival = { ...refused(10), announced: { retryAfter: 5000 } };
  const later = refused(4000);
  const toldForNothing: Arrival = { ...refused(10_000), announced: { retryAfter: 5000 } };
  const laterStill = refused(14_000);

  const explanations = explainRefusals([...burst(10, 0), told, later, toldForNothing, laterStill], exact);

  expect(explanations.get(later)?.kind).toBe('askedToWait');
  expect(explanations.get(toldForNothing)?.kind).toBe('unexplained');
  expect(explanations.get(laterStill)?.kind).toBe('unexplained');
});

test('a refusal is explained as well by the moment at which an earlier one said that the limit resets', () => {
  const later = refused(4000);
  const told: Arrival = { ...refused(10), announced: { retryAfter: 1000, reset: 5000 } };

  expect(explainRefusals([...burst(10, 0), told, later], exact).get(later)?.kind).toBe('askedToWait');
});

test('twice the count around the end of a window is no excess, more is', () => {
  const atTheEdge = [...burst(10, 0), ...burst(10, 10)];

  const lawful = unexplainedExcess(atTheEdge, exact);
  const excess = unexplainedExcess([...atTheEdge, ...burst(1, 20)], exact);

  expect(lawful).toBeUndefined();
  expect(excess).toMatchObject({ admitted: 21, lawful: 20 });
});

test('fifty per second for three seconds without a refusal are an excess over ten per second', () => {
  const stream = Array.from({ length: 150 }, (_, index) => arrivalAt(index * 20, index * 20 + 200));

  const excess = unexplainedExcess(stream, { count: 10, window: 1000 });

  expect(excess?.admitted).toBe(150);
});

/** Small whole times, so that every possible reading of them can be tried. */
const spans = fc.array(fc.record({ sent: fc.integer({ min: 0, max: 12 }), takes: fc.integer({ min: 0, max: 2 }) }), {
  minLength: 1,
  maxLength: 4,
});

const readings = (trace: Trace): number[][] =>
  trace.reduce<number[][]>(
    (sofar, { sent, received }) =>
      sofar.flatMap((times) => Array.from({ length: received - sent + 1 }, (_, later) => [...times, sent + later])),
    [[]],
  );

test('whatever a lawful limiter refuses, in whatever reading of the times, is explained', () => {
  const lawful = limiterModels.flatMap((model) => model.variants.map((variant) => ({ model, variant })));
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 2, max: 5 }), (list, count, window) => {
      const trace = list.map(({ sent, takes }) => arrivalAt(sent, sent + takes));
      const limit = { count, window, slack: 0 };
      const explained = trace.map((arrival) => greatestCount(arrival, trace, limit) > count - 1 + 1e-9);
      const unexplained: string[] = [];
      for (const { model, variant } of lawful) {
        for (let phase = 0; phase < (variant.phased ? window : 1); phase += 0.5) {
          for (const times of readings(trace)) {
            const limiter = limiterOf(model, { count, window, phase }, variant);
            const order = times.map((_, index) => index).sort((one, other) => times[one]! - times[other]!);
            for (const index of order)
              if (!limiter.admit(times[index]!) && !explained[index]) unexplained.push(`${model.id}, ${variant.name}`);
          }
        }
      }

      expect(unexplained).toEqual([]);
    }),
    { numRuns: 60, seed: 20 },
  );
});

test('the greatest count is one that some window and some reading really reach', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 2, max: 5 }), (list, window) => {
      const trace = list.map(({ sent, takes }) => arrivalAt(sent, sent + takes));
      const [asked] = trace;
      let reached = 0;
      for (const times of readings(trace)) {
        const now = times[0]!;
        for (let begins = now - window; begins <= now; begins += 1) {
          const left = 1 - (now - begins) / window;
          let sum = 0;
          for (const time of times.slice(1)) {
            if (time >= begins && time <= now) sum += 1;
            else if (time >= begins - window && time <= begins) sum += left;
          }
          reached = Math.max(reached, sum);
        }
      }

      expect(greatestCount(asked!, trace, { count: 1, window, slack: 0 })).toBeCloseTo(reached, 9);
    }),
    { numRuns: 200, seed: 21 },
  );
});

test('whatever lawful limiters admit, in whatever reading of the times, is no excess', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(...limiterModels),
      (moments, count, model) => {
        const window = 8;
        const limiter = limiterOf(model, { count, window, phase: 3 });
        const trace = [...moments]
          .sort((one, other) => one - other)
          .map((moment) => arrivalAt(moment, moment + 1, limiter.admit(moment) ? 'admitted' : 'refused'));

        expect(unexplainedExcess(trace, { count, window, slack: 0 })).toBeUndefined();
      },
    ),
    { numRuns: 500, seed: 22 },
  );
});
