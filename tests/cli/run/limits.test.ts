// assay limits: the rate-limit part alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { limitsAnnounced } from '../../../cli/words/limits-announced.ts';
import { requirements } from '../../../contract/requirements.ts';
import { settingsFrom } from '../../../harness/settings.ts';
import { mayLoad } from '../../../load/limited-call.ts';
import { startReference } from '../../../reference/service.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { broken, facts, untested } from '../../reports/verdicts.ts';
import { assay, root, serve, start } from '../command.ts';

test('what is sent at most is told first, then every limit is judged, and the whole report is written', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');

  const { code, stdout } = await assay(['limits', '--depth', 'quick', '--out', out]);

  const verdict = JSON.parse(readFileSync(`${out}/verdict.json`, 'utf8')) as Verdict;
  const results = new Map(verdict.requirements.map(({ id, verdict }) => [id, verdict]));
  // On a busy machine, what needs exact times stays untested, and nothing is blamed.
  expect([0, 3]).toContain(code);
  expect([...results.values()]).not.toContain('fail');
  expect([...results.keys()].every((id) => id.startsWith('RATE-'))).toBe(true);
  expect(results.get('RATE-05')).toBe('pass');
  expect(stdout).toMatch(
    /^Assay .*\nLogging in and discovering .*\nNo limit is probed: that takes --depth standard\.\n[\s\S]*^Rate limits: /m,
  );
  expect(readFileSync(`${out}/index.html`, 'utf8')).toContain('RATE-01');
});

test('each limited operation is announced as what becomes of it: a probe, or what it lacks', ({}, info) => {
  const profile = info.outputPath('profile.yaml');
  writeFileSync(
    profile,
    `target: { url: 'http://127.0.0.1:8080' }
users: { full: { username: somebody, password: something } }
open: { bodies: { createPayment: { json: { amount: 1 } }, refreshV2: { json: { refreshToken: <refreshToken> } } } }
allow: { calculateLimits: true, load: true }
`,
  );
  const announced = (depth: 'quick' | 'standard', more = {}) =>
    limitsAnnounced({ ...settingsFrom({}), profile, depth, ...more });

  const said = announced('standard');

  expect(said.filter((line) => /: (at most|not tried)/.test(line))).toEqual([
    expect.stringMatching(/^POST \/v3\/payment: at most \d+ requests, within \d+ s$/),
    expect.stringMatching(/^POST \/v2\/card\/\{id\}\/calculate\/limits: not tried, as this is missing: open\.bodies\./),
    expect.stringMatching(/^PATCH \/v2\/card\/\{id\}\/limits: not tried, as this is missing: .*allow\.setCardLimits/),
    expect.stringMatching(/^POST \/v2\/auth\/refresh: at most \d+ requests/),
    expect.stringMatching(/^POST \/v2\/auth\/token\/refresh: not tried/),
  ]);
  expect(announced('quick')[0]).toBe('No limit is probed: that takes --depth standard.');
  writeFileSync(profile, readFileSync(profile, 'utf8').replace(', load: true', ''));
  expect(announced('standard')).toEqual([
    'http://127.0.0.1:8080 is not loaded: its profile does not allow it. Missing there: allow: { load: true }',
  ]);
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

test('nothing is loaded without leave, loopback included', () => {
  const someone = { ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'something' };
  const at = (url: string, more = {}) => defaultProfile({ ...someone, ...more }, { url });

  expect(mayLoad(at('https://staging.example.com'))).toBe(false);
  expect(mayLoad(at('http://127.0.0.1:8080'))).toBe(false);
  expect(mayLoad(at('http://127.0.0.1:8080', { ASSAY_ALLOW: 'everything' }))).toBe(true);
});

test('without leave a limited operation gets no burst, and what needs one is untested and says what is missing', async ({}, info) => {
  const service = await startReference();
  const out = info.outputPath('report');

  const { code, stdout } = await assay(['limits', '--target', service.url, '--out', out], {
    ASSAY_USERNAME: 'full.user@example.com',
    ASSAY_PASSWORD: 'made-up-password-full',
  });
  await service.close();

  expect(code).toBe(3);
  expect(stdout).toContain(`${service.url} is not loaded: its profile does not allow it`);
  expect(stdout).toContain('allow: { load: true }');
  const verdict = JSON.parse(readFileSync(`${out}/verdict.json`, 'utf8')) as Verdict;
  const verdictOf = (id: string) => verdict.requirements.find((each) => each.id === id)?.verdict;
  expect(['RATE-01', 'RATE-02', 'RATE-03'].map(verdictOf)).toEqual(['untested', 'untested', 'untested']);
  expect(verdict.limits ?? []).toEqual([]);
});

test('a limit that was wrong last time as well passes --gate new', async ({}, info) => {
  test.setTimeout(180_000);
  const earlier = info.outputPath('earlier.json');
  const ofLimits = requirements.filter(({ id }) => id.startsWith('RATE-'));
  const known = decide(
    facts,
    ofLimits,
    ofLimits.map(({ id }) => (id === 'RATE-02' ? broken(id) : untested(id, 'a quiet machine'))),
  );
  writeFileSync(earlier, JSON.stringify(known));
  const service = await serve('--fault', 'payment-limit-unavailable');

  const { code, stdout } = await assay([
    ...['limits', '--depth', 'quick', '--target', service.url, '--profile', `${root}/reference/profile.yaml`],
    ...['--since', earlier, '--gate', 'new', '--out', info.outputPath('report')],
  ]);
  await service.stop();

  expect(code, stdout).toBe(0);
  expect(stdout).toContain('still failing: RATE-02');
});
