// Declares a check: its title and its sentence come from the catalogue, its body is the sentence in code.
import type { TestInfo } from '@playwright/test';
import { areaOf, type RequirementId, requirementById } from '../../contract/requirements.ts';
import { type Bench, test } from './bench.ts';
import type { Check } from './check.ts';
import { type Ending, outcomeOf } from './ending.ts';
import { recordAttachment, type TestRecord } from './record.ts';
import { isSelected } from './selection.ts';
import { settingsFrom } from './settings.ts';

export type CheckBody = (check: Check) => Promise<void>;

const { only } = settingsFrom(process.env);

/** Two checks of one requirement in one file are told apart by `aspect`. */
export function requirement(id: RequirementId, body: CheckBody): void;
export function requirement(id: RequirementId, aspect: string, body: CheckBody): void;
export function requirement(id: RequirementId, ...rest: [CheckBody] | [string, CheckBody]): void {
  const body = rest.at(-1) as CheckBody;
  const aspect = rest.length === 2 ? ` (${rest[0]})` : '';
  if (!isSelected(id, only)) return;
  const { level, says } = requirementById(id);
  const details = {
    tag: [`@${areaOf(id)}`, `@${level}`],
    annotation: { type: 'requirement', description: id },
  };
  test(`${id} ${says}${aspect}`, details, async ({ bench }, testInfo) => {
    await run(id, body, bench, testInfo);
  });
}

async function run(id: RequirementId, body: CheckBody, bench: Bench, testInfo: TestInfo): Promise<void> {
  const session = bench.begin(id);
  const ending = await endingOf(() => body(session.check));
  const record = session.end(outcomeOf(ending), ending);
  await testInfo.attach(recordAttachment, { body: JSON.stringify(record), contentType: 'application/json' });
  settle(record, ending, testInfo);
}

async function endingOf(work: () => Promise<void>): Promise<Ending> {
  try {
    await work();
    return { kind: 'returned' };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

/** What Playwright shall make of the test: the record says more, but red, green and skipped must agree with it. */
function settle({ outcome, findings, requirement: id }: TestRecord, ending: Ending, testInfo: TestInfo): void {
  if (outcome.kind === 'untested') testInfo.skip(true, outcome.missing);
  if (ending.kind === 'threw') throw ending.error;
  const own = findings.find((finding) => finding.requirement === id);
  if (own && requirementById(id).level === 'must') {
    throw new Error(`expected  ${own.expected}\ngot       ${own.got}\nagain     ${own.shown?.curl ?? ''}`);
  }
}
