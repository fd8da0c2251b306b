// The proof: every fault turns its requirement red, no variant and no seed turns any.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'prove.ts',
  outputDir: '../../proof-report/trials',
  fullyParallel: true,
  forbidOnly: true,
  // A trial waits for limits and deliveries half of its time.
  workers: 4,
  // One far away does its checks one after another like all others.
  timeout: 30 * 60_000,
  reporter: [['./matrix.ts'], ['../closing-line.ts']],
});
