// A trial for each fault, each lawful variant, and the plain service under twenty seeds.
import { expect, type TestInfo, test } from '@playwright/test';
import { areaOf, type RequirementId, requirementById } from '../../contract/requirements.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { type Row, rowAttachment } from './row.ts';
import { type Asked, having, type State, trial } from './trial.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

/** From the quickest, which takes a second, to the slowest, which takes a minute; none follows one that shows the fault. */
const attempts = (breaks: string): readonly Asked[] => [
  { only: [areaOf(breaks)], depth: 'quick', seed: 1 },
  { only: [breaks], depth: 'standard', seed: 2 },
  { only: [], depth: 'quick', seed: 3 },
];

test.describe('faults', () => {
  for (const { id, breaks, does } of faults) {
    test(`${id} turns ${breaks} red: the service ${does}`, async ({}, info) => {
      const found = async (asked: Asked) => has(await tried({ fault: id }, breaks, info, asked), breaks);

      const [area, itself, everything] = attempts(breaks) as [Asked, Asked, Asked];
      const isRed = (await found(area)) || (await found(itself)) || (await found(everything));

      expect(isRed, `${breaks} stays green`).toBe(true);
    });
  }
});

test.describe('variants', () => {
  for (const { id, reads, leaves = {}, untestable } of variants) {
    test(`${id} fails nothing, as another reading of ${reads}`, async ({}, info) => {
      const verdict = await tried({ variant: id }, undefined, info, { only: [], depth: 'quick', seed: 1 });

      expect(unjust(verdict)).toEqual([]);
      if (untestable) expect(verdict.status).toBe('undecided');
      else expect(mustsUntested(verdict)).toEqual(Object.keys(leaves).sort());
    });
  }
});

test.describe('seeds', () => {
  for (const seed of seeds) {
    const depth = seed % 10 === 0 ? 'standard' : 'quick';
    test(`the plain service fails nothing with seed ${seed}, at ${depth} depth`, async ({}, info) => {
      const verdict = await tried({ seed }, undefined, info, { only: [], depth, seed });

      expect(unjust(verdict)).toEqual([]);
      expect(verdict.status).toBe('passed');
    });
  }
});

async function tried(state: State, breaks: string | undefined, info: TestInfo, asked: Asked): Promise<Verdict> {
  const what = [...asked.only, asked.depth].join(' ');
  const verdict = await trial(state, info.outputPath(what), asked);
  const row: Row = {
    ...state,
    ...(breaks && { breaks }),
    what,
    status: verdict.status,
    failed: having(verdict, 'fail'),
    advised: having(verdict, 'advice'),
    exchanges: verdict.exchanges,
    seconds: verdict.seconds,
  };
  await info.attach(rowAttachment, { body: JSON.stringify(row), contentType: 'application/json' });
  return verdict;
}

/** A fault that breaks a piece of advice is caught when the advice is given. */
function has(verdict: Verdict, breaks: string): boolean {
  const { level } = requirementById(breaks as RequirementId);
  return having(verdict, level === 'must' ? 'fail' : 'advice').includes(breaks);
}

const unjust = ({ requirements }: Verdict): readonly string[] =>
  requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`);

/** Limits are left out, because it depends on the machine whether a burst is fast enough to decide them. */
const mustsUntested = ({ requirements }: Verdict): readonly string[] =>
  requirements
    .filter(({ id, level, verdict }) => level === 'must' && verdict === 'untested' && areaOf(id) !== 'RATE')
    .map(({ id }) => id)
    .sort();
