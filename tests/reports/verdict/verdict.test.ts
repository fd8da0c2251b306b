import { expect, test } from '@playwright/test';
import { decide } from '../../../reports/verdict/decide.ts';
import { meaning } from '../../../reports/verdict/wording.ts';
import {
  broken,
  facts,
  failedItself,
  finding,
  held,
  mixedVerdict,
  record,
  requirement,
  untested,
} from '../verdicts.ts';

const card = requirement('CARD-14', 'a status filter returns every card in that status and no other');

const verdictOf = (...records: Parameters<typeof decide>[2]) => decide(facts, [card], records).requirements[0]?.verdict;

test('a must passes when it was tested or checked and nothing was found', () => {
  expect(verdictOf(held('CARD-14'))).toBe('pass');
  expect(verdictOf(record('SESS-01', { kind: 'held' }, { checked: { 'CARD-14': 1 } }))).toBe('pass');
});

test('what nobody tested is untested, and the run is undecided', () => {
  expect(verdictOf(held('SESS-01'))).toBe('untested');
  expect(decide(facts, [card], [held('SESS-01')]).status).toBe('undecided');
  expect(decide(facts, [], []).status).toBe('undecided');
});

test('where nothing could be tested the run is undecided, whatever the level, and a tested advice is enough to pass', () => {
  const asked = (['advice', 'open'] as const).map((level, index) => requirement(`CARD-1${index}`, 'a date', level));
  const lacking = asked.map(({ id }) => untested(id, 'a user'));
  const erring = asked.map(({ id }) => failedItself(id, 'why'));

  expect([lacking, erring].map((records) => decide(facts, asked, records).status)).toEqual(['undecided', 'undecided']);
  expect(meaning(decide(facts, asked, lacking))).toBe(
    'Nothing that was asked for could be tested, and no must was among it, so nothing is certified.',
  );
  const passed = decide(facts, asked, [held('CARD-10'), ...lacking.slice(1)]);
  expect([passed.status, meaning(passed)]).toEqual([
    'passed',
    'Nothing failed, and no must was among what was asked for.',
  ]);
});

test('a finding of any test fails the requirement that it names, and only that', () => {
  const records = [record('SESS-01', { kind: 'held' }, { findings: [finding('CARD-14')] }), held('CARD-14')];

  const verdict = decide(facts, [card, requirement('SESS-01', 'a login answers')], records);

  expect(verdict.requirements.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['CARD-14', 'fail'],
    ['SESS-01', 'pass'],
  ]);
  expect(verdict.status).toBe('failed');
});

test('the same departure found by several tests is one finding with its count', () => {
  const verdict = decide(
    facts,
    [card],
    [broken('CARD-14'), broken('CARD-14', finding('CARD-14', { got: 'another card' }))],
  );

  expect(verdict.requirements[0]?.findings).toHaveLength(1);
  expect(verdict.requirements[0]?.counts).toEqual({ tests: 2, checks: 0, findings: 6 });
});

test('a failure outweighs an error, an error what is missing, and what is missing a pass', () => {
  const [fails, errs, lacks, holds] = [
    broken('CARD-14'),
    failedItself('CARD-14', 'why'),
    untested('CARD-14', 'a user'),
    held('CARD-14'),
  ];

  expect(verdictOf(holds, lacks, errs, fails)).toBe('fail');
  expect(verdictOf(holds, lacks, errs)).toBe('error');
  expect(verdictOf(holds, lacks)).toBe('untested');
});

test('a failed check that left no finding is an error, never a pass', () => {
  expect(verdictOf(record('CARD-14', { kind: 'broken' }))).toBe('error');
});

test('advice and open things never fail a run', () => {
  const asked = [
    card,
    requirement('CARD-16', 'no card is listed twice', 'advice'),
    requirement('CARD-20', 'the format of a date', 'open'),
  ];

  const verdict = decide(facts, asked, [held('CARD-14'), broken('CARD-16'), broken('CARD-20')]);

  expect(verdict.requirements.map((result) => result.verdict)).toEqual(['pass', 'advice', 'observed']);
  expect(verdict.status).toBe('passed');
});

test('trouble of the run leaves it undecided, unless something failed', () => {
  expect(decide(facts, [card], [held('CARD-14')], 'the run was interrupted').status).toBe('undecided');
  expect(decide(facts, [card], [broken('CARD-14')], 'the run was interrupted').status).toBe('failed');
});

test('the totals count every requirement once', () => {
  const { totals, requirements } = mixedVerdict();

  expect(totals).toEqual({ pass: 2, fail: 2, advice: 1, observed: 1, untested: 4, error: 1 });
  expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(requirements.length);
});
