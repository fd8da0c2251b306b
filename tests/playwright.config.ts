// Assay's own tests: real sockets, files, processes and a browser.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Starting the command takes half a minute where the machine is busy.
  timeout: 240_000,
  // The whole takes as long as these files do.
  reportSlowTests: { max: 25, threshold: 20_000 },
  reporter: [[process.env['CI'] ? 'dot' : 'list'], ['./closing-line.ts']],
});
