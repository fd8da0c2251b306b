// What `assay check` says of recorded runs stays the same to the letter while its code changes: the findings of the judge, how they are grouped, and
// the verdicts. A recording is the evidence of `assay certify --depth quick` against the reference service that its file name says: sound, with a
// fault, or in a variant. Of exchanges with the same operation and status that are judged alike it has the first few.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { run } from '../../../cli/commands/check.ts';
import { root, verdictIn } from '../command.ts';

const data = fileURLToPath(new URL('./data', import.meta.url));
const ending = '.ndjson.gz';

for (const recording of readdirSync(data).filter((name) => name.endsWith(ending))) {
  const name = recording.slice(0, -ending.length);

  test(`the run kept as ${name} is judged as it was before`, async ({}, info) => {
    const out = info.outputPath('report');
    const profile = join(root, 'reference/profile.yaml');
    const code = await run([join(data, recording)], { out, profile, quiet: true });

    const [kept, now] = [join(data, `${name}.json`), info.outputPath(`${name}.json`)];
    const text = `${JSON.stringify({ code, ...judgedIn(out) }, null, 2)}\n`;
    writeFileSync(now, text);
    expect(
      text,
      `where this change is meant, keep what is said now: cp ${relative(root, now)} ${relative(root, kept)}`,
    ).toBe(readFileSync(kept, 'utf8'));
  });
}

/** The verdict without the time, the machine, the sentences of the catalogue, and everything that the recording gave no occasion to judge. */
function judgedIn(folder: string) {
  const { status, exchanges, totals, requirements, traffic } = verdictIn(folder);
  const { files: _files, operationsUnmet: _operations, requirementsUnmet: _requirements, ...seen } = traffic!;
  const judged = requirements.map(({ says: _says, where: _where, ...result }) => result);
  return { status, exchanges, totals, seen, requirements: judged };
}
