// A probe as pictures, and as the paragraph next to them.
import { expect, test } from '@playwright/test';
import { foundLimit } from '../../load/found-limit.ts';
import { modelOf } from '../../load/models/index.ts';
import type { ModelId } from '../../load/models/model.ts';
import { growth, median } from '../../load/pictures/growth.ts';
import { latencies } from '../../load/pictures/latencies.ts';
import { timeline } from '../../load/pictures/timeline.ts';
import type { Arrival, Trace } from '../../load/trace.ts';
import { limiterOf } from './limiter.ts';

const began = 1_750_000_000_000;

const traceOf = (model: ModelId): Trace => {
  const limiter = limiterOf(modelOf(model), { count: 3, window: 1000, phase: 200 });
  return Array.from({ length: 40 }, (_, index): Arrival => {
    const sent = began + index * 90;
    return { sent, received: sent + 4, answer: limiter.admit(sent + 2) ? 'admitted' : 'refused' };
  });
};

const found = (model: ModelId) =>
  foundLimit({
    operation: 'createPayment',
    bounds: { requests: 100, duration: 5000 },
    probed: {
      fit: {
        kind: 'fitted',
        best: { model, variant: 'usual', count: 3, window: 1000, phase: 200, cost: 0, mismatches: 0 },
        set: [{ model, variant: 'usual', count: 3, window: 1000, phase: 200, cost: 0, mismatches: 0 }],
        lead: 20,
        arrivals: 40,
      },
      trace: traceOf(model),
      cutShort: false,
    },
    created: '9 payments',
  });

const measured = {
  called: 'POST /v2/card/{id}/credentials',
  by: 'fields',
  steps: [
    { amount: 1, milliseconds: [3, 1, 2] },
    { amount: 2, milliseconds: [4, 40, 5] },
  ],
};

test('the growth of a latency shows every answer, the medians, and what there was more and more of', () => {
  const svg = growth(measured);

  expect(svg).toContain('aria-label="POST /v2/card/{id}/credentials: time of the answer by number of fields"');
  expect(svg.match(/<path[^>]* d="M1 0A1 1[^"]*"[^>]*fill="var\(--untested/g)).toHaveLength(6);
  expect(svg).toContain('ms until the answer was whole');
  expect(measured.steps.map(({ milliseconds }) => median(milliseconds))).toEqual([2, 5]);
});

for (const model of ['fixedWindowAligned', 'fixedWindowAnchored', 'slidingLog', 'tokenBucket'] as const)
  test(`the timeline of a ${modelOf(model).name} shows its window, its limit and every request`, () => {
    const svg = timeline(found(model));

    expect(svg).toContain('window 1 s');
    expect(svg).toContain('limit 3');
    expect(svg).toContain('accepted');
    expect(svg).toContain('refused');
    expect(svg).toContain('aria-label="POST /v3/payment: 40 requests over time, accepted and refused"');
  });

test('pictures hold no style that a content security policy would forbid, no script, and nothing that loads', () => {
  for (const svg of [timeline(found('slidingLog')), latencies(found('slidingLog')), growth(measured)]) {
    expect(svg).not.toMatch(/<style|style=|<script|href=|url\(http/);
    expect(svg).toContain('var(--pass, #14632f)');
  }
});

test('a probe without a fitted limiter is drawn as well', () => {
  const probed = { fit: { kind: 'noLimitSeen', arrivals: 40 }, trace: traceOf('slidingLog'), cutShort: true } as const;

  const limit = foundLimit({ operation: 'setCardLimits', bounds: { requests: 100, duration: 5000 }, probed });

  expect(timeline(limit)).toContain('<svg');
  expect(limit.says).toContain('The budget ended the probing before this was sure.');
});

test('a busy machine is told beside what was found', () => {
  const probed = { fit: { kind: 'noLimitSeen', arrivals: 1 }, trace: [], cutShort: false } as const;
  const bounds = { requests: 1, duration: 1 };

  expect(foundLimit({ operation: 'refreshV2', bounds, probed, late: 80 }).says).toContain('up to 80 ms late');
  expect(foundLimit({ operation: 'refreshV2', bounds, probed, late: 5 }).says).not.toContain('late');
});
