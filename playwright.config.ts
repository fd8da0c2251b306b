// How the specs are run: by `assay certify`, or by plain `npx playwright test` with ASSAY_TARGET and ASSAY_PROFILE.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { settingsFrom } from './specs/harness/settings.ts';

const settings = settingsFrom(process.env);
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const inHouse = (path: string) => fileURLToPath(new URL(`./${path}.${extension}`, import.meta.url));
const [shardIndex, shardCount] = (settings.shard ?? '1/1').split('/').map(Number);

export default defineConfig({
  testDir: './specs',
  outputDir: join(tmpdir(), `assay-${process.ppid}`),
  globalSetup: inHouse('cli/playwright-setup'),
  fullyParallel: true,
  forbidOnly: true,
  workers: settings.workers ?? 2,
  // A spec bounds its own work by the depth; this only ends what hangs in spite of that.
  timeout: settings.depth === 'deep' ? 0 : 5 * 60_000,
  ...(settings.shard && { shard: { current: shardIndex ?? 1, total: shardCount ?? 1 } }),
  // Payments by the hundred make deliveries by the hundred, so that limits are probed when deliveries have been checked.
  projects: [
    { name: 'deliveries', testMatch: `**/webhooks/*.spec.${extension}` },
    { name: 'chapters', testMatch: `**/*.spec.${extension}`, testIgnore: ['**/webhooks/**', '**/limits/**'] },
    { name: 'limits', testMatch: `**/limits/*.spec.${extension}`, dependencies: ['deliveries'] },
  ],
  reporter: [
    [inHouse('reports/reporter')],
    ['allure-playwright', { resultsDir: join(settings.out, 'allure-results'), detail: false }],
  ],
});
