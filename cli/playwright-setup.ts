// Before the first test of plain `npx playwright test`: does what the command would have done.

import { environmentOf, type Settings, settingsFrom } from '../harness/settings.ts';
import { clearReport } from '../reports/folder.ts';
import { claimFolder } from './folder/claim.ts';
import { prepare } from './prepare.ts';

export default (): Promise<(() => Promise<void>) | undefined> => prepared(settingsFrom(process.env));

/** Hands the settings to the test processes, and returns what ends the run; does nothing where a command has prepared it. */
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
