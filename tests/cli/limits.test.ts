// assay limits: the rate-limit part alone.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { mayLoad } from '../../load/limited-call.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';
import { assay, start } from './command.ts';

test('the budget is told first, then every limit is judged, and the whole report is written', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');

  const { code, stdout } = await assay(['limits', '--depth', 'quick', '--out', out]);

  const verdict = JSON.parse(readFileSync(`${out}/verdict.json`, 'utf8')) as Verdict;
  const results = new Map(verdict.requirements.map(({ id, verdict }) => [id, verdict]));
  // A busy machine leaves untested what needs exact times, and never blames.
  expect([0, 3]).toContain(code);
  expect([...results.values()]).not.toContain('fail');
  expect([...results.keys()].every((id) => id.startsWith('RATE-'))).toBe(true);
  expect(results.get('RATE-05')).toBe('pass');
  expect(stdout.indexOf('POST /v3/payment: at most ')).toBeLessThan(stdout.indexOf('Rate limits'));
  expect(readFileSync(`${out}/index.html`, 'utf8')).toContain('RATE-01');
});

test('a signal to the command alone ends it at once, with a report and no verdict', async ({}, info) => {
  const out = info.outputPath('report');
  const child = start(['limits', '--out', out]);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => existsSync(`${out}/.run/spent.log`), { timeout: 60_000 }).toBe(true);

  child.kill('SIGINT');
  const code = await ended;

  expect(code).toBe(3);
  const verdict = JSON.parse(readFileSync(`${out}/verdict.json`, 'utf8')) as Verdict;
  expect(verdict.requirements.find(({ id }) => id === 'RATE-11')?.verdict).not.toBe('observed');
});

test('only loopback is loaded without leave', () => {
  const at = (url: string) => defaultProfile({ ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'something' }, { url });

  expect(mayLoad(at('http://127.0.0.1:8080'))).toBe(true);
  expect(mayLoad(at('http://[::1]:8080'))).toBe(true);
  expect(mayLoad(at('https://staging.example.com'))).toBe(false);
  expect(mayLoad(at('https://127.0.0.1.example.com'))).toBe(false);
});
