// What the judge says of some hundred answers stays the same to the letter while its code changes. They are answers of the reference service,
// correct, with faults and in variants, and the same answers damaged by rules: members missing, null, of another type, misspelt or unknown, another
// status, a body cut off.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { judge } from '../../contract/judge/judge.ts';
import type { Openings } from '../../contract/openings.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { readTraffic } from '../../exchange/traffic/traffic.ts';

const place = (name: string): string => new URL(`./data/${name}`, import.meta.url).pathname;

const openings: Openings = {
  basePath: '',
  successStatuses: { createBeneficiary: [201] },
  validationStatus: 400,
  includeParameter: 'include',
  expandParameter: 'expand',
};

test('the judge says of kept answers what it said of them before', async () => {
  const said: string[] = [];
  for await (const item of readTraffic(place('kept-answers.ndjson.gz'))) {
    if (item.kind === 'exchange') said.push(judgementOf(item.exchange as Exchange));
  }
  const text = said.join('\n');

  // Where the change is intended, copy this file over the kept one.
  writeFileSync(test.info().outputPath('kept-answers.txt'), text);
  expect(text).toBe(readFileSync(place('kept-answers.txt'), 'utf8'));
});

function judgementOf(exchange: Exchange): string {
  const { operation = 'no operation', checked, findings } = judge(exchange, openings);
  return [
    `${exchange.id}: ${operation} shows ${[...checked].sort().join(' ')}`,
    ...findings.map(({ requirement, at, expected, got }) => `  ${requirement} ${at}: expected ${expected}; got ${got}`),
    '',
  ].join('\n');
}
