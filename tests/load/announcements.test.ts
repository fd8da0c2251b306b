// What headers announce of a limit is read in every form, and compared with what was seen.
import { expect, test } from '@playwright/test';
import type { Headers } from '../../contract/wire.ts';
import { announcementOf, type Policy } from '../../load/announcement.ts';
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

  expect(announcementOf(headers, now)).toEqual({
    policies: [{ limit: 10, window: 1000 }],
    remaining: 3,
    reset: 1000,
  });
});

test('of several limits all are read, and what remains of the one that is nearest to its end', () => {
  const headers: Headers = [
    ['RateLimit-Policy', '"day";q=5000;w=86400, "second";q=10;w=1'],
    ['RateLimit', '"day";r=4711;t=3600, "second";r=0;t=1'],
  ];
  const policies = [
    { limit: 5000, window: 86_400_000 },
    { limit: 10, window: 1000 },
  ];

  expect(announcementOf(headers, now)).toEqual({ policies, remaining: 0, reset: 1000 });
  expect(announcementOf([['RateLimit-Limit', '10, 5000;w=86400, 10;w=1']], now)).toEqual({ policies });
});

test('the older fields are read, with a reset in seconds or as a moment', () => {
  const older: Headers = [
    ['X-RateLimit-Limit', '10'],
    ['X-RateLimit-Remaining', '0'],
    ['X-RateLimit-Reset', '7'],
  ];
  const moment: Headers = [['RateLimit-Reset', `${now / 1000 + 20}`]];

  expect(announcementOf(older, now)).toEqual({ policies: [{ limit: 10 }], remaining: 0, reset: 7000 });
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

const observed: Candidate = {
  model: 'slidingLog',
  variant: 'usual',
  count: 10,
  window: 1000,
  cost: 0,
  mismatches: 0,
};
const aSecond = { limit: 10, window: 1000 };
const aDay = { limit: 5000, window: 86_400_000 };

test('an announced limit and window are held against the observed ones', () => {
  const truthful = [arrival(0, 'admitted', { policies: [aSecond], remaining: 9 })];
  const misled = [arrival(0, 'refused', { policies: [{ limit: 100, window: 60_000 }], remaining: 4 })];

  expect(kinds(truthful, observed)).toEqual([]);
  expect(kinds(misled, observed)).toEqual(['remaining', 'limit', 'window']);
});

test('of several announced limits, the observed one is enough', () => {
  expect(kinds([arrival(0, 'admitted', { policies: [aDay, aSecond] })], observed)).toEqual([]);
  expect(kinds([arrival(0, 'admitted', { policies: [aDay] })], observed)).toEqual(['limit', 'window']);
});

test('where no limit is sure, a refusal gives the lie to a limit that so few requests cannot have used up', () => {
  const volley = (begins: number, policies: readonly Policy[]) =>
    Array.from({ length: 12 }, (_, i) => arrival(begins + i, i < 10 ? 'admitted' : 'refused', { policies }));
  const early = (policies: readonly Policy[], isAlone = true) =>
    misleading([...volley(0, policies), ...volley(3000, policies)], [], isAlone).map(({ kind }) => kind);
  const tooMany = { limit: 100, window: 1000 };

  expect(early([tooMany])).toEqual(['early']);
  expect(early([aSecond])).toEqual([]);
  expect(early([tooMany, aSecond])).toEqual([]);
  expect(early([aDay]), 'what came before may have used it up').toEqual([]);
  expect(early([tooMany], false)).toEqual([]);
  expect(misleading(volley(0, [tooMany]), [], true), 'what came a moment before as well').toEqual([]);
});
