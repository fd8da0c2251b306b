// How the specs are run: by `assay certify`, or by plain `npx playwright test` with ASSAY_TARGET and ASSAY_PROFILE.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { declareTo } from './harness/declare/declaration.ts';
import { playwrightTests } from './harness/run/playwright-tests.ts';
import { longestCheck, quiet, settingsFrom } from './harness/settings.ts';

// Each of Playwright's processes loads this file, and the spec files after it.
declareTo(playwrightTests);

const settings = settingsFrom(process.env);
/** Those of the runner: where checks are done in lanes, these only tell what came of them, and one that a red test ends is replaced. */
const processes = settings.lanes ? 2 : (settings.workers ?? 2);
const longestTest = longestCheck(settings);
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const inHouse = (path: string) => fileURLToPath(new URL(`./${path}.${extension}`, import.meta.url));
const [shardIndex, shardCount] = (settings.shard ?? '1/1').split('/').map(Number);

/** Where each answer takes its time, these take the longest by far, as much in them is done one after another. */
const longest = [
  'authentication/ownership',
  'beneficiaries/creation',
  'cards/sms-notification',
  'parity/concurrency',
  'parity/expansions',
  'payments/expansions',
  'payments/signing',
];
/** One process more for each of them is worth its start only where many wait. */
const beginning = processes > 2 || settings.lanes ? longest.map((file) => `**/${file}.spec.${extension}`) : [];

/** After some wrong passwords or codes a target may keep a user out: by then most of the others are done. */
const last = ['authentication/wrong-passwords', 'mfa/confirmation'].map((file) => `**/${file}.spec.${extension}`);

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
    // The chapters wait until these are done (harness/run/turns.ts). They are no project that the chapters depend on: one that
    // failed would keep the chapters from being done, and it would be done whatever tests were asked for.
    { name: quiet, testMatch: `**/quiet.spec.${extension}`, workers: 1 },
    { name: 'longest chapters', testMatch: beginning, workers: processes },
    {
      name: 'chapters',
      testMatch: `**/*.spec.${extension}`,
      testIgnore: [`**/quiet.spec.${extension}`, ...beginning, ...last],
      workers: processes,
    },
    { name: 'last chapters', testMatch: last, workers: processes },
  ],
  reporter: [[inHouse('reports/reporter')]],
});
