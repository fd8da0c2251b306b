// npm run allure: makes an Allure report from the results of runs, with the history of earlier ones.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { assay, plainEnvironment, root } from '../command.ts';

const run = promisify(execFile);

test('one command makes a report that knows the run before', async ({}, info) => {
  test.setTimeout(300_000);
  const out = info.outputPath('report');
  const report = () => run('npm', ['run', 'allure'], { cwd: root, env: plainEnvironment({ ASSAY_OUT: out }) });

  await assay(['certify', '--only', 'CARD-14', '--out', out]);
  await report();
  await assay(['certify', '--only', 'CARD-14', '--out', out]);
  await report();

  expect(existsSync(join(out, 'allure-report/index.html'))).toBe(true);
  const runs = readFileSync(join(out, 'allure-history.jsonl'), 'utf8').trim().split('\n');
  const results = runs.map((line) => Object.values((JSON.parse(line) as { testResults: object }).testResults));
  expect(results.map(([result]) => [result.historyId, result.status])).toEqual([
    [results[0]?.[0].historyId, 'passed'],
    [results[0]?.[0].historyId, 'passed'],
  ]);
});
