// How the specs are run: by `assay certify`, or by plain `npx playwright test` with ASSAY_TARGET and ASSAY_PROFILE.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { declareTo } from './harness/declare/declaration.ts';
import { longestFiles } from './harness/lanes/longest.ts';
import { playwrightTests } from './harness/run/playwright-tests.ts';
import { longestCheck, longestWaitForOthers, quietFile, settingsFrom } from './harness/settings.ts';

// Each of Playwright's processes loads this file, and the spec files after it.
declareTo(playwrightTests);

const settings = settingsFrom(process.env);
/** Those of the runner: where checks are done in lanes, these only tell what came of them, and one that a red test ends is replaced. */
const processes = settings.lanes ? 2 : (settings.workers ?? 2);
/** The check ends by a time limit of its own, in each of two tries; this only ends what hangs in spite of that. */
const longestTest = 2 * longestCheck(settings) + longestWaitForOthers + 30_000;
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const inHouse = (path: string) => fileURLToPath(new URL(`./${path}.${extension}`, import.meta.url));
const [shardIndex, shardCount] = (settings.shard ?? '1/1').split('/').map(Number);

/** A process is started anew for each project: that is worth its time only where many wait. In lanes, the order is that of the lanes. */
const beginning = processes > 2 ? [quietFile, ...longestFiles].map((file) => `**/${file}.spec.${extension}`) : [];

export default defineConfig({
  // Whoever takes this configuration for their own has it in another folder.
  testDir: fileURLToPath(new URL('./specs', import.meta.url)),
  outputDir: join(tmpdir(), `assay-${process.ppid}`),
  globalSetup: inHouse('cli/playwright-setup'),
  fullyParallel: true,
  forbidOnly: true,
  workers: processes,
  timeout: Number.isFinite(longestTest) ? longestTest : 0,
  ...(settings.shard && { shard: { current: shardIndex ?? 1, total: shardCount ?? 1 } }),
  projects: [
    { name: 'longest chapters', testMatch: beginning },
    { name: 'chapters', testMatch: `**/*.spec.${extension}`, testIgnore: beginning },
  ],
  reporter: [[inHouse('reports/reporter')]],
});
