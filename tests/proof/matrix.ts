// Playwright's reporter of the proof: the kill matrix as a table, a JSON file and a page.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { matrixPage } from './matrix-page.ts';
import { type Entry, type Row, rowAttachment } from './row.ts';

const folder = 'proof-report';

export default class Matrix implements Reporter {
  readonly #entries: Entry[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const bodies = result.attachments.filter(({ name }) => name === rowAttachment).map(({ body }) => body);
    const proved = result.status === 'passed';
    const rows = bodies.map((body) => JSON.parse(String(body)) as Row);
    for (const row of rows) this.#entries.push({ ...row, proved });
    const last = rows.at(-1);
    process.stdout.write(`${proved ? '✓' : '✗'} ${last ? line(last) : test.title}\n`);
    if (!proved) process.stdout.write(`${result.errors[0]?.message ?? result.status}\n`);
  }

  onEnd(): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/matrix.json`, `${JSON.stringify(this.#entries, null, 2)}\n`);
    writeFileSync(`${folder}/index.html`, matrixPage(this.#entries));
    process.stdout.write(`\n${summary(this.#entries)}\nthe matrix: ${folder}/index.html, ${folder}/matrix.json\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

const nameOf = (row: Row): string => row.fault ?? row.variant ?? `seed ${row.seed}`;

function line(row: Row): string {
  const red =
    row.failed.length + row.advised.length === 0
      ? 'nothing'
      : row.failed.join(' ') || `advice ${row.advised.join(' ')}`;
  return `${nameOf(row).padEnd(44)} ${(row.breaks ?? '').padEnd(9)} -> ${red}`;
}

function summary(entries: readonly Entry[]): string {
  const kinds = [
    ['faults caught', entries.filter(({ fault }) => fault !== undefined)],
    ['variants without a false alarm', entries.filter(({ variant }) => variant !== undefined)],
    ['seeds without a false alarm', entries.filter(({ seed }) => seed !== undefined)],
  ] as const;
  return kinds
    .map(([what, rows]) => {
      const names = new Set(rows.map(nameOf));
      const good = new Set(rows.filter(({ proved }) => proved).map(nameOf));
      return `${good.size} of ${names.size} ${what}`;
    })
    .join('\n');
}
