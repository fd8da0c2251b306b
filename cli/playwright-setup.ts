// Before the first test of plain `npx playwright test`: does what the command would have done.

import { environmentOf, settingsFrom } from '../harness/settings.ts';
import { clearReport } from '../reports/folder.ts';
import { claimFolder } from './folder/claim.ts';
import { prepare } from './prepare.ts';

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const settings = settingsFrom(process.env);
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
