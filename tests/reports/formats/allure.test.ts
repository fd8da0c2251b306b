import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestResult } from 'allure-js-commons';
import { requirementById } from '../../../contract/requirements.ts';
import { environment } from '../../../reports/allure/environment.ts';
import { requirementResults } from '../../../reports/allure/requirements.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { ownSpecs } from '../../../reports/own/own-specs.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { facts, finding, mixedVerdict, record, requirement } from '../verdicts.ts';

/** One test of AUTH-01; the judge met the other requirements in passing. */
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

const results = (verdict: Verdict) => requirementResults(verdict, []).map(({ result }) => result);

const byId = (verdict: Verdict, id: string) => results(verdict).find(({ name }) => name?.startsWith(id));

test('each requirement of the verdict has one result', () => {
  expect(results(inPassing()).map(({ name, status }) => [name?.split(' ')[0], status])).toEqual([
    ['AUTH-01', 'passed'],
    ['CARD-01', 'passed'],
    ['CARD-02', 'failed'],
    ['CARD-03', 'passed'],
    ['CARD-04', 'passed'],
    ['PAY-01', 'skipped'],
  ]);
});

test('a description begins with the details of the requirement, where it has some', () => {
  const verdict = decide(facts, [requirementById('BEN-43'), requirementById('CARD-14')], []);
  const { details = [] } = requirementById('BEN-43');

  expect(details.length).toBeGreaterThan(1);
  const begin = `${details.map((one) => `- ${one}\n`).join('')}\nEndpoints`;
  expect(byId(verdict, 'BEN-43')?.description?.slice(0, begin.length)).toBe(begin);
  expect(byId(verdict, 'CARD-14')?.description).toMatch(/^Endpoints/);
});

test('a result stands under its area, chapter and operations, with its id and the severity of its level', () => {
  const verdict = inPassing();

  const result = byId(verdict, 'CARD-01');

  expect(label(result, 'suite')).toEqual(['Cards']);
  expect(label(result, 'epic')).toEqual(['Cards']);
  expect(label(result, 'feature')).toEqual(['Resources / Card']);
  expect(label(result, 'story')).toContain('readCard');
  expect(label(result, 'requirement')).toEqual(['CARD-01']);
  expect(label(result, 'severity')).toEqual(['critical']);
  expect(label(byId(verdict, 'CARD-03'), 'severity')).toEqual(['minor']);
  expect(label(byId(verdict, 'CARD-04'), 'severity')).toEqual(['trivial']);
});

test('what is accepted by name is skipped, with who accepted it', () => {
  const deviation = { requirement: 'CARD-02' as const, reason: 'known', owner: 'cards', until: '2099-01-01' };
  const { requirements, ...rest } = inPassing();
  const accepted = requirements.map((each) => (each.id === 'CARD-02' ? { ...each, accepted: deviation } : each));

  const result = byId({ ...rest, requirements: accepted }, 'CARD-02');

  expect(result?.status).toBe('skipped');
  expect(result?.statusDetails.message).toContain('known');
});

test('the exchange that shows a finding and its curl line are attached', () => {
  const [, , failed] = requirementResults(inPassing(), []);

  expect(failed?.result.attachments.map(({ name }) => name)).toEqual(['exchange x-000042', 'curl of x-000042']);
  expect(failed?.files.map(({ content }) => content.split('\n')[0])).toEqual([
    'GET /v2/card?status=BLOCKED',
    expect.stringMatching(/^curl -isS /),
  ]);
  expect(failed?.result.attachments.map(({ source }) => source)).toEqual(failed?.files.map(({ name }) => name));
});

test('a result took as long as the checks of its requirement', () => {
  const took = (startedAt: number) => ({ requirement: 'CARD-02' as const, took: { startedAt, milliseconds: 250 } });

  const [, , result] = requirementResults(inPassing(), [took(5_000), took(1_000)]);

  expect(result?.result).toMatchObject({ start: 1_000, stop: 1_500 });
});

test('own specs stand in a suite of their own', async ({}, testInfo) => {
  const folder = testInfo.outputPath('allure-results');
  const own = ownSpecs('specs', [
    {
      title: 'ours',
      at: 'cards.spec.ts:7',
      verdict: 'fail',
      reason: 'expected a card',
      startedAt: facts.startedAt,
      milliseconds: 3,
      exchanges: 1,
      findings: [],
    },
  ]);

  writeAllure(folder, { ...inPassing(), own }, []);

  const written = readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult);
  const theirs = written.filter((result) => label(result, 'parentSuite')?.[0] === 'Your own specs');
  expect(theirs.map(({ name, status, statusDetails: { message } }) => [name, status, message])).toEqual([
    ['ours', 'failed', 'expected a card'],
  ]);
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

test('the results are files, and replace those of an earlier run', async ({}, testInfo) => {
  const folder = testInfo.outputPath('report', 'allure-results');

  writeAllure(folder, inPassing(), []);
  writeAllure(folder, inPassing(), []);

  const files = readdirSync(folder);
  const written = files.filter((name) => name.endsWith('-result.json'));
  expect(written).toHaveLength(6);
  for (const name of written) {
    const result = JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult;
    expect(name).toBe(`${result.uuid}-result.json`);
    expect(result.stage).toBe('finished');
    expect(result.start).toBe(Date.parse(facts.startedAt));
    for (const { source } of result.attachments) expect(files).toContain(source);
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
