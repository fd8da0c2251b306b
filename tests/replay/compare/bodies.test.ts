// Which values of two answers may differ without counting as a difference: ids and times of each server, however they look and are named.
import { expect, test } from '@playwright/test';
import { createPseudonyms, newKey } from '../../../exchange/redaction/pseudonym.ts';
import { type Comparison, compareBodies } from '../../../replay/compare/bodies.ts';
import { createLocate } from '../../../replay/compare/fields/located.ts';
import { Renaming } from '../../../replay/correlate/renaming.ts';
import { MadeUpIds } from '../../../replay/plan/made-up-ids.ts';
import type { Step } from '../../../replay/plan/steps.ts';

const recordedFrom = Date.parse('2026-01-10T10:00:00Z');
const replayedFrom = Date.parse('2026-03-01T08:00:00Z');

const comparison = (): Comparison => ({
  renaming: new Renaming(),
  recordedIn: { from: recordedFrom, answered: recordedFrom + 60_000, ahead: 0 },
  gotIn: { from: replayedFrom, answered: replayedFrom + 1000, ahead: 0 },
  values: new Map(),
  sorted: false,
  isNamed: () => false,
});

const calculated = createLocate()('POST', '/v2/card/0b62a1de-6a0b-4c3e-9a57-0d6c2f6b8a11/calculate/limits').response;
const compared = (recorded: unknown, got: unknown, how = comparison()) =>
  compareBodies(recorded, got, calculated, how).map(({ kind, field }) => `${kind} ${field}`);

test('what the candidate names in its own way may look like anything, and keeps its name', () => {
  const how = { ...comparison(), isNamed: () => true };

  expect(compared({ id: 'calc~33.o9PWY' }, { id: 'calc~7.kk02' }, how)).toEqual([]);
  expect(compared({ id: 'calc~33.o9PWY' }, { id: 'calc~7.kk02' }, how)).toEqual([]);
  expect(compared({ id: 'calc~33.o9PWY' }, { id: 'calc~8.aa11' }, how)).toEqual(['value /id']);
});

test('an id that is a word must be the same word', () => {
  const events = createLocate()('GET', '/v2/webhook/event').response;
  const descriptors = (id: string) => [{ id, deprecated: false }];

  expect(compareBodies({ id: 'ACTIVE' }, { id: 'BLOCKED' }, events, comparison())).toHaveLength(1);
  expect(
    compareBodies(descriptors('v1.card.updated'), descriptors('v1.card.changed'), events, comparison()),
  ).not.toHaveLength(0);
});

test('a plan finds the ids that were made up, in whatever order they come; one that looks like a word by chance is among them', () => {
  const path = `/v2/card/${crypto.randomUUID()}/calculate/limits`;
  const found = (...ids: string[]) => {
    const [locate, madeUp] = [createLocate(), new MadeUpIds()];
    for (const id of ids) madeUp.see({ operation: locate('POST', path), body: { json: { id } } } as Step);
    return madeUp.rules().map(({ operation, field }) => `${operation} ${field}`);
  };

  expect(found('calcabWkPq', 'calc~7.kk02')).toEqual(['calculateCardLimits /id']);
  expect(found('calc~7.kk02', 'calcabWkPq')).toEqual(['calculateCardLimits /id']);
  expect(found('v1.card.updated', 'ACTIVE')).toEqual([]);
  expect(found(crypto.randomUUID())).toEqual([]);
});

test('a moment of the run moves with the clock under any name, another number does not', () => {
  const [then, now] = [recordedFrom + 30_000, replayedFrom + 500];

  expect(compared({ at: then }, { at: now })).toEqual([]);
  expect(compared({ at: new Date(then).toISOString() }, { at: new Date(now).toISOString() })).toEqual([]);
  expect(compared({ at: then }, { at: now - 3_600_000 })).toEqual(['value /at']);
  expect(compared({ at: then - 86_400_000 }, { at: now })).toEqual(['value /at']);
  expect(compared({ at: then }, { at: Math.round(now / 1000) })).toEqual(['value /at']);
});

test('a wrong sort order is no lawful one because the items share a wallet, own ids excuse another order', () => {
  const cards = createLocate()('GET', '/v2/card').response;
  const listed = (...ids: string[]) => ids.map((id, index) => ({ id, walletId: 'w-1', designId: 7, name: `${index}` }));
  const told = (recorded: unknown, got: unknown) =>
    compareBodies(recorded, got, cards, { ...comparison(), sorted: true })
      .filter(({ kind }) => kind === 'order')
      .map(({ lawful }) => lawful);
  const [c1, c2] = ['0b62a1de-6a0b-4c3e-9a57-0d6c2f6b8a11', '1c62a1de-6a0b-4c3e-9a57-0d6c2f6b8a12'];
  const [d1, d2] = ['2d62a1de-6a0b-4c3e-9a57-0d6c2f6b8a13', '3e62a1de-6a0b-4c3e-9a57-0d6c2f6b8a14'];

  const renamed = listed(d1, d2).map((card, index) => ({ ...card, name: `${1 - index}` }));

  expect(told(listed(c1, c2), listed(c1, c2).toReversed())).toEqual([undefined]);
  expect(told(listed(c1, c2), listed(d1, d2).toReversed())).toEqual([undefined]);
  expect(told(listed(c1, c2), renamed)).toEqual(['sorted by the ids it has']);
});

test('a secret of another kind is no recorded one, and neither is what hides it', () => {
  const pseudonyms = createPseudonyms(newKey());
  const credentials = createLocate()('POST', '/v2/card/0b62a1de-6a0b-4c3e-9a57-0d6c2f6b8a11/credentials').response;
  const differing = (name: string, secret: string, got: string) =>
    compareBodies({ [name]: pseudonyms.text(secret) }, { [name]: got }, credentials, comparison()).length;

  for (const [name, secret, alike, others] of [
    ['cvv', '123', '987', ['', '411111******1111', 'x@example.com']],
    ['pan', '4111111111111111', '4000009999990003', ['41111', '411111******1111', '411111111111111', '']],
    ['phone', '+12025550123', '+4915112345678', ['none', '']],
    ['email', 'one@example.com', 'another@example.org', ['x', '']],
    ['accessToken', 'at_0123456789abcdef', 'one@two.three', ['']],
  ] as const) {
    expect([name, differing(name, secret, alike)]).toEqual([name, 0]);
    for (const other of others) expect([name, other, differing(name, secret, other)]).toEqual([name, other, 1]);
  }
});

test('what a session or a use makes anew is not compared with the recorded secret', () => {
  const pseudonyms = createPseudonyms(newKey());
  const how = (): Comparison => ({ ...comparison(), standIn: (secret) => pseudonyms.text(String(secret)) });
  const differing = (name: string, wrap = (secret: string): unknown => secret) =>
    compared({ [name]: wrap(pseudonyms.text('recorded-1234567890')) }, { [name]: wrap('live-0987654321') }, how());

  for (const name of ['sessionId', 'session_id', 'connect.sid', 'csrf', 'xsrf', 'accessTokenValue', 'otp'])
    expect(differing(name)).toEqual([]);
  expect(differing('tokens', (secret) => [secret])).toEqual([]);
  expect(differing('password')).toEqual(['value /password']);
});

test('two recorded things do not become one, however short their numbers are', () => {
  const payments = createLocate()('GET', '/v2/payment/1').response;
  const how = comparison();
  const told = (id: number, walletId: number, live: number) =>
    compareBodies({ id, walletId, amount: 1 }, { id, walletId: live, amount: 1 }, payments, how).map(({ at }) => at);

  expect(told(1, 7, 7)).toEqual([]);
  expect(told(2, 8, 7)).toEqual(['/walletId']);
  expect(told(3, 7, 7)).toEqual([]);
});

test('an identifier that the items lack is what is removed, not the items', () => {
  const cards = createLocate()('GET', '/v1/card').response;
  const listed = [7, 8, 9].map((id) => ({ id, uuid: crypto.randomUUID(), status: 'ACTIVE', type: `${id}` }));
  const without = (gaps: readonly number[], names = ['uuid']) =>
    listed.map((card) =>
      Object.fromEntries(Object.entries(card).filter(([name]) => !gaps.includes(card.id) || !names.includes(name))),
    );
  const how = comparison();
  const told = (got: unknown) => compareBodies(listed, got, cards, how).map(({ kind, field }) => `${kind} ${field}`);

  expect(told(listed)).toEqual([]);
  expect(told(without([7, 8, 9]))).toEqual(['removed /*/uuid', 'removed /*/uuid', 'removed /*/uuid']);
  expect(told(without([8]))).toEqual(['removed /*/uuid']);
  expect(told(without([8], ['uuid', 'id'])).toSorted()).toEqual(['removed /*/id', 'removed /*/uuid']);
  expect(told(without([7, 8, 9], ['uuid', 'id']))).toHaveLength(6);
  expect(told(listed.slice(1))).toEqual(['removed /*']);
});
