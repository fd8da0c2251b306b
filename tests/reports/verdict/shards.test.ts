// Joins shards of a run: made-up parts, through the functions that join and decide real ones.
import { expect, test } from '@playwright/test';
import type { RequirementId } from '../../../contract/generated/sentences.ts';
import type { TestRecord } from '../../../harness/record.ts';
import { page } from '../../../reports/page.ts';
import { verdictOn } from '../../../reports/run-verdict.ts';
import { joined, type ShardFolder } from '../../../reports/shards/joined.ts';
import type { Part } from '../../../reports/shards/part.ts';
import { summary } from '../../../reports/terminal/terminal.ts';
import type { RunFacts, Verdict } from '../../../reports/verdict/verdict.ts';
import { broken, facts, held, record, untested } from '../verdicts.ts';

const only = ['CARD-14', 'CARD-15', 'AUTH-04', 'RATE-05'];
const division = [['RATE-05'], ['CARD-14', 'AUTH-04'], ['CARD-14']] as RequirementId[][];

const part = (index: number, records: readonly TestRecord[], more: Partial<Part> = {}): Part => ({
  facts: { ...facts, only, shard: `${index}/3`, startedAt: `2026-03-04T05:0${index}:00.000Z`, seconds: 10 * index },
  division,
  records,
  deviations: [],
  given: [],
  ...more,
});

const shard = (index: number, records: readonly TestRecord[], more: Partial<Part> = {}): ShardFolder => ({
  folder: `shard-${index}`,
  part: part(index, records, more),
});

const withFacts = ({ folder, part: whole }: ShardFolder, change: Partial<RunFacts>): ShardFolder => ({
  folder,
  part: { ...whole, facts: { ...whole.facts, ...change } },
});

const quiet = [held('RATE-05')];
const chapter = [
  record('CARD-14', { kind: 'held' }, { checked: { 'CARD-15': 12 }, exchanges: 30 }),
  record('AUTH-04', { kind: 'held' }, { checked: { 'CARD-15': 3 } }),
];
const other = [held('CARD-14')];
const all = [shard(1, quiet), shard(2, chapter), shard(3, other)];

const verdicts = ({ requirements }: Verdict) => requirements.map(({ id, verdict }) => `${id} ${verdict}`);
const resultOf = ({ requirements }: Verdict, id: string) => requirements.find((result) => result.id === id);

test('joined shards come to what one run with the same records comes to', () => {
  const records = [...quiet, ...chapter, ...other];
  const { shard: _, ...whole } = part(1, records).facts;
  const alone = verdictOn({ facts: whole, division: [], records, deviations: [], given: [] });

  const merged = verdictOn(joined(all.toReversed()));

  expect(merged.requirements).toEqual(alone.requirements);
  expect(merged).toMatchObject({ status: 'passed', totals: alone.totals, exchanges: alone.exchanges });
  expect(merged).not.toHaveProperty('shard');
  expect(merged.shards?.map((each) => each.shard)).toEqual(['1/3', '2/3', '3/3']);
  expect(merged).toMatchObject({ startedAt: '2026-03-04T05:01:00.000Z', seconds: 30 });
  expect(summary(merged, { colour: false, width: 100 })).toContain('exchanges in 30 s · 3 shards · seed');
  expect(page(merged)).toContain('<dt>Shards</dt><dd>3</dd>');
});

test('a shard by itself says of each requirement which shard has its check, and is never passed', () => {
  const verdict = verdictOn(part(2, chapter));

  expect(verdicts(verdict)).toEqual(['AUTH-04 pass', 'CARD-14 untested', 'CARD-15 pass', 'RATE-05 untested']);
  expect(resultOf(verdict, 'RATE-05')).toMatchObject({
    reason: 'shard 1/3 does its check',
    remedy: 'join all shards of the run: assay merge DIR…',
  });
  expect(verdict.status).toBe('undecided');
  const text = summary(verdict, { colour: false, width: 100 });
  expect(text).toContain('No must is broken in shard 2/3');
  expect(text).not.toContain('does its check');
});

test('a shard that did every check that was asked for is no verdict either', () => {
  const verdict = verdictOn(
    part(1, quiet, { division: [['RATE-05']], facts: { ...facts, only: ['RATE-05'], shard: '1/3' } }),
  );

  expect(verdicts(verdict)).toEqual(['RATE-05 pass']);
  expect(verdict.status).toBe('undecided');
});

test('what no check is for waits for the other shards', () => {
  const verdict = verdictOn(part(1, quiet));

  expect(resultOf(verdict, 'CARD-15')).toMatchObject({
    verdict: 'untested',
    reason: 'no exchange of this shard showed whether it is kept',
    remedy: 'join all shards of the run: assay merge DIR…',
  });
});

test('a departure that one shard found fails the joined run', () => {
  const verdict = verdictOn(joined([shard(1, quiet), shard(2, [broken('CARD-14'), chapter[1]!]), shard(3, other)]));

  expect(verdict.status).toBe('failed');
  expect(resultOf(verdict, 'CARD-14')).toMatchObject({ verdict: 'fail', counts: { tests: 2 } });
});

test('a lost shard is named, and so are the requirements whose checks it had', () => {
  const verdict = verdictOn(joined([shard(1, quiet), shard(2, chapter)]));

  expect(verdict).toMatchObject({ status: 'undecided', reason: 'shard 3/3 is missing' });
  expect(resultOf(verdict, 'CARD-14')).toMatchObject({
    verdict: 'untested',
    reason: 'shard 3/3, which does its check, is missing',
    remedy: 'run that shard again, and merge again',
  });
});

test('a lost shard without a check of its own is named all the same', () => {
  const empty = [['RATE-05'], ['CARD-14', 'AUTH-04', 'CARD-14'], []] as RequirementId[][];
  const shards = [shard(1, quiet, { division: empty }), shard(2, [...chapter, ...other], { division: empty })];

  expect(verdictOn(joined(shards))).toMatchObject({ status: 'undecided', reason: 'shard 3/3 is missing' });
});

test('a folder that holds no shard keeps the run undecided', () => {
  expect(verdictOn(joined(all, ['somewhere']))).toMatchObject({
    status: 'undecided',
    reason: 'no shard is in somewhere',
  });
  expect(() => joined([], ['somewhere', 'elsewhere'])).toThrow('no shard is in somewhere, elsewhere');
});

test('what a shard was kept from is told with its number', () => {
  const interrupted = shard(2, [chapter[1]!], { trouble: 'the run was interrupted' });

  const verdict = verdictOn(joined([shard(1, quiet), interrupted, shard(3, other)]));

  expect(verdict).toMatchObject({ status: 'undecided', reason: 'shard 2/3: the run was interrupted' });
  expect(resultOf(verdict, 'CARD-14')?.reason).toBe('shard 2/3 ended before it did its check');
});

test('a record that is missing without a word is noticed', () => {
  const verdict = verdictOn(joined([shard(1, quiet), shard(2, [chapter[1]!]), shard(3, other)]));

  expect(verdict).toMatchObject({ status: 'undecided', reason: 'shard 2/3 left no record of 1 of its checks' });
});

test('a shard that never reached the target leaves the others their verdicts', () => {
  const unreachable = shard(2, [], { trouble: 'http://x cannot be reached', division: [] });

  const verdict = verdictOn(joined([shard(1, quiet), unreachable, shard(3, other)]));

  expect(verdicts(verdict)).toEqual(['AUTH-04 untested', 'CARD-14 untested', 'CARD-15 untested', 'RATE-05 pass']);
  expect(verdict.reason).toBe('shard 2/3: http://x cannot be reached');
});

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

for (const [name, change] of [
  ['seed', { seed: 2 }],
  ['depth', { depth: 'deep' }],
  ['target', { target: 'http://127.0.0.1:9' }],
  ['version of Assay', { assay: '0.2.0' }],
  ['choice of --only', { only: ['CARD'] }],
  ['choice of --safe', { safe: true }],
  ['digest of the profile', { digests: { ...facts.digests, profile: digest('9') } }],
  ['digest of the contract', { digests: { ...facts.digests, contract: digest('9') } }],
  ['digest of the requirements', { digests: { ...facts.digests, requirements: digest('9') } }],
  ['number of shards', { shard: '3/4' }],
] as const satisfies readonly (readonly [string, Partial<RunFacts>])[]) {
  test(`shards of different runs are refused: the ${name}`, () => {
    expect(() => joined([...all.slice(0, 2), withFacts(all[2]!, change)])).toThrow(
      new RegExp(`^shard-1 and shard-3 are of different runs: the ${name} is .+ and .+$`),
    );
  });
}

test('shards that divide different checks, or accept different deviations, are refused', () => {
  const otherwise = shard(3, other, { division: [['RATE-05'], ['CARD-14'], ['CARD-14']] });
  const deviation = { requirement: 'CARD-14' as const, reason: 'known', owner: 'cards', until: '2099-01-01' };

  expect(() => joined([...all.slice(0, 2), otherwise])).toThrow('they divide different checks');
  expect(() => joined([...all.slice(0, 2), shard(3, other, { deviations: [deviation] })])).toThrow(
    'the list of accepted deviations is empty and CARD-14 any 2099-01-01',
  );
});

test('the same shard given twice is refused', () => {
  expect(() => joined([...all, { ...all[1]!, folder: 'copy' }])).toThrow('shard-2 and copy are both shard 2/3');
});

test('what the shards left at the target is added up, and the worst disturbance is told', () => {
  const calm = { delay: 1, load: 0.1, notable: [] };
  const shards = [
    withFacts(all[0]!, { spent: { createPayments: 300 }, disturbance: { delay: 400, load: 0.2, notable: ['x'] } }),
    withFacts(all[1]!, { spent: { createPayments: 4, signDrafts: 1 }, disturbance: calm }),
    withFacts(all[2]!, { spent: {}, disturbance: { ...calm, steal: 2 } }),
  ];

  const verdict = verdictOn(joined(shards));

  expect(verdict.spent).toEqual({ createPayments: 304, signDrafts: 1 });
  expect(verdict.disturbance).toEqual({
    delay: 400,
    load: 0.2,
    steal: 2,
    notable: ['a test process stood still for 400 ms'],
  });
});

test('a deviation that is accepted counts in the joined run', () => {
  const deviations = [{ requirement: 'CARD-14' as const, reason: 'known', owner: 'cards', until: '2099-01-01' }];
  const missing = untested('CARD-14', 'two cards');
  const shards = [
    shard(1, quiet, { deviations }),
    shard(2, [missing, chapter[0]!, chapter[1]!], { deviations }),
    shard(3, [missing], { deviations }),
  ];

  expect(verdictOn(shards[1]!.part).status).toBe('undecided');
  expect(verdictOn(joined(shards))).toMatchObject({ status: 'accepted', totals: { untested: 1, pass: 3 } });
  expect(
    verdictOn(joined(all.map(({ folder, part: each }) => ({ folder, part: { ...each, deviations } })))),
  ).toMatchObject({
    status: 'failed',
    obsolete: ['CARD-14'],
  });
});
