// verdict.json of real runs fits its published schema, and every member that the schema names occurs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { foundLimit } from '../../load/found-limit.ts';
import { compare } from '../../reports/comparison/compare.ts';
import { earlierOf } from '../../reports/comparison/earlier.ts';
import { ownSpecs } from '../../reports/own/own-specs.ts';
import type { OwnResult } from '../../reports/own/result.ts';
import { advised } from '../../reports/untested/remedies.ts';
import { decide } from '../../reports/verdict/decide.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { assay, root, serve } from '../cli/command.ts';
import { broken, facts, finding, held, mixedVerdict, record, requirement } from '../reports/verdicts.ts';
import { membersMet, membersOf, publishedSchema, validator } from './published.ts';

test.describe.configure({ timeout: 300_000 });

const schema = publishedSchema('verdict');
const problems = validator(schema);
const profile = join(root, 'reference/profile.yaml');

const verdictIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')) as Verdict;

test('a run, its shard, and the shards joined and compared', async ({}, info) => {
  const service = await serve('--fault', 'card-filter-blocked');
  const accept = info.outputPath('accepted.yaml');
  const entry = (id: string) => `  - { requirement: ${id}, reason: known, owner: cards, until: 2099-01-01 }\n`;
  writeFileSync(accept, `deviations:\n${entry('CARD-14')}${entry('CARD-18')}`);
  const earlier = info.outputPath('earlier');
  mkdirSync(earlier);
  writeFileSync(join(earlier, 'verdict.json'), JSON.stringify(mixedVerdict()));
  const [shard, merged] = [info.outputPath('shard'), info.outputPath('merged')];

  await assay([
    ...['certify', '--target', service.url, '--profile', profile, '--accept', accept, '--depth', 'quick', '--quiet'],
    ...['--only', 'CARD-14', 'CARD-18', 'CARD-63', 'PAY-45', '--shard', '1/1', '--out', shard],
  ]);
  await service.stop();
  await assay(['merge', shard, '--since', earlier, '--gate', 'new', '--out', merged, '--quiet']);

  expect(verdictIn(shard).requirements.map(({ id }) => id)).toContain('CARD-63');
  expect(problems(verdictIn(shard))).toEqual([]);
  expect(verdictIn(merged)).toMatchObject({
    obsolete: ['CARD-18'],
    shards: [{ shard: '1/1' }],
    since: { gate: 'new' },
  });
  expect(problems(verdictIn(merged))).toEqual([]);
});

test('a run of the embedded service, one that reached nothing, and one on recorded traffic', async ({}, info) => {
  const [embedded, nothing, checked] = ['embedded', 'nothing', 'checked'].map((name) => info.outputPath(name));
  const torn = info.outputPath('torn.har');
  writeFileSync(
    torn,
    '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"soon"}]}}',
  );

  await assay(['certify', '--only', 'RATE-05', 'SESS-38', '--depth', 'quick', '--quiet', '--out', embedded!]);
  await assay(['limits', '--target', 'http://127.0.0.1:1', '--profile', profile, '--quiet', '--out', nothing!]);
  await assay(['check', join(embedded!, 'evidence.ndjson'), torn, '--quiet', '--out', checked!]);

  for (const folder of [embedded!, nothing!, checked!])
    expect({ folder, problems: problems(verdictIn(folder)) }).toEqual({ folder, problems: [] });
  expect(verdictIn(nothing!).reason).toContain('cannot be reached');
  expect(verdictIn(checked!).traffic?.unusable).toHaveLength(1);
});

const found = foundLimit({
  operation: 'createPayment',
  bounds: { requests: 200, duration: 30_000 },
  probed: {
    fit: {
      kind: 'fitted',
      best: {
        model: 'fixedWindowAligned',
        variant: 'usual',
        count: 10,
        window: 1000,
        phase: 3,
        cost: 1,
        mismatches: 0,
        waiting: 1,
      },
      set: [],
      lead: 9,
      arrivals: 1,
    },
    trace: [{ sent: 0, received: 4, answer: 'admitted' }],
    cutShort: false,
  },
  created: 'one payment',
});

test('every member that the schema names is met', () => {
  const asked = [requirement('CARD-14', 'a filter filters'), requirement('CARD-15', 'an id is a UUID')];
  const shown = { ...finding('CARD-15').shown!, body: '{}' };
  const one = decide(
    {
      ...facts,
      profile: 'profile.yaml',
      folder: 'reports/today',
      build: { digest: facts.digests.contract, origin: 'echoed', by: 'the header X-Build' },
      choices: {
        open: { cardStatusFilter: { kind: 'declared', value: 'status' } },
        signTokenPlaces: {},
        declares: { success: {}, events: {}, rateLimits: {} },
      },
      shard: '1/2',
      spent: { createPayments: 1, createBeneficiaries: 1, inviteMembers: 1, cancelPayments: 1, signDrafts: 1 },
      draftsLeft: 3,
      kept: 'failures',
      disturbance: { delay: 300, steal: 7, load: 2, notable: ['x'] },
    },
    asked,
    [{ ...record('CARD-14', { kind: 'held' }), limits: [found] }, broken('CARD-15', finding('CARD-15', { shown }))],
  );
  const { shard: _, ...whole } = { ...one, shards: [{ shard: '1/2', startedAt: facts.startedAt, seconds: 1 }] };
  const since = compare(earlierOf(mixedVerdict({ seed: 1 }), 'before.json'), one);
  const deviations = ['CARD-14', 'CARD-15'].map((id) => ({
    requirement: id as 'CARD-14',
    reason: 'known',
    owner: 'cards',
    until: '2099-01-01',
  }));
  const traffic = {
    files: ['a.har'],
    judged: 1,
    unanswered: 0,
    elsewhere: 0,
    unusable: [{ reason: 'torn', count: 1, first: 'a.har' }],
    omitted: [{ reason: 'a copy of the browser', count: 1, first: 'a.har' }],
    operations: [{ id: 'listCards', exchanges: 1, statuses: { 200: 1, none: 1 } }],
    operationsUnmet: ['login'],
    requirementsUnmet: ['CARD-15'],
  };
  const lacking: OwnResult = {
    title: 'x',
    at: 'x.spec.ts:1',
    verdict: 'untested',
    reason: 'a card',
    startedAt: facts.startedAt,
    milliseconds: 1,
    exchanges: 1,
    findings: [],
  };
  const own = ownSpecs('specs', [lacking]);
  const samples: readonly Verdict[] = [
    one,
    { ...whole, since: { ...since, gate: 'new' }, traffic, own },
    decide(facts, asked, [held('CARD-14'), broken('CARD-15')], undefined, deviations),
    advised(mixedVerdict(), []),
    decide(facts, asked, [], 'the run was interrupted'),
  ];

  for (const sample of samples) expect(problems(JSON.parse(JSON.stringify(sample)))).toEqual([]);
  const met = new Set(samples.flatMap((sample) => [...membersMet(schema, sample)]));
  const unmet = [...membersOf(schema)].filter((member) => !met.has(member) && !member.startsWith('comparison.'));
  expect(unmet).toEqual([]);
});

test('what assay diff prints is the comparison of the schema', () => {
  const comparison = compare(earlierOf(mixedVerdict({ seed: 1 }), 'before.json'), mixedVerdict());

  expect(validator(schema, 'comparison')(comparison)).toEqual([]);
  expect(validator(schema, 'comparison')({ ...comparison, more: 1 })).not.toEqual([]);
});

test('a member that the schema does not name is refused, wherever it stands', () => {
  const verdict = JSON.parse(JSON.stringify(mixedVerdict())) as Verdict;
  const [first, ...rest] = verdict.requirements;

  expect(problems({ ...verdict, more: 1 })).toEqual([
    ' must NOT have additional properties {"additionalProperty":"more"}',
  ]);
  expect(problems({ ...verdict, requirements: [{ ...first, more: 1 }, ...rest] })).not.toEqual([]);
  expect(problems({ ...verdict, totals: { ...verdict.totals, lost: 1 } })).not.toEqual([]);
  expect(problems({ ...verdict, status: 'green' })).not.toEqual([]);
});
