// How `assay certify --specs DIR` runs a team's own specs.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { settingsFrom } from '../../harness/settings.ts';

const { specs, workers = 2 } = settingsFrom(process.env);
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

export default defineConfig({
  ...(specs && { testDir: specs }),
  outputDir: join(tmpdir(), `assay-${process.ppid}`),
  forbidOnly: true,
  workers,
  // Long enough to wait for a rate limit; it only ends specs that hang.
  timeout: 5 * 60_000,
  reporter: [[fileURLToPath(new URL(`../../reports/own/reporter.${extension}`, import.meta.url))]],
});
