// The proof: every fault makes its requirement fail, and no variant and no seed makes any fail.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'prove.ts',
  outputDir: '../../proof-report/trials',
  fullyParallel: true,
  forbidOnly: true,
  // A trial spends half of its time waiting for limits and deliveries.
  workers: 4,
  // A trial with a distant target does its checks one after another too, which takes long.
  timeout: 30 * 60_000,
  reporter: [['./matrix.ts'], ['../closing-line.ts']],
});
