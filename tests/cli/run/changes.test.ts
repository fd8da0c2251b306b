// What a run changes at its target: it is announced, confirmed where nothing limits it, counted correctly, and can be undone by a command.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference/service.ts';
import { assay, command, plainEnvironment, root, verdictIn } from '../command.ts';

test.describe.configure({ timeout: 300_000 });

const credentials = { ASSAY_USERNAME: 'full.user@example.com', ASSAY_PASSWORD: 'made-up-password-full' };

/** A person at a terminal who answers the question. */
async function answering(answer: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const terminal = 'process.stdin.isTTY = process.stdout.isTTY = true';
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${terminal}`, command, ...args], {
    cwd: root,
    env: plainEnvironment(env),
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text;
    if (String(text).includes('[y/N]')) child.stdin.end(`${answer}\n`);
  });
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  return { code, said };
}

test('without a bound a person is asked, and a no sends nothing', async ({}, info) => {
  const service = await startReference();
  const out = info.outputPath('report');
  const args = ['certify', '--target', service.url, '--only', 'BEN-01', '--depth', 'quick', '--out', out];
  const env = { ...credentials, ASSAY_ALLOW: 'everything' };

  const no = await answering('n', args, env);
  const existed = existsSync(out);
  const unasked = await answering('n', [...args, '--yes'], env);
  const reading = await answering('n', args.with(4, 'CARD-14'), env);
  await service.close();

  expect([no.code, existed]).toEqual([2, false]);
  expect(no.said).toContain(`What this run makes or uses up at ${service.url} stays there.`);
  expect(no.said).toContain('without a bound, as the profile says: beneficiaries');
  expect(no.said).toMatch(/Begin\? \[y\/N\] \S*\s+Nothing was sent\./);
  expect(unasked.said).not.toContain('[y/N]');
  expect(unasked.said).toContain('without a bound');
  expect(reading.said).not.toContain('stays there');
});

test('bounds of the profile are told before, and what was left after it', async ({}, info) => {
  const service = await startReference();
  const out = info.outputPath('report');
  const profile = info.outputPath('profile.yaml');
  writeFileSync(
    profile,
    readFileSync(`${root}/reference/profile.yaml`, 'utf8').replace(
      /createBeneficiaries: \d+/,
      'createBeneficiaries: 7',
    ),
  );
  const args = [
    'certify',
    '--target',
    service.url,
    '--profile',
    profile,
    '--only',
    'BEN-06',
    'PAY-52',
    '--depth',
    'quick',
  ];

  const { stdout } = await assay([...args, '--out', out]);
  const safe = await assay([...args, '--out', `${out}-safe`, '--safe']);
  await service.close();

  const { spent } = JSON.parse(readFileSync(`${out}/verdict.json`, 'utf8')) as { spent: Record<string, number> };
  expect(stdout).toMatch(/at most [^\n]*\b7 beneficiaries/);
  expect(spent.createBeneficiaries).toBeGreaterThan(0);
  expect(spent.createBeneficiaries).toBeLessThanOrEqual(7);
  expect(safe.stdout).not.toContain('left at the target');
  expect(safe.stdout).not.toContain('stays there');
});

test('assay reset runs the command of the profile, and certify --reset runs it first', async ({}, info) => {
  const service = await startReference();
  const profile = info.outputPath('profile.yaml');
  const text = readFileSync(`${root}/reference/profile.yaml`, 'utf8');
  const resetBy = (script: string) =>
    writeFileSync(
      profile,
      `${text}
target:
  reset: [${JSON.stringify(process.execPath)}, -e, ${JSON.stringify(script)}]\n`,
    );
  const to = ['--target', service.url, '--profile', profile];
  const certify = [
    'certify',
    ...to,
    '--only',
    'CARD-14',
    '--depth',
    'quick',
    '--out',
    info.outputPath('report'),
    '--reset',
  ];

  resetBy('fs.appendFileSync("done.txt", process.env.ASSAY_TARGET + "\\n")');
  const [byItself, first] = [await assay(['reset', ...to]), await assay(certify)];
  resetBy('process.exit(4)');
  const [failing, notBegun] = [await assay(['reset', ...to]), await assay(certify)];
  writeFileSync(profile, text);
  const none = await assay(['reset', ...to]);
  await service.close();
  const { status } = verdictIn(info.outputPath('report'));

  expect([byItself.code, first.code]).toEqual([0, 0]);
  expect(readFileSync(info.outputPath('done.txt'), 'utf8')).toBe(`${service.url}\n`.repeat(2));
  expect([failing.code, notBegun.code, none.code]).toEqual([3, 3, 2]);
  expect(notBegun.stderr).toContain('ended with 4');
  expect(status).toBe('undecided');
  expect(none.stderr).toContain('target.reset');
});
