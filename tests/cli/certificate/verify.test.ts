// assay verify, as a release gate calls it: what it accepts, and everything that it refuses.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { requirements } from '../../../contract/requirements.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { build, certificateOf, keysIn, wholeVerdict } from '../../reports/certificate/reports.ts';
import { mixedVerdict, passedVerdict } from '../../reports/verdicts.ts';
import { assay } from '../command.ts';

const must = requirements.find(({ level }) => level === 'must')!.id;
const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
const deviation = { requirement: must, reason: 'cannot be shown here', owner: 'cards team', until };
const otherBuild = `sha256:${'cd'.repeat(32)}`;

async function signed(info: TestInfo, verdict: Verdict = wholeVerdict()) {
  const keys = keysIn(info);
  return { ...(await certificateOf(info, verdict, keys)), keys };
}

test('a certificate that holds is verified, with what it proves and what it does not', async ({}, info) => {
  const { certificate, evidence, keys } = await signed(info);

  const { code, stdout } = await assay([
    ...['verify', certificate, '--key', keys.publicKey, '--build', build],
    ...['--max-age', '30d', '--evidence', evidence],
  ]);

  expect(code, stdout).toBe(0);
  expect(stdout).toContain(`✓ verified  ${certificate}`);
  expect(stdout).toMatch(/It proves that\n {2}- the holder of the key \S+ signed what is stated below/);
  expect(stdout).toMatch(/Whoever signed it states\n {2}- PASSED: Every must held: \d+ of \d+\./);
  expect(stdout).toMatch(
    /It does not prove\n {2}- that the target was this build: only whoever started the run says so/,
  );
});

for (const [what, verdict, more, message] of [
  [
    'about another build',
    wholeVerdict(),
    ['--build', otherBuild],
    /about the build sha256:abab\S+, and not\s+sha256:cdcd/,
  ],
  ['of a failed run', mixedVerdict(), ['--partial'], /the run failed: 2 of 9 musts are broken/],
  [
    'of an undecided run',
    wholeVerdict({}, [must]),
    [],
    /the run is undecided: No must is broken, but of \d+ musts 1 could/,
  ],
  ['of a part of the contract', passedVerdict({ only: ['CARD'] }), [], /covers a part of the contract: 2 of \d+ musts/],
  ['that is older than asked for', wholeVerdict(), ['--max-age', '0m'], /is older than 0 seconds: the run ended at/],
  [
    'that rests on what is accepted no longer',
    wholeVerdict({}, [must], [{ ...deviation, until: '2026-01-31' }]),
    [],
    /was accepted until 2026-01-31, which is over \(cards team\)/,
  ],
  [
    'from the future',
    wholeVerdict({ startedAt: new Date(Date.now() + 86_400_000).toISOString() }),
    [],
    /which is yet to come/,
  ],
] as const) {
  test(`a certificate ${what} is refused`, async ({}, info) => {
    const { certificate, keys } = await signed(info, verdict as Verdict);

    const { code, stdout } = await assay(['verify', certificate, '--key', keys.publicKey, ...more]);

    expect(code, stdout).toBe(1);
    expect(stdout).toMatch(/^✗ refused/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(message);
  });
}

test('one that binds no build is refused where one is asked for, and says so where none is', async ({}, info) => {
  const { build: _, ...unbound } = wholeVerdict();
  const { certificate, keys } = await signed(info, unbound);

  const asked = await assay(['verify', certificate, '--key', keys.publicKey, '--build', build]);
  const unasked = await assay(['verify', certificate, '--key', keys.publicKey]);

  expect(asked.code).toBe(1);
  expect(asked.stdout).toContain('it binds no build');
  expect(unasked.code).toBe(0);
  expect(unasked.stdout).toContain('which build was tested');
});

test('a foreign key is refused', async ({}, info) => {
  const { certificate } = await signed(info);

  const { code, stdout } = await assay(['verify', certificate, '--key', keysIn(info).publicKey]);

  expect(code).toBe(1);
  expect(stdout).toContain('another key signed it');
});

test('a changed byte is refused, and nothing of what it states is repeated', async ({}, info) => {
  const { certificate, keys } = await signed(info);
  const text = readFileSync(certificate, 'utf8');
  const at = text.indexOf('"payload": "') + 400;
  writeFileSync(certificate, text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1));

  const { code, stdout } = await assay(['verify', certificate, '--key', keys.publicKey]);

  expect(code).toBe(1);
  expect(stdout).toContain('the signature does not fit');
  expect(stdout).not.toContain('PASSED');
});

test('other evidence is refused', async ({}, info) => {
  const { certificate, evidence, keys } = await signed(info);
  const other = info.outputPath('other.ndjson');
  copyFileSync(evidence, other);
  writeFileSync(other, '{}\n', { flag: 'a' });

  const { code, stdout } = await assay(['verify', certificate, '--key', keys.publicKey, '--evidence', other]);

  expect(code).toBe(1);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('the given recording is not the evidence of this run');
});

test('an unsigned one is refused, and read when nothing else is asked', async ({}, info) => {
  const { certificate } = await certificateOf(info, wholeVerdict());

  const refused = await assay(['verify', certificate, '--key', keysIn(info).publicKey]);
  const read = await assay(['verify', certificate, '--read-only']);

  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('nobody signed it');
  expect(read.code).toBe(0);
  expect(read.stdout).toMatch(/^○ read, and not verified/);
  expect(read.stdout).not.toContain('It proves that');
  expect(read.stdout).toContain('anything: who wrote this is not verified');
});

test('what is accepted by name is verified and told with reason, owner and last day', async ({}, info) => {
  const { certificate, keys } = await signed(info, wholeVerdict({}, [must], [deviation]));

  const { code, stdout } = await assay(['verify', certificate, '--key', keys.publicKey]);

  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(/WARNED: \d+ of \d+ musts? held; 1 is accepted by name\./);
  expect(stdout).toContain(`${must} is accepted as untested until ${until} by cards team: cannot be shown here`);
});

test('as JSON it says the same, and nothing else', async ({}, info) => {
  const { certificate, keys } = await signed(info);

  const verified = await assay(['verify', certificate, '--key', keys.publicKey, '--json']);
  const refused = await assay(['verify', certificate, '--key', keys.publicKey, '--build', otherBuild, '--json']);

  expect(JSON.parse(verified.stdout)).toMatchObject({ outcome: 'verified', because: [], proved: expect.any(Array) });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ outcome: 'refused', because: [expect.stringContaining('build')] });
});

for (const [what, file, args, message] of [
  ['a file that is not there', undefined, ['--read-only'], /cannot be read/],
  ['a file that is no JSON', 'sesame', ['--read-only'], /is no certificate of Assay/],
  ['a verdict', '{"status":"passed"}', ['--read-only'], /is no certificate of Assay/],
  ['nobody to trust', '{}', [], /who signed it\? give --key FILE/],
  ['two ways to trust', '{}', ['--key', 'k.pub', '--read-only'], /who signed it\?/],
  ['a key that is none', '{}', ['--key', '/nowhere/k.pub'], /\/nowhere\/k\.pub cannot be read/],
  [
    'an identity without who vouches for it',
    '{}',
    ['--identity', 'https://ci.example/job'],
    /give --identity and --issuer/,
  ],
  ['a digest that is none', '{}', ['--read-only', '--build', 'v1.2.3'], /a digest: sha256: and 64 hexadecimal digits/],
  ['an age that is none', '{}', ['--read-only', '--max-age', 'long'], /an age such as 12h, 30d or 8w/],
  ['evidence that is not there', '{}', ['--read-only', '--evidence', '/nowhere/e.ndjson'], /is no file/],
] as const) {
  test(`2 with ${what}`, async ({}, info) => {
    const path = info.outputPath('certificate.json');
    if (file !== undefined) writeFileSync(path, file);

    const { code, stdout, stderr } = await assay(['verify', path, ...args]);

    expect(code, stdout).toBe(2);
    expect(stderr).toMatch(message);
  });
}
