import {
  impatient,
  type Patience,
  patient,
  patientAtLogin,
  patientInRun,
  requestedWait,
  waiting,
} from '../../subject/waiting/patience.ts';
import type { Reply } from './small-target.ts';
import { expect, test } from './targets.ts';

const tooMany = (headers: Record<string, string>): Reply => ({
  status: 429,
  json: { name: 'Too Many Requests', message: 'slow down', status: 429 },
  headers,
});

/** Refuses the card list this many times. */
const refusing = (times: number, headers: Record<string, string>) => {
  let left = times;
  return {
    before: ({ path }: { path: string }) => {
      if (path !== '/v2/card' || left === 0) return undefined;
      left -= 1;
      return tooMany(headers);
    },
  };
};

const answered = (headers: Record<string, string>) => ({
  status: 429,
  headers: Object.entries(headers),
  body: new Uint8Array(),
});

test('Retry-After is kept to, and the wait is counted', async ({ meet }) => {
  const { api, exchanges } = await meet(refusing(1, { 'retry-after': '1' }));
  const cards = await api.cards.list();
  expect(cards).toHaveLength(9);
  expect(api.waits).toEqual({ count: 1, milliseconds: 1000, long: 0, inVain: 0 });
  const [first, second] = exchanges.filter(({ request }) => request.url.endsWith('/v2/card'));
  expect(second!.times.startedAt - first!.times.startedAt).toBeGreaterThanOrEqual(990);
});

test('the observer sees every 429 that was waited for', async ({ meet }) => {
  const { api, exchanges } = await meet(refusing(2, { 'retry-after': '0' }));
  await api.cards.list();
  const statuses = exchanges.map(({ outcome }) => outcome.kind === 'answered' && outcome.response.status);
  expect(statuses).toEqual([200, 429, 429, 200]);
});

const asked = answered({ 'retry-after': '0' });

/** The waits of one request that is always refused. */
function waits(patience: Patience, inVain = 0, refusal = asked, long = 0): readonly number[] {
  const next = waiting(patience, { inVain, long });
  const all: number[] = [];
  for (let wait = next(refusal); wait !== undefined; wait = next(refusal)) all.push(wait);
  return all;
}

const sum = (all: readonly number[]): number => all.reduce((total, wait) => total + wait, 0);

test('patience ends, and who asks for no wait at all is not asked for ever', () => {
  expect(waits({ longest: 20_000, total: 4000 })).toEqual([0, 0, 0, 0, 250, 500, 1000, 2000]);
});

test('a limit of ten seconds that says nothing of itself is outwaited', () => {
  expect(sum(waits(patient, 0, answered({})))).toBeGreaterThan(20_000);
});

test('patience that was in vain gets shorter, and some is always left', () => {
  const all = [0, 1, 2, 9].map((inVain) => sum(waits(patient, inVain)));
  expect(all).toEqual([...all].sort((one, other) => other - one));
  expect(all.at(-1)).toBeGreaterThan(3000);
});

test('a limit by the minute is outwaited once a request, and no longer where nothing is asked for', () => {
  const minute = answered({ 'retry-after': '60' });

  expect(waits(patient, 0, minute)).toEqual([]);
  expect(waits(patientInRun, 0, minute)).toEqual([60_000]);
  expect(waits(patientInRun, 1, minute)).toEqual([]);
  expect(waits(patientAtLogin, 0, minute)).toEqual([60_000]);
  expect(waits(patientAtLogin, 0, answered({ 'retry-after': '3600' }))).toEqual([]);
  expect(sum(waits(patientAtLogin, 0, answered({})))).toBe(sum(waits(patient, 0, answered({}))));
});

test('limits by the minute are outwaited a few times in a run, at a login whenever it is refused', () => {
  const minute = answered({ 'retry-after': '60' });

  expect(waits(patientInRun, 0, minute, 120_000)).toEqual([60_000]);
  expect(waits(patientInRun, 0, minute, 180_000)).toEqual([]);
  expect(waits(patientAtLogin, 0, minute, 180_000)).toEqual([60_000]);
});

test('a caller without patience waits for nothing', () => {
  expect(waits(impatient)).toEqual([]);
});

test('a wait longer than bearable is not begun', async ({ meet }) => {
  const { api } = await meet(refusing(1, { 'retry-after': '3600' }));
  const exchange = await api.call('listCards');
  expect(exchange.outcome).toMatchObject({ response: { status: 429 } });
  expect(api.waits.count).toBe(0);
});

test('a caller that asks for the 429 gets it at once', async ({ meet }) => {
  const { api, target } = await meet(refusing(1, { 'retry-after': '0' }));
  const exchange = await api.call('listCards', { on429: 'return' });
  expect(exchange.outcome).toMatchObject({ response: { status: 429 } });
  expect(target.received.filter(({ path }) => path === '/v2/card')).toHaveLength(1);
});

test('a login waits as well', async ({ meet }) => {
  let left = 1;
  const { api } = await meet({ before: () => (left-- > 0 ? tooMany({ 'retry-after': '0' }) : undefined) });
  expect((await api.login()).kind).toBe('loggedIn');
});

test('the wait is read from seconds, a date, a reset, or grows by itself', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(requestedWait(answered({ 'Retry-After': '3' }), now)).toBe(3000);
  expect(requestedWait(answered({ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }), now)).toBe(5000);
  expect(requestedWait(answered({ 'retry-after': 'Thu, 01 Jan 2015 00:00:05 GMT' }), now)).toBe(0);
  expect(requestedWait(answered({ 'RateLimit-Reset': '7' }), now)).toBe(7000);
  expect(requestedWait(answered({ RateLimit: '"p";r=0;t=9' }), now)).toBe(9000);
  expect(requestedWait(answered({}), now)).toBeUndefined();
  expect(waits(patient, 0, answered({})).slice(0, 3)).toEqual([250, 500, 1000]);
});
