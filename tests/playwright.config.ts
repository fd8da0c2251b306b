// Assay's own tests: real sockets, files, processes and a browser.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // On a busy machine the command takes half a minute to start.
  timeout: 240_000,
  // The slowest files decide how long all tests take, so they are reported.
  reportSlowTests: { max: 25, threshold: 20_000 },
  reporter: [[process.env['CI'] ? 'dot' : 'list'], ['./closing-line.ts']],
});
