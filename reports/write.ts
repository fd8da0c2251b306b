// Writes a verdict into its folder, in every form in which it is read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Measured, writeAllure } from './allure/write.ts';
import { writeStatement } from './certificate/write.ts';
import { reportFolder } from './folder.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { latenciesSection } from './page/latencies.ts';
import { limitsSection } from './page/limits.ts';
import { page } from './page.ts';
import { sarif } from './sarif.ts';
import type { Verdict } from './verdict/verdict.ts';

/** `records`: what is drawn of rate limits and latencies, and how long each check took, is in them and not in the verdict. */
export function writeReport(out: string, verdict: Verdict, records: readonly Measured[] = []): void {
  mkdirSync(out, { recursive: true });
  const folder = reportFolder(out);
  const pictures = [
    ...limitsSection(records.flatMap(({ limits = [] }) => limits)),
    ...latenciesSection(records.flatMap(({ latencies = [] }) => latencies)),
  ];
  writeFileSync(folder.verdict, `${JSON.stringify(verdict, null, 2)}\n`);
  writeFileSync(folder.junit, junit(verdict));
  writeFileSync(folder.summary, markdown(verdict));
  writeFileSync(folder.sarif, sarif(verdict));
  writeFileSync(folder.page, page(verdict, pictures));
  writeAllure(folder.allure, verdict, records);
  writeStatement(out, verdict);
}
