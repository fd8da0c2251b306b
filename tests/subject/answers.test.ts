// What is read from answers before the judge sees them.
import { expect, test } from '@playwright/test';
import { demandedMfa } from '../../subject/answers.ts';

const answered = (status: number, body: string) => ({
  request: { method: 'GET', url: 'http://127.0.0.1/v2/card', headers: [] },
  outcome: { kind: 'answered' as const, response: { status, headers: [], body: Buffer.from(body) } },
});

test('a demand is told by its token, however its name is written, and by nothing else', () => {
  const told = ['{"mfaToken":"m"}', '{ "\\u006dfaToken" : "m" }'].map((body) => demandedMfa(answered(202, body)));
  const others = ['{"data":{"mfaToken":"m"}}', '{"mfaToken":""}', '"mfaToken"', '{"mfaToken":"m"'];

  expect(told).toEqual(['m', 'm']);
  expect(others.map((body) => demandedMfa(answered(202, body)))).toEqual(others.map(() => undefined));
  expect(demandedMfa(answered(500, '{"mfaToken":"m"}'))).toBeUndefined();
});
