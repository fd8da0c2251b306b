import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestResult } from 'allure-js-commons';
import { environment, judgedResults, writeJudgedResults } from '../../reports/allure.ts';
import { decide } from '../../reports/verdict/decide.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { facts, finding, mixedVerdict, record, requirement } from './verdicts.ts';

/** One test of AUTH-01; the judge met the others on the way. */
const inPassing = (): Verdict =>
  decide(
    facts,
    [
      requirement('AUTH-01', 'a token is needed'),
      requirement('CARD-01', 'an id is a UUID', 'must', 'Resources / Card / id'),
      requirement('CARD-02', 'a type is one of three'),
      requirement('CARD-03', 'no field is unknown', 'advice'),
      requirement('CARD-04', 'the format of a date', 'open'),
      requirement('PAY-01', 'nobody met it'),
    ],
    [
      record(
        'AUTH-01',
        { kind: 'held' },
        {
          checked: { 'AUTH-01': 5, 'CARD-01': 7, 'CARD-02': 7, 'CARD-03': 7, 'CARD-04': 7 },
          findings: [finding('CARD-02', { at: '/-/type' }), finding('CARD-03', { at: '/-/extra', count: 1 })],
        },
      ),
    ],
  );

const label = (result: TestResult | undefined, name: string) =>
  result?.labels.filter((one) => one.name === name).map(({ value }) => value);

const byId = (verdict: Verdict, id: string) => judgedResults(verdict).find(({ name }) => name?.startsWith(id));

test('only requirements that were checked without a test of their own get a result', () => {
  expect(judgedResults(inPassing()).map(({ name }) => name?.split(' ')[0])).toEqual([
    'CARD-01',
    'CARD-02',
    'CARD-03',
    'CARD-04',
  ]);
});

test('a result stands under its area with the severity of its level', () => {
  const verdict = inPassing();

  const result = byId(verdict, 'CARD-01');

  expect(label(result, 'suite')).toEqual(['Cards']);
  expect(label(result, 'epic')).toEqual(['Cards']);
  expect(label(result, 'feature')).toEqual(['Resources / Card']);
  expect(label(result, 'severity')).toEqual(['critical']);
  expect(label(byId(verdict, 'CARD-03'), 'severity')).toEqual(['minor']);
  expect(label(byId(verdict, 'CARD-04'), 'severity')).toEqual(['trivial']);
});

test('a broken must is failed with the words of the failure; advice and open things are passed', () => {
  const verdict = inPassing();

  const failed = byId(verdict, 'CARD-02');

  expect(failed?.status).toBe('failed');
  expect(failed?.statusDetails.message).toContain('expected the 2 cards in BLOCKED');
  expect(failed?.statusDetails.trace).toContain('assay certify --only CARD-02 --seed 1749201');
  expect(byId(verdict, 'CARD-01')).toMatchObject({ status: 'passed', statusDetails: {} });
  expect(byId(verdict, 'CARD-03')?.status).toBe('passed');
  expect(byId(verdict, 'CARD-03')?.statusDetails.message).toMatch(/^advice not followed: /);
  expect(byId(verdict, 'CARD-04')?.status).toBe('passed');
});

test('the history of a requirement goes on from run to run, under a new result each time', () => {
  const [one, other] = [byId(inPassing(), 'CARD-01'), byId(inPassing(), 'CARD-01')];

  expect(one?.historyId).toBe(other?.historyId);
  expect(one?.uuid).not.toBe(other?.uuid);
});

test('the results are files beside those of allure-playwright', async ({}, testInfo) => {
  const folder = testInfo.outputPath('report', 'allure-results');

  writeJudgedResults(folder, inPassing());

  const files = readdirSync(folder);
  const results = files.filter((name) => name.endsWith('-result.json'));
  expect(results).toHaveLength(4);
  for (const name of results) {
    const result = JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult;
    expect(name).toBe(`${result.uuid}-judged-result.json`);
    expect(result.stage).toBe('finished');
    expect(result.start).toBe(Date.parse(facts.startedAt));
  }
  expect(files).toEqual(expect.arrayContaining(['environment.properties', 'categories.json']));
  expect(JSON.parse(readFileSync(join(folder, 'categories.json'), 'utf8'))).toHaveLength(4);
});

test('the environment says what was tested and survives what Java makes of it', () => {
  const text = environment(mixedVerdict({ target: 'http://127.0.0.1:8080/ä=b\n#' }));

  expect(text.split('\n')).toContain('target=http\\://127.0.0.1\\:8080/\\u00e4\\=b\\u000a\\#');
  expect(text.split('\n')).toContain('seed=1749201');
  expect(text).toContain(`contract\\ digest=sha256\\:${'1'.repeat(64)}`);
});
