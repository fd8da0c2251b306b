// The mutants: every defect in an answer or in the acceptance of a request is noticed, or is lawful for a stated reason.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'mutate.ts',
  outputDir: '../../mutants-report/trials',
  globalSetup: './green-run.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60 * 60_000,
  reporter: [['./table/reporter.ts'], ['../closing-line.ts']],
});
