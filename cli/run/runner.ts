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
 * What is compiled needs no compiler: without Playwright's, which looks at every module in each of its processes, a run of one
 * check takes a fifth less processor time. The runner has no option for it; one that does not know the variable compiles as ever.
 */
const asItStands = { PW_DISABLE_TS_ESM: '1' };

export const interrupted = 'the run was interrupted';

/**
 * A signal to this process alone is handed on to the test runner: it ends its tests, the reporter writes what there is, and we
 * wait for that. Ctrl-C reaches the runner by itself as well; it takes two within a second for one. What is returned says how it ended,
 * in case it left nothing: a signal that comes while it is still being loaded ends it at once. With --json, standard output is the
 * verdict's alone. `config` is named as seen from the root of the package, without its extension.
 */
export async function runTests(config: string, settings: Settings, { json }: { json?: true }): Promise<string> {
  const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const path = fileURLToPath(new URL(`../../${config}.${extension}`, import.meta.url));
  // The runner keeps a folder of its own, of which nobody has any use afterwards.
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
  await new Promise((ended, failed) => child.once('close', ended).once('error', failed));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  rmSync(scratch, { recursive: true, force: true });
  return ending;
}
