// Playwright's user interface on our specs: they are found, filtered and run, and lead to their lines.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { expect, browserTest as test } from '../browser.ts';
import { plainEnvironment, root } from '../cli/command.ts';

const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');

test('a requirement is found by its id in the user interface, and passes there', async ({ page }, info) => {
  test.setTimeout(240_000);
  const options = ['--ui', '--ui-port', '0', '--ui-host', '127.0.0.1', '--project', 'chapters'];
  const shown = spawn(process.execPath, [runner, 'test', ...options], {
    cwd: root,
    env: plainEnvironment({ ASSAY_OUT: info.outputPath('report') }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(shown, 'close');
  let said = '';
  shown.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  try {
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/http:\/\/\S+/);
    await page.goto(/http:\/\/\S+/.exec(said)![0]);
    await page.getByRole('searchbox', { name: /^Filter .e.g/ }).fill('CARD-14');
    await expect(page.getByText('CARD-14 a status filter returns every card')).toBeVisible({ timeout: 60_000 });
    await page.getByTitle(/^Run all/).click();
    await expect(page.getByText('1 passed')).toBeVisible({ timeout: 120_000 });
  } finally {
    shown.kill();
    await ended;
  }
});
