import { expect, test } from '@playwright/test';
import type { OperationId } from '../../contract/operations.ts';
import type { FailureKind } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { accepted, answered, meaningOf, notAccepted, rejected } from '../../generators/expectations.ts';

const around = (outcome: Exchange['outcome']): Exchange => ({
  id: '1',
  times: { startedAt: 0, sent: 0, ended: 1 },
  request: { method: 'POST', url: 'http://127.0.0.1/v2/beneficiary', headers: [] },
  outcome,
});

const answer = (status: number, body: unknown = {}): Exchange =>
  around({
    kind: 'answered',
    response: { status, headers: [['content-type', 'application/json']], body: Buffer.from(JSON.stringify(body)) },
  });

const failure = (kind: FailureKind): Exchange => around({ kind: 'failed', failure: { kind, message: 'gone' } });

const created = answer(200, { errors: [], notice: [], data: { id: 1, uuid: '0' } });
const reported = answer(200, { errors: [{ field: 'iban' }], notice: [] });
const mfa = answer(403, { status: 'MFA_REQUIRED', mfaToken: 'token' });
const operation: OperationId = 'createBeneficiary';

const meanings: ReadonlyArray<readonly [string, OperationId, Exchange, string]> = [
  ['a creation without errors', 'createBeneficiary', created, 'accepted'],
  ['a creation with errors', 'createBeneficiary', reported, 'reported'],
  [
    'a creation with a notice and no data',
    'createBeneficiary',
    answer(200, { errors: [], notice: ['no'] }),
    'reported',
  ],
  [
    'a creation with a notice and data',
    'createBeneficiary',
    answer(200, { errors: [], notice: ['ok'], data: { id: 1 } }),
    'accepted',
  ],
  ['an invitation with SUCCESS', 'inviteMember', answer(200, { status: 'SUCCESS' }), 'accepted'],
  ['an invitation with another status', 'inviteMember', answer(200, { status: 'FAILED' }), 'reported'],
  ['signing with ACCEPTED', 'signPayments', answer(202, { status: 'ACCEPTED', data: {} }), 'accepted'],
  [
    'a login with a field error in a success',
    'login',
    answer(200, { status: 'ERROR', errors: { fingerprint: 'long' } }),
    'refused',
  ],
  ['a demand for a second factor', 'createBeneficiary', mfa, 'mfa'],
  ['a demand in a success', 'login', answer(200, { status: 'MFA_REQUIRED', mfaToken: 'token' }), 'mfa'],
  ['a 422', 'createBeneficiary', answer(422), 'refused'],
  ['a 500', 'createBeneficiary', answer(500), 'serverError'],
  ['a redirection', 'createBeneficiary', answer(302), 'neither'],
  ['no answer', 'createBeneficiary', failure('dropped'), 'none'],
  ['a success with nothing in it', 'setSmsBalanceNotification', answer(204, ''), 'accepted'],
];

for (const [what, id, exchange, meaning] of meanings) {
  test(`${what} means ${meaning}`, () => {
    expect(meaningOf(id, exchange)).toBe(meaning);
  });
}

const refusedOutright = rejected.butItsTwinAccepted;

test('a refusal proves nothing until its twin has been sent', () => {
  expect(refusedOutright({ operation, sent: answer(400) }, false)).toEqual({ kind: 'needs', what: 'twin' });
});

test('a refusal beside an accepted twin holds', () => {
  expect(refusedOutright({ operation, sent: answer(400), twin: created }, false)).toEqual({ kind: 'held' });
});

test('a success is broken without a look at the twin', () => {
  expect(refusedOutright({ operation, sent: created }, false)).toMatchObject({
    kind: 'broken',
    mismatch: { expected: 'a refusal, 4xx', got: 'a success, 200' },
  });
});

test('an endpoint that refuses everything proves nothing', () => {
  expect(refusedOutright({ operation, sent: answer(400), twin: answer(400) }, false).kind).toBe('unproven');
});

test('a twin at the edge that is refused where the plain request is accepted shows a bound too narrow', () => {
  const met = { operation, sent: answer(400), twin: answer(400) };

  expect(refusedOutright(met, true)).toEqual({ kind: 'needs', what: 'plain' });
  expect(refusedOutright({ ...met, plain: created }, true)).toMatchObject({ kind: 'broken', seen: met.twin });
  expect(refusedOutright({ ...met, plain: answer(400) }, true).kind).toBe('unproven');
});

test('a demand for a second factor is neither a refusal nor a failure', () => {
  expect(refusedOutright({ operation, sent: mfa }, false).kind).toBe('unproven');
  expect(refusedOutright({ operation, sent: answer(400), twin: mfa }, true).kind).toBe('unproven');
  expect(accepted({ operation, sent: mfa }, false).kind).toBe('unproven');
});

test('a success that reports the problem is not accepted, yet no refusal', () => {
  const met = { operation, sent: reported, twin: created };

  expect(notAccepted.butItsTwinAccepted(met, false)).toEqual({ kind: 'held' });
  expect(refusedOutright(met, false).kind).toBe('broken');
});

test('a refusal with another status than stated is broken', () => {
  const { butItsTwinAccepted } = rejected.with(400);

  expect(butItsTwinAccepted({ operation, sent: answer(400), twin: created }, false)).toEqual({ kind: 'held' });
  expect(butItsTwinAccepted({ operation, sent: answer(422), twin: created }, false)).toMatchObject({
    kind: 'broken',
    mismatch: { expected: 'a refusal with 400' },
  });
});

test('a server error is never a refusal, and never an answer', () => {
  expect(refusedOutright({ operation, sent: answer(500) }, false).kind).toBe('broken');
  expect(notAccepted.butItsTwinAccepted({ operation, sent: answer(503) }, false).kind).toBe('broken');
  expect(answered({ operation, sent: answer(500) }, false).kind).toBe('broken');
  expect(answered({ operation, sent: failure('dropped') }, false).kind).toBe('broken');
  for (const status of [200, 400, 404, 413, 422])
    expect(answered({ operation, sent: answer(status) }, false).kind).toBe('held');
});
