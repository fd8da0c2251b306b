// A browser for the tests: one that is installed, else the one that comes inside an npm package.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium, test } from '@playwright/test';

export { expect } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Playwright's test, whose `page` and `context` are of this browser. */
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

/** Ends with `browser.close()`. It asks the network for nothing of its own accord. */
const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: installed() ?? (await unpacked()),
    args: [
      // Root has no sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // Containers give shared memory too little room for pictures of a page.
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
 * The package's own `executablePath()` lets a second process start a browser that the first is still writing; here it is
 * written beside its place and moved there whole.
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
