// What the runner reports about a check that left no record.
import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { recordOf } from '../../../reports/records.ts';

const check = { annotations: [{ type: 'requirement', description: 'EVT-01' }] } as TestCase;
const ended = (how: string): TestResult =>
  ({
    status: 'failed',
    attachments: [],
    errors: [{ message: `Error: worker process exited unexpectedly (code=null, signal=${how})` }],
  }) as unknown as TestResult;

test('a test process that Ctrl-C ended before it could listen was interrupted', () => {
  for (const how of ['SIGINT', 'SIGTERM'])
    expect(recordOf(check, ended(how)).outcome).toEqual({
      kind: 'untested',
      missing: 'the run was interrupted before the check ended',
    });
});

test('one that the system killed could not judge', () => {
  expect(recordOf(check, ended('SIGKILL')).outcome).toEqual({
    kind: 'error',
    message: 'Error: worker process exited unexpectedly (code=null, signal=SIGKILL)',
  });
});
