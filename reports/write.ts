// Writes a verdict into its folder, in every form in which it is read.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { TestRecord } from '../harness/record.ts';
import { writeJudgedResults } from './allure.ts';
import { writeStatement } from './certificate/write.ts';
import { reportFolder } from './folder.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { latenciesSection } from './page/latencies.ts';
import { limitsSection } from './page/limits.ts';
import { page } from './page.ts';
import { sarif } from './sarif.ts';
import type { Verdict } from './verdict/verdict.ts';

/** `records`: what the page draws of rate limits and latencies is in them, and not in the verdict. */
export function writeReport(
  out: string,
  verdict: Verdict,
  records: readonly Pick<TestRecord, 'limits' | 'latencies'>[] = [],
): void {
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
  writeJudgedResults(folder.allure, verdict);
  writeStatement(out, verdict);
}
