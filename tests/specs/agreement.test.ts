import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Card } from '../../specs/cards/support/card.ts';
import { comparable, differenceOf } from '../../specs/parity/support/comparable.ts';
import { type Answer, unlikeOthers } from '../../specs/parity/support/flicker.ts';
import { members, sameCard, sameReading } from '../../specs/parity/support/members.ts';

const answering = (status: number, body: unknown): Exchange => ({
  id: 'one',
  times: { startedAt: 0, sent: 0, ended: 1 },
  request: { method: 'GET', url: 'http://127.0.0.1/v2/card', headers: [] },
  outcome: {
    kind: 'answered',
    response: { status, headers: [], body: new TextEncoder().encode(JSON.stringify(body)) },
  },
});

const updated = (updatedAt: number, updatedAtMs: number) =>
  sameCard(members.updated, { updatedAt }, { updatedAtMs }, 'in the lists');

test('milliseconds belong to a second however the second was rounded', () => {
  expect(updated(1_760_000_000, 1_760_000_000_999)).toBeUndefined();
  expect(updated(1_760_000_001, 1_760_000_000_001)).toBeUndefined();
  expect(updated(1_760_000_000, 1_760_000_001_000)?.expected).toContain('updatedAtMs of v1 as updatedAt of v2');
});

test('times of orders may be in one unit in both versions', () => {
  const order = (orderedAt: number, ordered_at: number) =>
    sameCard(members.order, { orderInfo: { orderedAt } }, { orderInfo: { ordered_at } }, 'by its id');

  expect(order(1_760_000_000, 1_760_000_000)).toBeUndefined();
  expect(order(1_760_000_000, 1_760_000_000_123)).toBeUndefined();
  expect(order(1_760_000_000, 1_760_000_060)).toBeDefined();
});

test('null and absent agree, and neither agrees with a value', () => {
  const ordered = (newer: Card, older: Card) => sameCard(members.order, newer, older, 'in the lists');

  expect(ordered({ orderInfo: null }, {})).toBeUndefined();
  expect(ordered({ orderInfo: { title: 'Ordered' } }, { orderInfo: null })).toBeDefined();
});

test('a member that must not be missing is left to the judge when it is', () => {
  expect(sameReading('v2', { version: 3 }, {}, 'in the list and alone')).toBeUndefined();
  expect(sameReading('v2', { version: 3 }, { version: 4 }, 'in the list and alone')?.got).toBe('3 and 4');
});

test('one reading may tell more of a delivery than the other, but not something else, nor something beside nothing', () => {
  const listedAndAlone = (inList: unknown, alone: unknown) =>
    sameReading('v1', { orderInfo: { delivery: inList } }, { orderInfo: { delivery: alone } }, 'in the list and alone');

  expect(listedAndAlone({ city: 'Riga' }, { city: 'Riga', street: 'Long', floor: null })).toBeUndefined();
  expect(listedAndAlone({}, null)).toBeUndefined();
  expect(listedAndAlone({ to: { city: 'Riga' } }, { to: { city: 'Tartu' } })?.expected).toContain('orderInfo.delivery');
  expect(listedAndAlone(undefined, { city: 'Riga' })).toBeDefined();
});

test('a name is not told when it differs', () => {
  const mismatch = sameCard(members.names, { cardholderName: 'ONE' }, { cardholder_name: 'TWO' }, 'in the lists');

  expect(JSON.stringify(mismatch)).not.toMatch(/ONE|TWO/);
});

test('two answers say the same whatever their order, their nulls and what nobody described', () => {
  const one = answering(200, [{ id: 'A', designId: 'x', notification: null, served: 1 }, { id: 'b' }]);
  const other = answering(200, [{ id: 'b' }, { served: 2, designId: 'x', id: 'A' }]);

  expect(comparable('listCards', one)).toEqual(comparable('listCards', other));
});

test('a demand for a second factor and a reached limit say nothing of the thing', () => {
  expect(comparable('readCard', answering(200, { status: 'MFA_REQUIRED', mfaToken: 'token' }))).toBeUndefined();
  expect(comparable('readCard', answering(429, {}))).toBeUndefined();
  expect([...(comparable('readCard', answering(410, {})) ?? [])]).toEqual([['the answer', 'status 410']]);
});

test('a difference is told by where it is, without the values', () => {
  expect(differenceOf('{"a":{"b":1}}', '{"a":{"b":2}}')).toBe('another a.b');
  expect(differenceOf('{"a":1}', 'status 410')).toBe('status 410');
  expect(differenceOf('status 410', '{"a":1}')).toBe('another answer');
});

const series = (...texts: readonly string[]): readonly Answer[] =>
  texts.map((text) => ({ exchange: answering(200, {}), said: new Map([['the answer', text]]) }));

const doubtsIn = (answers: readonly Answer[]): readonly number[] =>
  answers.flatMap((answer, place) => (unlikeOthers(answer, answers) ? [place] : []));

test('an answer between two others that are alike is unlikeOthers', () => {
  expect(doubtsIn(series('a', 'a', 'b', 'a'))).toEqual([2]);
});

test('a change that lasts is not unlikeOthers', () => {
  expect(doubtsIn(series('a', 'a', 'b', 'b', 'c'))).toEqual([]);
});

test('an entry that is missing once is unlikeOthers', () => {
  const answers = series('a', 'a', 'a').map((answer, place) => ({
    ...answer,
    said: new Map([...answer.said, ...(place === 1 ? [] : [['a card', 'text'] as const])]),
  }));

  expect(unlikeOthers(answers[1] as Answer, answers)?.got).toBe('no entry (a card) between two answers that are alike');
});

test('each version may write the day until which a card is valid in its own way', () => {
  const valid = (newer: unknown, older: unknown) =>
    sameCard(members.names, { validUntilDate: newer }, { validUntilDate: older }, 'in the lists');

  for (const way of [
    '2029-05',
    '2029-05-28T23:59:59Z',
    '05/29',
    '0529',
    '05/2029',
    '28.05.2029',
    '05/28/2029',
    'May 2029',
    '28 May 2029',
  ]) {
    expect(valid('2029-05-28', way), way).toBeUndefined();
  }
  for (const other of ['2029-05-27', '2029-06', '06/29', '05/28', '27.05.2029', 'Jun 2029', '27 May 2029']) {
    expect(valid('2029-05-28', other), other).toBeDefined();
  }
  expect(valid('2029-05-28', 'in four years')).toBeUndefined();
});

test('the day until which a card is valid may be told by a moment, in any zone', () => {
  const valid = (newer: unknown, older: unknown) =>
    sameCard(members.names, { validUntilDate: newer }, { validUntilDate: older }, 'in the lists');

  for (const [newer, older] of [
    ['1882828800', '1882828800000'],
    ['2029-08-31', '1882828800'],
    ['2029-08-31T00:00:00+02:00', '2029-08-30T22:00:00Z'],
    ['2029-08-31', '2029-08-30T22:00:00Z'],
    ['08/29', '2029-08-31T22:00:00-04:00'],
    ['2029-08-31T23:59:59', '1882828800000'],
  ]) {
    expect(valid(newer, older), `${newer} ${older}`).toBeUndefined();
  }
  for (const [newer, older] of [
    ['1882828800', '1882742400000'],
    ['2029-08-31', '2029-08-29T22:00:00Z'],
    ['2029-08-31T00:00:00Z', '2029-08-30T00:00:00Z'],
    ['08/29', '1890000000'],
  ]) {
    expect(valid(newer, older), `${newer} ${older}`).toBeDefined();
  }
});
