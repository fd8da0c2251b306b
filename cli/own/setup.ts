// `assay/setup`: the globalSetup for a team's own playwright.config.ts, which prepares the run for its specs.
import { join } from 'node:path';
import { settingsFrom } from '../../harness/settings.ts';
import { usualFolder } from '../../reports/folder.ts';
import { prepared } from '../playwright-setup.ts';

/** Writes into a folder beside the report of `assay certify`, so that the report stays as it is. */
export default (): Promise<(() => Promise<void>) | undefined> => {
  const settings = settingsFrom(process.env);
  return prepared({ ...settings, out: process.env['ASSAY_OUT'] ?? join(usualFolder, 'own-specs') });
};
