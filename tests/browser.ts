// The browser of the tests: the installed one, or the one inside an npm package.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium, test } from '@playwright/test';

export { expect } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Playwright's test with `page` and `context` of this browser. */
export const browserTest = test.extend<object, { browser: Browser }>({
  browser: [
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** Must be closed with `browser.close()`. It sends no requests of its own. */
const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: installed() ?? (await unpacked()),
    args: [
      // Root cannot run it in a sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // In containers there is too little shared memory for screenshots.
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['CHROME_PATH'] ?? '',
    chromium.executablePath(),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/**
 * The package's own `executablePath()` lets a second process start a browser that the first is still writing. Here it is written to another path and
 * then renamed.
 */
async function unpacked(): Promise<string> {
  const packed = new URL('../../bin/chromium.br', import.meta.resolve('@sparticuz/chromium'));
  const path = join(tmpdir(), `assay-chromium-143-${process.getuid?.() ?? 0}`);
  if (existsSync(path)) return path;
  const unfinished = `${path}-${process.pid}`;
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o700 }));
  await rename(unfinished, path);
  return path;
}
