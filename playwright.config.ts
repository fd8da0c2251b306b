// How the specs are run: by `assay certify`, or by plain `npx playwright test` with ASSAY_TARGET and ASSAY_PROFILE.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { settingsFrom } from './specs/harness/settings.ts';

const settings = settingsFrom(process.env);
/** One target, one login at a time: then there is but one process, and the paced checks wait in its line. */
const processes = settings.workers ?? 2;
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const inHouse = (path: string) => fileURLToPath(new URL(`./${path}.${extension}`, import.meta.url));
const [shardIndex, shardCount] = (settings.shard ?? '1/1').split('/').map(Number);

export default defineConfig({
  testDir: './specs',
  outputDir: join(tmpdir(), `assay-${process.ppid}`),
  globalSetup: inHouse('cli/playwright-setup'),
  fullyParallel: true,
  forbidOnly: true,
  workers: processes + (processes > 1 ? 1 : 0),
  // A spec bounds its own work by the depth; this only ends what hangs in spite of that.
  timeout: settings.depth === 'deep' ? 0 : 5 * 60_000,
  ...(settings.shard && { shard: { current: shardIndex ?? 1, total: shardCount ?? 1 } }),
  projects: [
    // These wait more than they work, and disturb each other: payments by the hundred make deliveries by the hundred.
    { name: 'paced', testMatch: `**/paced.spec.${extension}`, workers: 1 },
    {
      name: 'chapters',
      testMatch: `**/*.spec.${extension}`,
      testIgnore: `**/paced.spec.${extension}`,
      workers: processes,
    },
  ],
  reporter: [
    [inHouse('reports/reporter')],
    ['allure-playwright', { resultsDir: join(settings.out, 'allure-results'), detail: false }],
  ],
});
