// The paragraph for the runbook says what was found, and nothing more.
import { expect, test } from '@playwright/test';
import type { Candidate } from '../../load/fit/candidate.ts';
import type { Fit } from '../../load/fit/fit.ts';
import { limiterModels } from '../../load/models/index.ts';
import { runbookParagraph } from '../../load/runbook.ts';

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  model: 'tokenBucket',
  variant: 'usual',
  count: 10,
  window: 1000,
  cost: 0,
  mismatches: 0,
  ...more,
});

test('a fitted limiter is named with its figures and with what to do after a refusal', () => {
  const best = candidate();
  const fit: Fit = { kind: 'fitted', best, set: [best, candidate({ window: 1020 })], lead: 40, arrivals: 171 };

  expect(runbookParagraph('POST /v3/payment', fit)).toBe(
    'POST /v3/payment is limited by a token bucket: 10 per 1 s. Up to 10 requests pass at once; then 10 per second, one every 100 ms. The whole burst is free again after 1 s of silence. Found from 171 requests, 0 of them answered otherwise than this predicts; a count of 10 and a window of 1 s to 1.02 s explain them as well.',
  );
});

test('every model has its paragraph', () => {
  for (const { id, name } of limiterModels) {
    const best = candidate({ model: id });

    const text = runbookParagraph('POST /v3/payment', { kind: 'fitted', best, set: [best], lead: 9, arrivals: 100 });

    expect(text).toContain(name);
    expect(text).not.toContain('undefined');
  }
});

test('what cannot be told is not told', () => {
  const between = [candidate(), candidate({ model: 'slidingCounter' })];

  const set = [...between, candidate({ window: 1400 })];
  const fit = { kind: 'cannotTell', between, set, arrivals: 30 } as const;

  const text = runbookParagraph('POST /v3/payment', fit);
  const unfinished = runbookParagraph('POST /v3/payment', fit, true);

  expect(text).toContain('token bucket with 10 per 1 s to 1.4 s; sliding counter with 10 per 1 s');
  expect(text).toContain('2 s of silence clears any of them');
  expect(unfinished).not.toContain('clears');
  expect(unfinished).toContain('It may remember for longer than was seen.');
});

test('a limit that was not seen is not called absent', () => {
  const text = runbookParagraph('POST /v3/payment', { kind: 'noLimitSeen', arrivals: 300 });

  expect(text).toContain('There may be one above what was sent.');
});
