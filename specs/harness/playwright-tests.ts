// Checks as tests of Playwright's, with one bench for each of its processes.
import { _baseTest, type TestInfo } from '@playwright/test';
import { areaOf, requirementById } from '../../contract/requirements.ts';
import { growth } from '../../load/pictures/growth.ts';
import { latencies } from '../../load/pictures/latencies.ts';
import { timeline } from '../../load/pictures/timeline.ts';
import { type Bench, openBench } from './bench.ts';
import type { Declaration, Listener } from './declaration.ts';
import type { Ending } from './ending.ts';
import { examine } from './examination.ts';
import { recordAttachment, type TestRecord } from './record.ts';
import { isSelected } from './selection.ts';
import { settingsFrom } from './settings.ts';

/** Without the fixtures of a browser: these would be set up and taken down for each check, and none of them opens a page. */
const test = _baseTest.extend<object, { bench: Bench }>({
  bench: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const bench = openBench(settingsFrom(process.env));
      await use(bench);
      await bench.close();
    },
    { scope: 'worker' },
  ],
});

const { only } = settingsFrom(process.env);

function check(declared: Declaration): void {
  const { id, aspect } = declared;
  if (!isSelected(id, only)) return;
  const { level, says } = requirementById(id);
  const details = {
    tag: [`@${areaOf(id)}`, `@${level}`],
    annotation: { type: 'requirement', description: id },
  };
  test(`${id} ${says}${aspect ? ` (${aspect})` : ''}`, details, async ({ bench }, testInfo) => {
    const { record, ending } = await examine(declared, bench);
    await testInfo.attach(recordAttachment, { body: JSON.stringify(record), contentType: 'application/json' });
    for (const [name, body] of picturesOf(record)) await testInfo.attach(name, { body, contentType: 'image/svg+xml' });
    settle(record, ending, testInfo);
  });
}

const picturesOf = ({ limits = [], latencies: measured = [] }: TestRecord): readonly (readonly [string, string])[] => [
  ...limits.flatMap((limit) => [
    [`${limit.called}: timeline`, timeline(limit)] as const,
    [`${limit.called}: latencies`, latencies(limit)] as const,
  ]),
  ...measured.map((each) => [`${each.called}: latency by number of ${each.by}`, growth(each)] as const),
];

export const playwrightTests: Listener = {
  check,
  oneAfterAnother: () => test.describe.configure({ mode: 'default' }),
};

/** What Playwright shall make of the test: the record says more, but red, green and skipped must agree with it. */
function settle({ outcome, findings, requirement: id }: TestRecord, ending: Ending, testInfo: TestInfo): void {
  if (outcome.kind === 'untested') testInfo.skip(true, outcome.missing);
  if (ending.kind === 'threw') throw ending.error;
  const own = findings.find((finding) => finding.requirement === id);
  if (own && requirementById(id).level === 'must') {
    throw new Error(`expected  ${own.expected}\ngot       ${own.got}\nagain     ${own.shown?.curl ?? ''}`);
  }
}
