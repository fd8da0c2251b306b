// Recorded sessions as Playwright tests, to be watched one by one:
//   ASSAY_RECORDING=traffic.ndjson ASSAY_TARGET=… ASSAY_PROFILE=… npx playwright test --config harness/replay [--ui]
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

export default defineConfig({
  testDir: '.',
  testMatch: `**/sessions.${extension}`,
  outputDir: join(tmpdir(), `assay-${process.ppid}`),
  forbidOnly: true,
  // Sessions of one user may disturb each other where they overlapped in the recording already.
  workers: 1,
  timeout: 5 * 60_000,
  reporter: [
    ['list'],
    ['allure-playwright', { resultsDir: join(process.env['ASSAY_OUT'] ?? 'assay-report', 'allure-results') }],
  ],
});
