import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { Ledger } from '../../harness/run/ledger.ts';

const openings = { basePath: '', successStatuses: {} };

function exchange(id: string, status: number, body: unknown): Exchange {
  return {
    id,
    request: { method: 'GET', url: 'http://127.0.0.1:1/v2/card', headers: [] },
    outcome: {
      kind: 'answered',
      response: { status, headers: [['content-type', 'application/json']], body: Buffer.from(JSON.stringify(body)) },
    },
    times: { startedAt: 0, sent: 0, answered: 1, ended: 1 },
  };
}

test('the same departure met again raises its count, and the first exchange shows it', () => {
  const ledger = new Ledger(openings, createRedaction());

  for (const id of ['first', 'second', 'third']) ledger.enter(exchange(id, 503, {}));

  const { findings, exchanges, checked } = ledger.take();
  expect(findings).toMatchObject([{ requirement: 'ERR-01', count: 3, shown: { id: 'first', sent: 'GET /v2/card' } }]);
  expect(exchanges).toBe(3);
  expect(checked['ERR-01']).toBe(3);
});

test('places that differ only by their position in a list are one place', () => {
  const ledger = new Ledger(openings, createRedaction());

  ledger.enter(exchange('list', 200, [{ id: 1 }, { id: 2 }]));

  const ids = ledger.take().findings.filter(({ requirement }) => requirement === 'CARD-01');
  expect(ids).toMatchObject([{ at: '/*/id', count: 2 }]);
});

test('what was taken is not taken again', () => {
  const ledger = new Ledger(openings, createRedaction());
  ledger.enter(exchange('one', 503, {}));
  ledger.take();

  expect(ledger.take()).toEqual({ checked: {}, findings: [], exchanges: 0, resent: 0 });
});

test('a known secret in what was got is masked', () => {
  const ledger = new Ledger(openings, createRedaction({ known: ['canary-of-the-vault'] }));

  ledger.find(
    { requirement: 'CARD-14', at: 'x', expected: 'something', got: 'the word canary-of-the-vault' },
    undefined,
  );

  expect(JSON.stringify(ledger.take())).not.toContain('canary-of-the-vault');
});
