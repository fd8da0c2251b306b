// What headers say of a limit is read in every form, and held against what was seen.
import { expect, test } from '@playwright/test';
import type { Headers } from '../../contract/wire.ts';
import { announcementOf } from '../../load/announcement.ts';
import type { Candidate } from '../../load/fit/candidate.ts';
import { misleading } from '../../load/fit/truthfulness.ts';
import type { Arrival } from '../../load/trace.ts';

const now = Date.parse('Fri, 20 Nov 2026 10:00:00 GMT');

test('headers that say nothing of a limit announce nothing', () => {
  expect(announcementOf([['content-type', 'text/plain']], now)).toBeUndefined();
});

test('Retry-After is read as seconds and as a date by the clock of the server', () => {
  const dated: Headers = [
    ['Date', 'Fri, 20 Nov 2026 09:00:00 GMT'],
    ['Retry-After', 'Fri, 20 Nov 2026 09:00:30 GMT'],
  ];

  expect(announcementOf([['Retry-After', '2']], now)).toEqual({ retryAfter: 2000 });
  expect(announcementOf(dated, now)).toEqual({ retryAfter: 30_000 });
});

for (const value of ['1.5', '-1', 'soon', '2026-11-20T10:00:00Z', ''])
  test(`a Retry-After of "${value}" is malformed`, () => {
    expect(announcementOf([['Retry-After', value]], now)).toEqual({ retryAfter: 'malformed' });
  });

test('the RateLimit fields of the draft are read', () => {
  const headers: Headers = [
    ['RateLimit-Policy', '"payments";q=10;w=1'],
    ['RateLimit', '"payments";r=3;t=1'],
  ];

  expect(announcementOf(headers, now)).toEqual({ limit: 10, window: 1000, remaining: 3, reset: 1000 });
});

test('the older fields are read, with a reset in seconds or as a moment', () => {
  const older: Headers = [
    ['X-RateLimit-Limit', '10'],
    ['X-RateLimit-Remaining', '0'],
    ['X-RateLimit-Reset', '7'],
  ];
  const moment: Headers = [['RateLimit-Reset', `${now / 1000 + 20}`]];

  expect(announcementOf(older, now)).toEqual({ limit: 10, remaining: 0, reset: 7000 });
  expect(announcementOf(moment, now)).toEqual({ reset: 20_000 });
});

const arrival = (sent: number, answer: Arrival['answer'], announced?: Arrival['announced']): Arrival => ({
  sent,
  received: sent + 1,
  answer,
  ...(announced === undefined ? {} : { announced }),
});

const kinds = (trace: readonly Arrival[], observed?: Candidate): string[] =>
  misleading(trace, observed && [observed]).map(({ kind }) => kind);

test('a Retry-After that is over while requests are still refused understates', () => {
  const trace = [arrival(0, 'refused', { retryAfter: 1000 }), arrival(2100, 'refused')];

  expect(kinds(trace)).toEqual(['understated']);
});

test('of a volley that follows the wait, one that passed explains those that did not', () => {
  const volley = [arrival(2100, 'refused'), arrival(2100.5, 'admitted')];

  expect(kinds([arrival(0, 'refused', { retryAfter: 1000 }), ...volley])).toEqual([]);
});

test('a client that did not wait proves nothing about Retry-After', () => {
  const trace = [arrival(0, 'refused', { retryAfter: 1000 }), arrival(500, 'refused'), arrival(2100, 'refused')];

  expect(kinds(trace)).toEqual([]);
});

test('a Retry-After rounded up to a whole second does not overstate, a minute does', () => {
  const rounded = [arrival(0, 'refused', { retryAfter: 1000 }), arrival(50, 'admitted')];
  const minute = [arrival(0, 'refused', { retryAfter: 60_000 }), arrival(1500, 'admitted')];

  expect(kinds(rounded)).toEqual([]);
  expect(kinds(minute)).toEqual(['overstated']);
});

test('an announced limit and window are held against the observed ones', () => {
  const observed: Candidate = {
    model: 'slidingLog',
    variant: 'usual',
    count: 10,
    window: 1000,
    cost: 0,
    mismatches: 0,
  };
  const truthful = [arrival(0, 'admitted', { limit: 10, window: 1000, remaining: 9 })];
  const misled = [arrival(0, 'refused', { limit: 100, window: 60_000, remaining: 4 })];

  expect(kinds(truthful, observed)).toEqual([]);
  expect(kinds(misled, observed)).toEqual(['remaining', 'limit', 'window']);
});
