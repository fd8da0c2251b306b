// A trial for each fault, each lawful variant, and the plain service under twenty seeds.
import { expect, type TestInfo, test } from '@playwright/test';
import { type RequirementId, requirementById } from '../../contract/requirements.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { type Row, rowAttachment } from './row.ts';
import { having, type State, type Trial, trial } from './trial.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test.describe('faults', () => {
  for (const { id, breaks, does } of faults) {
    test(`${id} turns ${breaks} red: the service ${does}`, async ({}, info) => {
      const quick = await tried({ fault: id }, breaks, info, '--depth', 'quick');
      const found = has(quick, breaks) ? quick : await tried({ fault: id }, breaks, info, '--only', breaks);

      expect(has(found, breaks), found.output).toBe(true);
    });
  }
});

test.describe('variants', () => {
  for (const { id, reads } of variants) {
    test(`${id} fails nothing, as another reading of ${reads}`, async ({}, info) => {
      const { verdict, output } = await tried({ variant: id }, undefined, info, '--depth', 'quick');

      expect(having(verdict, 'fail'), output).toEqual([]);
      expect(having(verdict, 'error'), output).toEqual([]);
      expect(having(verdict, 'pass').length).toBeGreaterThan(0);
    });
  }
});

test.describe('seeds', () => {
  for (const seed of seeds) {
    test(`the plain service fails nothing with seed ${seed}`, async ({}, info) => {
      const { verdict, output } = await tried({ seed }, undefined, info, '--seed', String(seed));

      expect(verdict.status, output).toBe('passed');
    });
  }
});

async function tried(state: State, breaks: string | undefined, info: TestInfo, ...options: string[]): Promise<Trial> {
  const done = await trial(state, info.outputPath(options.join('_')), ...options);
  const row: Row = {
    ...state,
    ...(breaks && { breaks }),
    options: options.join(' '),
    status: done.verdict.status,
    failed: having(done.verdict, 'fail'),
    advised: having(done.verdict, 'advice'),
    exchanges: done.verdict.exchanges,
    seconds: done.verdict.seconds,
  };
  await info.attach(rowAttachment, { body: JSON.stringify(row), contentType: 'application/json' });
  return done;
}

/** A fault against a piece of advice is caught when the advice is given. */
function has({ verdict }: Trial, breaks: string): boolean {
  const { level } = requirementById(breaks as RequirementId);
  return having(verdict, level === 'must' ? 'fail' : 'advice').includes(breaks);
}
