// A browser's file may show content for answers that have no body. It is left out, and every command that reads such a file says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { startAnswering } from '../../replay/made.ts';
import { authorization, tokens } from '../../replay/manifold.ts';
import { assay } from '../command.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const entry = (status: number, method = 'GET') => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 3,
  timings: { send: 1, wait: 1, receive: 1 },
  request: {
    method,
    url: 'https://target.example/v2/card',
    headers: [
      { name: 'Authorization', value: authorization },
      { name: 'If-None-Match', value: '"made-up"' },
    ],
  },
  response: {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: 2, mimeType: 'application/json', text: '[]' },
  },
});

const written = (): string => {
  const entries = [entry(200), entry(304), entry(304), entry(200, 'HEAD')];
  writeFileSync(output('browser.har'), JSON.stringify({ log: { version: '1.2', entries } }));
  return output('browser.har');
};

const reason = 'a body beneath an answer that has none, which is a copy of the browser';

test('a copy of the browser beneath a 304 is left out, counted and told, by check and convert', async () => {
  const har = written();

  const checked = await assay(['check', har, '--out', output('report')]);
  const converted = await assay(['convert', har, output('browser.ndjson')]);

  expect(checked.stdout).toMatch(/^ {2}left out: a body beneath an answer .* \(3, first .*browser\.har, entry 2\)$/m);
  const { traffic } = JSON.parse(readFileSync(output('report', 'verdict.json'), 'utf8')) as Verdict;
  expect(traffic).toMatchObject({ unusable: [], omitted: [{ reason, count: 3 }] });
  expect(converted.stderr).toMatch(/^3 left out: a body beneath .* \(first .*browser\.har, entry 2\)$/m);
  expect(converted.stdout).toContain('4 exchanges written');
  expect(converted.code).toBe(0);
});

test('a replay of such a file says so too, and accounts for every exchange', async () => {
  const candidate = await startAnswering(async ({ url }) => ({ body: url.startsWith('/v3/auth') ? tokens : [] }));

  const credentials = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' };
  const { stdout } = await assay(
    ['replay', written(), '--target', candidate.url, '--out', output('report')],
    credentials,
  );
  await candidate.close();

  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`3 left out: ${reason} (first `);
  const { account } = JSON.parse(readFileSync(output('report', 'replay.json'), 'utf8')) as ReplayResult;
  expect(account).toMatchObject({ recorded: 4, unusable: 0, omitted: [{ reason, count: 3 }] });
});
