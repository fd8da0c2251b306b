// The specs under plain Playwright: what its own commands and an editor find.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { plainEnvironment, root } from '../cli/command.ts';

const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');

async function listed(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [runner, 'test', '--list', ...args], {
    cwd: root,
    env: plainEnvironment({ ASSAY_OUT: test.info().outputPath('report') }),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

const specsOf = ({ specs = [], suites = [] }: JSONReportSuite): JSONReportSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

test('each test stands at the line that declares it, in its own file of the specs', async () => {
  const { suites } = JSON.parse(await listed('--reporter=json')) as JSONReport;
  const specs = suites.flatMap(specsOf);

  expect(specs.length).toBeGreaterThan(300);
  for (const { file, line, title } of specs) {
    const lines = readFileSync(join(root, 'specs', file), 'utf8').split('\n');
    // A loop and a function of the file itself declare several tests at one line.
    expect(lines[line - 1], `${file}:${line} ${title}`).toMatch(/^ *(\w+\(|for |await )/);
  }
  const filter = specs.find(({ title }) => title.startsWith('CARD-14 '));
  const filters = readFileSync(join(root, 'specs/cards/filters.spec.ts'), 'utf8').split('\n');
  expect(filter?.file).toBe('cards/filters.spec.ts');
  expect(filters[(filter?.line ?? 0) - 1]).toContain("requirement('CARD-14'");
});

test('a file and a line select a test, and so do a file and words of its title', async () => {
  const filters = readFileSync(join(root, 'specs/cards/filters.spec.ts'), 'utf8').split('\n');
  const line = filters.findIndex((text) => text.includes("requirement('CARD-14'")) + 1;

  expect(await listed(`specs/cards/filters.spec.ts:${line}`)).toBe(
    'chapters › cards/filters.spec.ts › CARD-14 a status filter returns every card in that status and no other\nTotal: 1 test\n',
  );
  expect(await listed('specs/cards/filters', '-g', 'a status filter')).toContain('Total: 1 test');
});
