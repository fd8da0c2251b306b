// A sample of the proof for every test run: in each area the first fault that a check of its own finds.
import { expect, test } from '@playwright/test';
import { judged } from '../../contract/judgement/judged.ts';
import { areaOf, type RequirementId, requirementById } from '../../contract/requirements.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { having, trial } from './trial.ts';

/** What the judge finds in passing takes the whole suite, and rate limits a quiet machine; both are left to the proof. */
const hasItsCheck = (id: string): boolean =>
  requirementById(id as RequirementId).level === 'must' && !judged.has(id as RequirementId) && areaOf(id) !== 'RATE';

const firstOfEachArea = faults.filter(
  ({ breaks }, index) =>
    hasItsCheck(breaks) &&
    index === faults.findIndex((other) => hasItsCheck(other.breaks) && areaOf(other.breaks) === areaOf(breaks)),
);

for (const { id, breaks, does } of firstOfEachArea) {
  test(`${id} turns ${breaks} red: the service ${does}`, async ({}, info) => {
    test.setTimeout(180_000);

    const { verdict, output } = await trial(
      { fault: id },
      info.outputPath('trial'),
      '--only',
      breaks,
      '--depth',
      'quick',
    );

    expect(having(verdict, 'fail'), output).toEqual([breaks]);
  });
}
