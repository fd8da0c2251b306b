// A sample of the proof for every test run: in each area the first faults that a check of their own finds.
import { expect, test } from '@playwright/test';
import { judged } from '../../contract/judge/judged.ts';
import { areaOf, type RequirementId, requirementById } from '../../contract/requirements.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { having, trial } from './trial.ts';

const ofEachArea = 3;

/** What the judge finds in passing needs many checks, and rate limits need a quiet machine; both are left to the proof. */
const hasItsCheck = (id: string): boolean =>
  requirementById(id as RequirementId).level === 'must' && !judged.has(id as RequirementId) && areaOf(id) !== 'RATE';

const taken = new Map<string, number>();

for (const { id, breaks, does } of faults.filter((fault) => hasItsCheck(fault.breaks))) {
  const area = areaOf(breaks);
  taken.set(area, (taken.get(area) ?? 0) + 1);
  if ((taken.get(area) as number) > ofEachArea) continue;
  test(`${id} turns ${breaks} red: the service ${does}`, async ({}, info) => {
    const verdict = await trial({ fault: id }, info.outputPath('trial'), { only: [breaks], depth: 'quick', seed: 1 });

    expect(having(verdict, 'fail')).toContain(breaks);
  });
}

/** Variants that these checks once reported as broken, or could not decide on. */
const lawful = {
  'media-type-parameters-refused': 'PAR-26',
  'one-session': 'AUTH-16',
  'accounts-once': 'BEN-29',
} as const;

for (const [variant, id] of Object.entries(lawful)) {
  test(`${variant} is seen to keep ${id}`, async ({}, info) => {
    const verdict = await trial({ variant }, info.outputPath('trial'), { only: [id], depth: 'quick', seed: 1 });

    expect(verdict.requirements.filter(({ level, verdict: one }) => level === 'must' && one !== 'pass')).toEqual([]);
  });
}
