// Exchanges become arrivals: every request that the limit may have counted is kept, and every one that it cannot have counted is left out.
import { expect, test } from '@playwright/test';
import type { Outcome } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answersIn } from '../../load/pacing/sender.ts';
import { traceOf } from '../../load/trace.ts';

const answer = (status: number): Outcome => ({
  kind: 'answered',
  response: { status, headers: [['Retry-After', '1']], body: new Uint8Array() },
});

const exchange = (outcome: Outcome, startedAt: number, more: Partial<Exchange> = {}): Exchange => ({
  id: `${startedAt}`,
  request: { method: 'POST', url: 'http://127.0.0.1/v3/payment', headers: [] },
  outcome,
  times: { startedAt, sent: 1, answered: 5, ended: 6 },
  ...more,
});

test('an answered request lies between its sending and its answer', () => {
  const trace = traceOf([exchange(answer(429), 2000), exchange(answer(200), 1000)]);

  expect(trace).toEqual([
    { begun: 1000, sent: 1001, received: 1005, answer: 'admitted', status: 200, announced: { retryAfter: 1000 } },
    { begun: 2000, sent: 2001, received: 2005, answer: 'refused', status: 429, announced: { retryAfter: 1000 } },
  ]);
});

test('a request without an answer may arrive at any later time', () => {
  const late: Outcome = { kind: 'failed', failure: { kind: 'timeout', message: 'no response within 10 ms' } };

  const trace = traceOf([exchange(late, 1000, { times: { startedAt: 1000, sent: 1, ended: 11 } })]);

  expect(trace).toEqual([{ sent: 1001, received: Number.POSITIVE_INFINITY, answer: 'unknown' }]);
});

test('a request for which no connection came about never arrived', () => {
  const refused: Outcome = { kind: 'failed', failure: { kind: 'refused', message: 'nothing listens' } };

  expect(traceOf([exchange(refused, 1000)])).toEqual([]);
});

test('of a server error nobody knows what the limiter made of it', () => {
  expect(traceOf([exchange(answer(503), 1000)])).toMatchObject([{ answer: 'unknown', status: 503 }]);
});

test('a request sent a second time may have been counted twice', () => {
  const trace = traceOf([exchange(answer(200), 1000, { resent: true })]);

  expect(trace.map(({ answer }) => answer)).toEqual(['unknown', 'admitted']);
});

test('a demand for a second factor may have been counted, and comes before the answer that it held up', () => {
  const body = new TextEncoder().encode('{"status":"MFA_REQUIRED","mfaToken":"a-token"}');
  const demand = exchange({ kind: 'answered', response: { status: 403, headers: [], body } }, 1000);

  const asked = answersIn([
    { due: 0, handed: 0, heldBack: false, demands: [demand], exchange: exchange(answer(429), 1010) },
  ]);

  expect(traceOf(asked).map(({ answer }) => answer)).toEqual(['unknown', 'refused']);
});
