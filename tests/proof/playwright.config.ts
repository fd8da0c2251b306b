// The proof: every fault turns its requirement red, no variant and no seed turns any.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'prove.ts',
  outputDir: '../../proof-report/trials',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 15 * 60_000,
  reporter: [['./matrix.ts'], ['../closing-line.ts']],
});
