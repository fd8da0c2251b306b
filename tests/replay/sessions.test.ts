// Recorded sessions run as Playwright tests, one each.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startReference } from '../../reference/service.ts';
import { plainEnvironment, root, serve } from '../cli/command.ts';
import { recordFlow } from './flow.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const ran = (url: string, recording: string, out: string) =>
  spawnSync(
    process.execPath,
    [createRequire(import.meta.url).resolve('@playwright/test/cli'), 'test', '--config', 'dist/specs/replay'],
    {
      cwd: root,
      encoding: 'utf8',
      env: plainEnvironment({
        ASSAY_RECORDING: recording,
        ASSAY_TARGET: url,
        ASSAY_PROFILE: join(root, 'reference/profile.yaml'),
        ASSAY_OUT: out,
      }),
    },
  );

test('each recorded session is one test that passes on a sound build and names what changed on another', async () => {
  const recording = output('recording.ndjson');
  const recorded = await startReference({ port: 0, seed: 1 });
  await recordFlow({ url: recorded.url, path: recording });
  await recorded.close();
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
