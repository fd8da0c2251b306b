// Reads the record that a test attached for the runner, or makes one that says why it is missing.
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import type { RequirementId } from '../contract/requirements.ts';
import {
  findingAttachment,
  nothingSeen,
  type ReportedFinding,
  recordAttachment,
  type TestRecord,
} from '../harness/record.ts';

export function recordOf(test: TestCase, result: TestResult): TestRecord {
  const attached = result.attachments.find(({ name }) => name === recordAttachment)?.body;
  const record = attached && (JSON.parse(attached.toString('utf8')) as TestRecord);
  if (result.status === 'interrupted' || result.errors.some(isEndOfProcess)) {
    // Only findings told early count: later ones may come of the interruption, which closed the connections of the check.
    const { outcome, findings } = cutOff(test, earlyIn(result));
    return { ...(record ?? emptyRecord(test, outcome)), outcome, findings, observations: [] };
  }
  if (record) return record;
  // Our checks write their record before they are skipped, so a test without one was skipped by the runner when the run ended.
  if (result.status === 'skipped') return neverBegun(test);
  const error = { kind: 'error', message: withoutRecord(result) } as const;
  return { ...emptyRecord(test, error), findings: earlyIn(result) };
}

/** Ctrl-C reaches a test process as well, and ends it at once while it is still being loaded. */
const isEndOfProcess = ({ message = '' }: TestError): boolean =>
  /worker process exited unexpectedly .*signal=SIG(?:INT|TERM)\b/.test(message);

/** With what was found until then. */
export const cutOff = (test: TestCase, findings: readonly ReportedFinding[]): TestRecord => ({
  ...emptyRecord(test, { kind: 'untested', missing: 'the run was interrupted before the check ended' }),
  findings,
});

export const neverBegun = (test: TestCase): TestRecord =>
  emptyRecord(test, { kind: 'untested', missing: 'the run ended before the check began' });

/** The findings that were told while the test was still going on. */
export const earlyIn = (at: Attached): readonly ReportedFinding[] => bodiesOf<ReportedFinding>(findingAttachment, at);

type Attached = Pick<TestStep, 'attachments'>;

export const bodiesOf = <Body>(name: string, { attachments }: Attached): readonly Body[] =>
  attachments
    .filter((one) => one.name === name)
    .flatMap(({ body }) => (body ? [JSON.parse(body.toString('utf8')) as Body] : []));

const emptyRecord = (test: TestCase, outcome: TestRecord['outcome']): TestRecord => ({
  ...nothingSeen,
  requirement: requirementOf(test),
  outcome,
});

export const requirementOf = (test: TestCase): RequirementId =>
  test.annotations.find(({ type }) => type === 'requirement')?.description as RequirementId;

function withoutRecord({ status, errors }: TestResult): string {
  if (status === 'timedOut') return 'the check did not end in its time';
  return plain(errors[0]?.message ?? `the check ended as ${status} and left no record`);
}

/** Playwright colours its messages even where the output is not a terminal. */
export const plain = stripVTControlCharacters;
