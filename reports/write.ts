// Writes a verdict into its folder, in every format.
import { rmSync, writeFileSync } from 'node:fs';
import { makeFolder } from '../exchange/folder.ts';
import { type Measured, writeAllure } from './allure/write.ts';
import { writeStatement } from './certificate/write.ts';
import { reportFolder } from './folder.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { latenciesSection, limitsSection } from './page/pictures.ts';
import { page } from './page.ts';
import { noSpaceIn } from './run/space.ts';
import { sarif } from './sarif.ts';
import type { Verdict } from './verdict/verdict.ts';

/**
 * `records`: needed for the pictures of rate limits and latencies and for how long each check took, which the verdict does not
 * have. When the disk is full, what was written of the report is removed, so that nobody reads an incomplete one.
 */
export function writeReport(out: string, verdict: Verdict, records: readonly Measured[] = []): void {
  makeFolder(out);
  const folder = reportFolder(out);
  const pictures = [
    ...limitsSection(records.flatMap(({ limits = [] }) => limits)),
    ...latenciesSection(records.flatMap(({ latencies = [] }) => latencies)),
  ];
  try {
    writeFileSync(folder.verdict, `${JSON.stringify(verdict, null, 2)}\n`);
    writeFileSync(folder.junit, junit(verdict));
    writeFileSync(folder.summary, markdown(verdict));
    writeFileSync(folder.sarif, sarif(verdict));
    writeFileSync(folder.page, page(verdict, pictures));
    writeAllure(folder.allure, verdict, records);
    // Recorded traffic says nothing of one target at one time, which a certificate would.
    if (verdict.traffic === undefined) writeStatement(out, verdict);
  } catch (error) {
    const { evidence: _, shard: __, ...made } = folder;
    if (noSpaceIn(String(error)) !== undefined)
      for (const path of Object.values(made)) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}
