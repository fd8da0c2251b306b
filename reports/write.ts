// Writes a verdict into its folder, in every form in which it is read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeJudgedResults } from './allure.ts';
import { writeStatement } from './certificate/write.ts';
import { reportFolder } from './folder.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { Section } from './page/section.ts';
import { page } from './page.ts';
import { sarif } from './sarif.ts';
import type { Verdict } from './verdict/verdict.ts';

/** `further`: sections of the page that need more than the verdict holds. */
export function writeReport(out: string, verdict: Verdict, further: readonly Section[] = []): void {
  mkdirSync(out, { recursive: true });
  const folder = reportFolder(out);
  writeFileSync(folder.verdict, `${JSON.stringify(verdict, null, 2)}\n`);
  writeFileSync(folder.junit, junit(verdict));
  writeFileSync(folder.summary, markdown(verdict));
  writeFileSync(folder.sarif, sarif(verdict));
  writeFileSync(folder.page, page(verdict, further));
  writeJudgedResults(folder.allure, verdict);
  writeStatement(out, verdict);
}
