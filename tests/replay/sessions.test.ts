// Recorded sessions run as Playwright tests, one for each session.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, browserTest as test } from '../browser.ts';
import { plainEnvironment, root, serve } from '../cli/command.ts';
import { recordedFlow } from './flow.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const runner = [
  createRequire(import.meta.url).resolve('@playwright/test/cli'),
  'test',
  '--config',
  'dist/harness/replay',
];

const environment = (url: string, recording: string, out: string) =>
  plainEnvironment({
    ASSAY_RECORDING: recording,
    ASSAY_TARGET: url,
    ASSAY_PROFILE: join(root, 'reference/profile.yaml'),
    ASSAY_OUT: out,
  });

const ran = (url: string, recording: string, out: string, ...more: string[]) =>
  spawnSync(process.execPath, [...runner, ...more], {
    cwd: root,
    encoding: 'utf8',
    env: environment(url, recording, out),
  });

// Each starts a runner of its own, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

test('each recorded session is one test that passes on a sound build and names what changed on another', async () => {
  const recording = await recordedFlow();
  const sound = await serve('--seed', '1');
  const changed = await serve('--seed', '1', '--fault', 'legacy-holder-shortened');

  const passed = ran(sound.url, recording, output('passed'));
  const failed = ran(changed.url, recording, output('failed'));
  await Promise.all([sound.stop(), changed.stop()]);

  expect(passed.stdout).toContain('3 passed');
  expect(passed.status).toBe(0);
  expect(failed.status).toBe(1);
  expect(failed.stdout).toContain('readCardV1 /cardholder_name');
  expect(existsSync(output('failed', 'allure-results'))).toBe(true);
  expect(readdirSync(output('failed', 'allure-results')).some((name) => name.endsWith('-result.json'))).toBe(true);
});

test('the sessions are listed without a request, and shown and run in the user interface', async ({ page }) => {
  const recording = await recordedFlow();
  const sound = await serve('--seed', '1');

  const listed = ran('http://127.0.0.1:9', recording, output('listed'), '--list');
  const shown = spawn(process.execPath, [...runner, '--ui', '--ui-port', '0', '--ui-host', '127.0.0.1'], {
    cwd: root,
    env: environment(sound.url, recording, output('shown')),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(shown, 'close');
  let said = '';
  shown.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  try {
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(/http:\/\/\S+/);
    await page.goto(/http:\/\/\S+/.exec(said)![0]);
    await expect(page.getByText('full, 35 exchanges: login')).toBeVisible({ timeout: 20_000 });
    await page.getByTitle(/^Run all/).click();
    await expect(page.getByText('3 passed')).toBeVisible({ timeout: 90_000 });
  } finally {
    shown.kill();
    await Promise.all([ended, sound.stop()]);
  }

  expect(listed.status).toBe(0);
  expect(listed.stdout).toContain('Total: 3 tests in 1 file');
});
