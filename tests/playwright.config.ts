// Assay's own tests: real sockets, files, processes and a browser.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  reporter: [[process.env['CI'] ? 'dot' : 'list'], ['./closing-line.ts']],
});
