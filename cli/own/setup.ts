// `assay/setup`: what a playwright.config.ts of a team's own names as its globalSetup, so that its specs find a prepared run.
import { join } from 'node:path';
import { settingsFrom } from '../../harness/settings.ts';
import { usualFolder } from '../../reports/folder.ts';
import { prepared } from '../playwright-setup.ts';

/** In a folder beside the report of `assay certify`, which stays as it is. */
export default (): Promise<(() => Promise<void>) | undefined> => {
  const settings = settingsFrom(process.env);
  return prepared({ ...settings, out: process.env['ASSAY_OUT'] ?? join(usualFolder, 'own-specs') });
};
