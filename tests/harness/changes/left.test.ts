// What a run leaves at its target: counted by what was not refused, and printed with what remains of the allowances.
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import { createLeft, draftsLeft, leftIn } from '../../../harness/changes/left.ts';
import { madeThere } from '../../../reports/verdict/wording.ts';

const signed = '{"status":"ACCEPTED","data":{}}';

const draft = (digit: number) => `5a0e8b34-6c5d-4b0f-9f7b-2d9c1e3a4b5${digit}`;

const exchange = (method: string, url: string, status: number | 'none', body = '', answer = '{}'): Exchange => ({
  id: 'x-1',
  request: { method, url, headers: [], body: Buffer.from(body) },
  outcome:
    status === 'none'
      ? { kind: 'failed', failure: { kind: 'dropped', message: 'closed' } }
      : { kind: 'answered', response: { status, headers: [], body: Buffer.from(answer) } },
  times: { startedAt: 0, sent: 0, ended: 1 },
});

test('what was refused, only validated or read is not counted; what got no answer is', ({}, info) => {
  const path = info.outputPath('.run/left.log');
  const note = createLeft(path, '/api');
  for (const seen of [
    exchange('POST', '/api/v3/payment', 201),
    exchange('POST', '/api/v3/payment', 400),
    exchange('POST', '/api/v3/payment', 429),
    exchange('POST', '/api/v3/payment', 'none'),
    exchange('POST', '/api/v3/payment', 200, '{}', '{"status":"MFA_REQUIRED","mfaToken":"t"}'),
    exchange('GET', `/api/v2/payment/${draft(1)}`, 200),
    exchange('POST', '/api/v2/beneficiary', 403),
    exchange('POST', '/api/v2/beneficiary', 200, '{}', '{"errors":[{"field":"iban","message":"no"}]}'),
    exchange('POST', '/api/v3/payment/sign?validate=1', 200, JSON.stringify({ id: [draft(1), draft(2)] }), signed),
    exchange('POST', '/api/v3/payment/sign?validate=0', 200, JSON.stringify({ id: [draft(2)] }), signed),
    exchange('POST', '/api/v3/payment/sign', 200, JSON.stringify({ id: [draft(2), draft(3)] }), signed),
  ])
    note(seen);

  expect(leftIn(path)).toEqual({ counts: { createPayments: 2, signDrafts: 2 }, signedDrafts: [draft(2), draft(3)] });
  expect(leftIn(path, [draft(4)]).counts).toEqual({ createPayments: 2, signDrafts: 3 });
  expect(leftIn(info.outputPath('none.log'))).toEqual({ counts: {}, signedDrafts: [] });
});

test('it is told how many runs the drafts that are left are enough for', () => {
  const named = [1, 2, 3, 4, 5, 6, 7].map(draft);

  expect(draftsLeft(named, [draft(7), draft(5)])).toBe(4);
  expect(draftsLeft(named, [])).toBe(7);
  expect(madeThere({ spent: { signDrafts: 2, cancelPayments: 1 }, draftsLeft: 4 })).toBe(
    '1 cancelled payment, 2 signed drafts; at least 4 drafts of the profile are left, for 2 more runs like this',
  );
  expect(madeThere({ spent: {} })).toBeUndefined();
});
