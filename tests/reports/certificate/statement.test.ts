import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { requirements } from '../../../contract/requirements.ts';
import { readCertificate, statementIn } from '../../../reports/certificate/read.ts';
import type { Statement } from '../../../reports/certificate/statement.ts';
import type { Unsigned } from '../../../reports/certificate/write.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { finding, mixedVerdict, passedVerdict, undecidedVerdict } from '../verdicts.ts';
import { build, certificateOf, wholeVerdict } from './reports.ts';

async function stated(info: TestInfo, verdict: Verdict): Promise<Statement> {
  const { certificate } = await certificateOf(info, verdict);
  return (JSON.parse(readFileSync(certificate, 'utf8')) as Unsigned).statement;
}

const musts = requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('every requirement asked about stands in one list and in one only', async ({}, info) => {
  const verdict = mixedVerdict();

  const { predicate } = await stated(info, verdict);

  const { untested, notJudged, observed } = predicate.configuration[0].annotations;
  const left = [...untested, ...notJudged].map(({ requirement }) => requirement);
  const { passedTests, warnedTests, failedTests } = predicate;
  const listed = [...passedTests, ...warnedTests, ...failedTests, ...left, ...observed];
  expect([...listed].sort()).toEqual(verdict.requirements.map(({ id }) => id).sort());
  expect(failedTests).toEqual(['CARD-14', 'AUTH-03']);
  expect(untested).toContainEqual({
    requirement: 'PAY-01',
    level: 'must',
    reason: expect.stringContaining('no draft'),
  });
});

test('a whole run in which every must held is PASSED', async ({}, info) => {
  const { predicate } = await stated(info, wholeVerdict());

  expect(predicate.result).toBe('PASSED');
  expect(predicate.configuration[0].annotations).toMatchObject({
    whole: true,
    musts: { asked: musts.length, of: musts.length },
  });
});

test('what is accepted by name makes it WARNED and is told with reason, owner and last day', async ({}, info) => {
  const deviation = { requirement: musts[0]!, reason: 'cannot be shown', owner: 'cards team', until: day(9) };

  const { predicate } = await stated(info, wholeVerdict({}, [musts[0]!], [deviation]));

  expect(predicate.result).toBe('WARNED');
  expect(predicate.configuration[0].annotations.accepted).toEqual([{ verdict: 'untested', ...deviation }]);
});

test('a must untested makes it FAILED, for in-toto has no word for undecided', async ({}, info) => {
  const { predicate } = await stated(info, wholeVerdict({}, [musts[0]!]));

  expect(predicate.result).toBe('FAILED');
  expect(predicate.configuration[0].annotations.status).toBe('undecided');
});

for (const [what, verdict] of [
  ['a broken must', mixedVerdict()],
  ['a run that was interrupted', undecidedVerdict('the run was interrupted')],
  ['a shard', wholeVerdict({ shard: '1/2' }, [musts[1]!])],
] as const) {
  test(`${what} is FAILED`, async ({}, info) => {
    const { predicate } = await stated(info, verdict);

    expect(predicate.result).toBe('FAILED');
  });
}

test('a part of the contract is WARNED at best, and says which part', async ({}, info) => {
  const { predicate } = await stated(info, passedVerdict({ only: ['CARD-14', 'CARD-15'] }));

  expect(predicate.result).toBe('WARNED');
  expect(predicate.configuration[0].annotations).toMatchObject({
    whole: false,
    musts: { asked: 2, of: musts.length },
    narrowedBy: ['only CARD-14, CARD-15 were asked for'],
  });
});

test('the digests are those of the files beside it, the contract, the requirements and the profile', async ({}, info) => {
  const verdict = wholeVerdict();
  const { certificate } = await certificateOf(info, verdict);
  const { configuration } = (JSON.parse(readFileSync(certificate, 'utf8')) as Unsigned).statement.predicate;
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(dirname(certificate), name)))
      .digest('hex');

  expect(configuration.map(({ name, digest }) => [name, digest.sha256])).toEqual([
    ['verdict.json', digestOf('verdict.json')],
    ['evidence.ndjson', digestOf('evidence.ndjson')],
    ['openapi.yaml', verdict.digests.contract.slice(7)],
    ['requirements.yaml', verdict.digests.requirements.slice(7)],
    ['profile', verdict.digests.profile.slice(7)],
  ]);
});

test('the build is the subject, with the way in which it is known', async ({}, info) => {
  const claimed = await stated(info, wholeVerdict());
  const by = 'the header X-Build of GET /v2/card';
  const echoed = await stated(info, wholeVerdict({ build: { digest: build, origin: 'echoed', by } }));

  expect(claimed.subject).toEqual([
    {
      name: 'build',
      digest: { sha256: build.slice(7) },
      annotations: { knownBy: 'claimed by whoever started the run' },
    },
  ]);
  expect(echoed.subject[0].annotations).toEqual({ knownBy: `echoed by the target: ${by}` });
});

test('where no build is bound the evidence is the subject, and says so', async ({}, info) => {
  const { build: _, ...unbound } = wholeVerdict();

  const { subject, predicate } = await stated(info, unbound);

  expect(subject[0]).toMatchObject({
    name: 'evidence.ndjson',
    digest: predicate.configuration[1].digest,
    annotations: { build: expect.stringContaining('none is bound') },
  });
});

test('depth, seed, choices, disturbance and the time of the run are told', async ({}, info) => {
  const disturbance = { delay: 900, load: 3, notable: ['a test process stood still for 900 ms'] };
  const choices = {
    open: { sort: { kind: 'declared', value: 'order' } as const },
    signTokenPlaces: {},
    declares: { success: {}, events: {}, rateLimits: {} },
  };

  const { predicate } = await stated(info, wholeVerdict({ depth: 'deep', seed: 77, disturbance, choices }));

  const [{ annotations: run }, , , , profile] = predicate.configuration;
  expect(run).toMatchObject({ depth: 'deep', seed: 77, disturbance });
  expect(Date.parse(run.endedAt) - Date.parse(run.startedAt)).toBe(60_000);
  expect(profile.annotations.choices).toEqual(choices);
});

for (const [what, verdict] of [
  ['a mixed verdict', mixedVerdict()],
  ['a passed one', wholeVerdict()],
  ['one with findings only', { ...passedVerdict(), findings: [finding('CARD-14')] } as Verdict],
  ['an undecided one', undecidedVerdict()],
] as const) {
  test(`the statement of ${what} fits the published schema`, async ({}, info) => {
    const { certificate } = await certificateOf(info, verdict);

    const read = readCertificate(certificate);

    expect(read.kind).toBe('unsigned');
    expect(statementIn(read.payload)).toBeDefined();
  });
}

test('an unsigned statement says so first, and is no bundle and no bare statement', async ({}, info) => {
  const { certificate } = await certificateOf(info, wholeVerdict());

  const content = JSON.parse(readFileSync(certificate, 'utf8')) as Record<string, unknown>;

  expect(Object.keys(content)).toEqual(['unsigned', 'statement']);
  expect(content['unsigned']).toMatch(/^Nobody signed this statement/);
});
