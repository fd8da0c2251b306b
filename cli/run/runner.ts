// Starts the test runner in a process of its own, with the settings of a run, and waits for its end.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf, type Settings } from '../../harness/settings.ts';
import { withoutPassphrase } from '../signing.ts';

/** The configuration of our own specs, as seen from the root of the package. */
export const ownHouse = 'playwright.config';

/**
 * Turns Playwright's compiler off, because the specs are compiled already: it looks at every module in each process, and a run of
 * one check takes a fifth less processor time without it. The runner has no option for it; a version that does not know the
 * variable compiles as before.
 */
const asItStands = { PW_DISABLE_TS_ESM: '1' };

export const interrupted = 'the run was interrupted';

/**
 * Passes a signal on to the test runner, and waits until it has ended its tests and written the report. Ctrl-C also reaches the runner
 * directly; it treats two signals within a second as one. The returned text says how the runner ended, for the case that it left no
 * report, as after a signal during its start. With --json, standard output is reserved for the verdict.
 * `config` is given relative to the root of the package, without its extension.
 */
export async function runTests(config: string, settings: Settings, { json }: { json?: true }): Promise<string> {
  const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const path = fileURLToPath(new URL(`../../${config}.${extension}`, import.meta.url));
  // The runner writes into a folder of its own, which is not needed afterwards.
  const scratch = mkdtempSync(join(tmpdir(), 'assay-'));
  const child = spawn(process.execPath, [runner, 'test', '--config', path, '--output', scratch], {
    stdio: ['inherit', json ? process.stderr : 'inherit', 'inherit'],
    env: {
      ...withoutPassphrase(process.env),
      ...(config === ownHouse && extension === 'js' && asItStands),
      ...environmentOf({ ...settings, starter: process.pid }),
    },
  });
  let ending = 'the test runner ended without a verdict';
  const stop = () => {
    ending = interrupted;
    child.kill('SIGINT');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await new Promise((ended, failed) => child.once('close', ended).once('error', failed));
    return ending;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    rmSync(scratch, { recursive: true, force: true });
  }
}
