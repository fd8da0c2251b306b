// The line that reproduces a finding, however long its request is.
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { lineFromEvidence, showing } from '../../harness/run/shown.ts';
import { againOf, requestAgain } from '../../reports/verdict/again.ts';
import { mixedVerdict } from '../reports/verdicts.ts';

const show = showing(createRedaction());

const posting = (members: number): Exchange => ({
  id: 'abc-1',
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/v2/member',
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, i) => [`m${i}`, i])))),
  },
  outcome: { kind: 'failed', failure: { kind: 'dropped', message: 'gone' } },
  times: { startedAt: 0, sent: 0, ended: 1 },
});

test('a body shows how often something is repeated in it, and what stands behind', () => {
  const long = Buffer.from(`{"name":"${'a'.repeat(20_000)}","city":"Riga"}`);
  const { request, ...rest } = posting(1);
  expect(show({ ...rest, request: { ...request, body: long } }).body).toBe('{"name":"‹a × 20000›","city":"Riga"}');
});

test('a request of many members has a line that takes it from the evidence', () => {
  expect(show(posting(3)).curl).toContain('"m2":2');
  expect(show(posting(2_000)).curl).toBe(lineFromEvidence('abc-1'));
  const shown = show(posting(2_000));
  expect(requestAgain(shown, mixedVerdict({ folder: 'elsewhere' })).lines.at(-1)).toBe(
    lineFromEvidence('abc-1', ['--in', 'elsewhere']),
  );
  expect(lineFromEvidence('abc-1')).toMatch(/^eval "\$\(.* show abc-1 --curl\)"$/);
});

test('where no evidence is kept, no line takes anything from it', () => {
  const verdict = mixedVerdict({ kept: 'none' });
  expect(requestAgain(show(posting(2_000)), verdict).lines).toEqual([]);
  expect(requestAgain(show(posting(3)), verdict).lines.at(-1)).toContain('"m2":2');
  const failing = verdict.requirements.find(({ verdict: said }) => said === 'fail')!;
  expect(againOf(failing, verdict).lines.join('\n')).not.toContain(' show ');
  expect(againOf(failing, mixedVerdict()).lines.join('\n')).toContain(' show ');
});
