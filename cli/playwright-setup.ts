// Runs before the first test of plain `npx playwright test` and prepares the run as the command would have done.

import { environmentOf, type Settings, settingsFrom } from '../harness/settings.ts';
import { clearReport } from '../reports/folder.ts';
import { claimFolder } from './folder/claim.ts';
import { prepare } from './prepare.ts';

export default (): Promise<(() => Promise<void>) | undefined> => prepared(settingsFrom(process.env));

/**
 * Passes the settings to the test processes, and returns a function that ends the run; does nothing where a command has prepared
 * it.
 */
export async function prepared(settings: Settings): Promise<(() => Promise<void>) | undefined> {
  if (settings.prepared) return undefined;
  const claim = claimFolder(settings.out);
  Object.assign(process.env, environmentOf(settings));
  const preparation = await prepare(settings);
  if (preparation.kind === 'no verdict') throw new Error(preparation.reason);
  clearReport(settings.out);
  Object.assign(process.env, environmentOf(preparation.settings));
  return async () => {
    await preparation.close();
    claim.release();
  };
}
