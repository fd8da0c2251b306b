// Playwright's reporter of the mutants: the table of kinds and fields as text, as a JSON file and as a page.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { answersOf, told } from '../answers/fields.ts';
import { reportFolder } from '../green-run.ts';
import { reasonOf, reasons, reviewed } from './lawful.ts';
import { type Row, rowsAttachment, survived } from './row.ts';
import { legend, lines, summary } from './table.ts';
import { tablePage } from './table-page.ts';

export default class Reported implements Reporter {
  readonly #rows: Row[] = [];
  #isWhole = false;

  onBegin(_config: unknown, suite: Suite): void {
    // Each operation has a test for each of its answers, and one for its requests.
    const all = told().reduce((count, id) => count + answersOf(id).length + 1, 0);
    this.#isWhole = suite.allTests().length === all;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const bodies = result.attachments.filter(({ name }) => name === rowsAttachment).map(({ body }) => body);
    const rows = bodies.flatMap((body) => JSON.parse(String(body)) as readonly Row[]);
    this.#rows.push(...rows);
    process.stdout.write(`\n${result.status === 'passed' ? '✓' : '✗'} ${test.title}: ${summary(rows)}\n`);
    process.stdout.write(`${lines(rows, reasons()).join('\n')}\n`);
    if (result.status !== 'passed') process.stdout.write(`${result.errors[0]?.message ?? result.status}\n`);
  }

  /** A reason that applies to no survivor is out of date, but only a run of all mutants can show that. */
  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const among = reasons();
    const { unexplained, idle } = reviewed(this.#rows, among);
    mkdirSync(reportFolder, { recursive: true });
    const told = this.#rows.map((row) => ({
      ...row,
      because: survived(row) ? reasonOf(row, among)?.because : undefined,
    }));
    writeFileSync(`${reportFolder}/mutants.json`, `${JSON.stringify(told, null, 1)}\n`);
    writeFileSync(`${reportFolder}/index.html`, tablePage(this.#rows, among));
    const outdated = this.#isWhole ? idle : [];
    process.stdout.write(`\n${legend}\n${summary(this.#rows)}, ${unexplained.length} without a reason\n`);
    for (const { where } of outdated) process.stdout.write(`no survivor needs the reason for ${where}\n`);
    process.stdout.write(`the table: ${reportFolder}/index.html, ${reportFolder}/mutants.json\n`);
    return { status: outdated.length > 0 ? 'failed' : status };
  }

  printsToStdio(): boolean {
    return true;
  }
}
