import { expect, test } from '@playwright/test';
import type { RequirementId } from '../../../contract/generated/sentences.ts';
import { junit } from '../../../reports/junit.ts';
import { page } from '../../../reports/page.ts';
import { summary } from '../../../reports/terminal/terminal.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import type { Deviation } from '../../../subject/profile/profile.ts';
import { broken, facts, held, requirement, untested } from '../verdicts.ts';

const accepting = (id: string, more: Partial<Deviation> = {}): Deviation => ({
  requirement: id as RequirementId,
  reason: 'no second user there',
  owner: 'accounts team',
  until: '2026-12-31',
  ...more,
});

const asked = [requirement('CARD-14', 'a filter filters'), requirement('AUTH-16', 'a token acts for its user')];
const records = [broken('CARD-14'), untested('AUTH-16', 'two users who do not see the same cards (users.second)')];
const both = [accepting('CARD-14'), accepting('AUTH-16')];

test('a run is accepted when all that did not pass is accepted, and not before', () => {
  expect(decide(facts, asked, records, undefined, both).status).toBe('accepted');
  expect(decide(facts, asked, records, undefined, both.slice(0, 1)).status).toBe('undecided');
  expect(decide(facts, asked, records, undefined, both.slice(1)).status).toBe('failed');
  expect(decide(facts, asked, records, 'the run was interrupted', both).status).toBe('undecided');
});

test('an accepted must is counted as what it is', () => {
  const { totals, requirements } = decide(facts, asked, records, undefined, both);

  expect(totals).toMatchObject({ fail: 1, untested: 1, pass: 0 });
  expect(requirements.map(({ verdict }) => verdict)).toEqual(['fail', 'untested']);
});

test('a must that passes in one shard is not taken for one that has come to pass', () => {
  const passing = [held('CARD-14'), held('AUTH-16')];

  expect(decide(facts, asked, passing, undefined, both)).toMatchObject({
    status: 'failed',
    obsolete: ['CARD-14', 'AUTH-16'],
  });
  const shard = decide({ ...facts, shard: '1/2' }, asked, passing, undefined, both);
  expect(shard.status).toBe('undecided');
  expect(shard).not.toHaveProperty('obsolete');
});

test('terminal, page and JUnit begin with what is accepted', () => {
  const verdict = decide(facts, asked, records, undefined, both);

  expect(summary(verdict, { colour: false, width: 100 }).trimStart()).toMatch(
    /^2 deviations accepted by name\n≈ CARD-14/,
  );
  expect(page(verdict)).toMatch(/<h2[^>]*>.*Accepted deviations \(2\)/);
  expect(page(verdict).indexOf('Accepted deviations')).toBeLessThan(page(verdict).indexOf('id="requirements"'));
  const xml = junit(verdict);
  expect(xml).toMatch(/failures="0" errors="0" skipped="2"[^>]*>\n<testsuite name="Accepted deviations" tests="2"/);
  expect(
    xml.match(/<skipped message="fail; accepted until 2026-12-31 by accounts team: no second user there"/g),
  ).toHaveLength(1);
});
