// Every mutant of every operation: of its answers, and of how it accepts requests.
import { readFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { answersOf, told } from './answers/fields.ts';
import { wrongAnswers } from './answers/wrong-answers.ts';
import type { Evidence } from './evidence.ts';
import { evidenceFile } from './green-run.ts';
import { reasons, reviewed } from './table/lawful.ts';
import { answerRow, type Row, requestRow, rowsAttachment } from './table/row.ts';
import { wrongRequests } from './wrong-requests.ts';

let read: Evidence | undefined;

const evidence = (): Evidence => {
  read ??= JSON.parse(readFileSync(evidenceFile, 'utf8')) as Evidence;
  return read;
};

for (const operation of told()) {
  for (const answer of answersOf(operation)) {
    test(`every wrong ${answer} of ${operation} is seen, or lawful`, async ({}, info) => {
      const fates = await wrongAnswers({ operation, answer }, evidence(), info.outputPath('trial'));

      await settle([...fates].map(answerRow), info);
    });
  }
  test(`every request that ${operation} takes wrongly is seen, or lawful`, async ({}, info) => {
    const fates = await wrongRequests(operation, evidence(), info.outputPath('trial'));

    await settle([...fates].map(requestRow), info);
  });
}

async function settle(rows: readonly Row[], info: TestInfo): Promise<void> {
  await info.attach(rowsAttachment, { body: JSON.stringify(rows), contentType: 'application/json' });
  const { unexplained } = reviewed(rows, reasons());
  expect(unexplained.map(({ place, kind, scope, sight }) => `${place}: ${kind} (${scope}) ${sight}`)).toEqual([]);
}
