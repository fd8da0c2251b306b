// Before the first test of plain `npx playwright test`: does what the command would have done.

import { environmentOf, settingsFrom } from '../harness/settings.ts';
import { clearReport } from '../reports/folder.ts';
import { prepare } from './prepare.ts';

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const settings = settingsFrom(process.env);
  if (settings.prepared) return undefined;
  const preparation = await prepare(settings);
  if (preparation.kind === 'no verdict') throw new Error(preparation.reason);
  clearReport(settings.out);
  Object.assign(process.env, environmentOf(preparation.settings));
  return preparation.close;
}
