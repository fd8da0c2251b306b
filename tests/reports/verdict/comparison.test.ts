// A verdict compared with an earlier one.
import { expect, test } from '@playwright/test';
import type { Requirement } from '../../../contract/requirements.ts';
import type { TestRecord } from '../../../harness/record.ts';
import type { Gate } from '../../../harness/settings.ts';
import { compare } from '../../../reports/comparison/compare.ts';
import { earlierOf } from '../../../reports/comparison/earlier.ts';
import { comparisonText } from '../../../reports/comparison/terminal.ts';
import { page } from '../../../reports/page.ts';
import { summary } from '../../../reports/terminal/terminal.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import type { RunFacts, Verdict } from '../../../reports/verdict/verdict.ts';
import type { Deviation } from '../../../subject/profile/profile.ts';
import { broken, facts, failedItself, finding, held, record, requirement, untested } from '../verdicts.ts';

const asked = [
  requirement('CARD-14', 'a filter filters'),
  requirement('CARD-15', 'an id is a UUID'),
  requirement('CARD-16', 'no card is listed twice', 'advice'),
  requirement('CARD-20', 'the format of a date', 'open'),
];

interface Run {
  readonly records: readonly TestRecord[];
  readonly asked?: readonly Requirement[];
  readonly facts?: Partial<RunFacts>;
  readonly trouble?: string;
  readonly deviations?: readonly Deviation[];
}

const verdictOf = (run: Run): Verdict =>
  decide({ ...facts, ...run.facts }, run.asked ?? asked, run.records, run.trouble, run.deviations);

const changed = (before: Run, after: Run) => compare(earlierOf(verdictOf(before), 'before.json'), verdictOf(after));

const kinds = (before: Run, after: Run) => changed(before, after).changes.map(({ id, kind }) => `${id} ${kind}`);

const good = [held('CARD-14'), held('CARD-15'), held('CARD-16'), held('CARD-20')];
const without = (id: string, ...more: readonly TestRecord[]) => [
  ...good.filter((each) => each.requirement !== id),
  ...more,
];
const accepting: Deviation = { requirement: 'CARD-14', reason: 'known', owner: 'cards team', until: '2099-12-31' };

test('nothing is told of what is as it was, and still fails is told', () => {
  expect(changed({ records: good }, { records: good })).toMatchObject({ status: 'passed', changes: [] });
  const failing = { records: without('CARD-14', broken('CARD-14')) };
  expect(changed(failing, failing)).toMatchObject({
    status: 'passed',
    changes: [{ id: 'CARD-14', kind: 'still failing', before: 'fail', now: 'fail' }],
  });
});

for (const [what, before, after, kind, status] of [
  ['passed and fails', held('CARD-14'), broken('CARD-14'), 'newly failing', 'failed'],
  ['was untested and fails', untested('CARD-14', 'a card'), broken('CARD-14'), 'newly failing', 'failed'],
  ['failed and passes', broken('CARD-14'), held('CARD-14'), 'newly passing', 'passed'],
  ['was untested and passes', untested('CARD-14', 'a card'), held('CARD-14'), 'newly passing', 'passed'],
  ['passed and is untested', held('CARD-14'), untested('CARD-14', 'a card'), 'no longer decided', 'undecided'],
  ['failed and is untested', broken('CARD-14'), untested('CARD-14', 'a card'), 'no longer decided', 'undecided'],
  ['passed and cannot be judged', held('CARD-14'), failedItself('CARD-14', 'x'), 'no longer decided', 'undecided'],
  [
    'was untested and cannot be judged',
    untested('CARD-14', 'a'),
    failedItself('CARD-14', 'x'),
    'changed otherwise',
    'passed',
  ],
] as const) {
  test(`a must that ${what} is ${kind}`, () => {
    const [one, other] = [{ records: without('CARD-14', before) }, { records: without('CARD-14', after) }];

    expect(kinds(one, other)).toEqual([`CARD-14 ${kind}`]);
    expect(changed(one, other).status).toBe(status);
  });
}

test('where nothing could be tested, a comparison with another such run is undecided', () => {
  const advice = { asked: asked.slice(2), records: ['CARD-16', 'CARD-20'].map((id) => untested(id, 'a card')) };

  expect(changed(advice, advice)).toMatchObject({ status: 'undecided', changes: [] });
});

test('advice that is no longer followed or tested is told, and decides nothing', () => {
  const unfollowed = {
    records: without('CARD-16', record('CARD-16', { kind: 'held' }, { findings: [finding('CARD-16')] })),
  };

  expect(kinds({ records: good }, unfollowed)).toEqual(['CARD-16 changed otherwise']);
  expect(changed({ records: good }, unfollowed).status).toBe('passed');
  expect(changed({ records: good }, { records: without('CARD-16', untested('CARD-16', 'x')) }).status).toBe('passed');
  expect(kinds(unfollowed, { records: good })).toEqual(['CARD-16 newly passing']);
});

test('what is accepted by name does not newly fail, until nobody accepts it any longer', () => {
  const failing = { records: without('CARD-14', broken('CARD-14')) };
  const accepted = { ...failing, deviations: [accepting] };

  expect(changed({ records: good }, accepted)).toMatchObject({
    status: 'passed',
    changes: [{ id: 'CARD-14', kind: 'changed otherwise', before: 'pass', now: 'accepted' }],
  });
  expect(changed(accepted, failing)).toMatchObject({
    status: 'failed',
    changes: [{ kind: 'newly failing', before: 'accepted', now: 'fail' }],
  });
});

test('requirements of one verdict alone are gone or new, and a new one that fails or is open counts', () => {
  const few = { records: good, asked: asked.slice(1) };

  expect(changed({ records: good }, few)).toMatchObject({
    status: 'passed',
    changes: [{ id: 'CARD-14', kind: 'gone' }],
  });
  expect(changed(few, { records: good })).toMatchObject({
    status: 'passed',
    changes: [{ id: 'CARD-14', kind: 'new' }],
  });
  expect(changed(few, { records: without('CARD-14', broken('CARD-14')) }).status).toBe('failed');
  expect(changed(few, { records: without('CARD-14', untested('CARD-14', 'a card')) }).status).toBe('undecided');
});

test('a run that came to no verdict shows nothing, whatever did not change', () => {
  const failing = { records: without('CARD-14', broken('CARD-14')) };

  expect(changed(failing, { ...failing, trouble: 'the run was interrupted' }).status).toBe('undecided');
  expect(changed({ records: good }, { records: [], asked: [] }).status).toBe('undecided');
});

test('facts that are not as before are named', () => {
  const { circumstances } = changed({ records: good }, { records: good, facts: { depth: 'deep', seed: 7 } });

  expect(circumstances).toEqual([
    { name: 'seed', one: '1749201', other: '7' },
    { name: 'depth', one: 'standard', other: 'deep' },
  ]);
});

const sinceOf = (before: Run, after: Run, gate: Gate): Verdict => ({
  ...verdictOf(after),
  since: { ...changed(before, after), gate },
});

test('many changes of one kind are told in ranges, whole, and folded on the page', () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    requirement(`CARD-${index < 100 ? index + 1 : 2 * index}`, 'a date'),
  );
  const [before, after] = [
    { asked: many, records: many.map(({ id }) => held(id)) },
    { asked: many, records: many.map(({ id }) => untested(id, 'a card')) },
  ];
  const verdict = sinceOf(before, after, 'all');

  const text = summary(verdict, { colour: false, width: 80 }).replaceAll(/\s+/g, ' ');

  expect(text).toMatch(/200 no longer decided \(pass → untested\): CARD-1 to CARD-100, CARD-200, CARD-202, /);
  expect(text).toContain(', CARD-256, and 71 more, each on the page');
  expect(page(verdict)).toMatch(/200 no longer decided<\/dt><dd><details>/);
});

test('terminal and page tell what changed, and what decides the exit code', () => {
  const before = { records: without('CARD-15', broken('CARD-15')), facts: { depth: 'quick' } };
  const after = { records: without('CARD-14', broken('CARD-14')) };
  const verdict = sinceOf(before, after, 'new');

  const text = summary(verdict, { colour: false, width: 100 });
  const document = page(verdict);

  expect(text).toContain(
    'Since before.json (failed, 2026-03-04 05:06:07 UTC): something fails that did not fail before',
  );
  expect(text).toMatch(/1 {2}newly failing \(pass → fail\): CARD-14\n +1 {2}newly passing \(fail → pass\): CARD-15/);
  expect(text).toContain('Note: the depth was quick and is standard.');
  expect(text).toContain('--gate new: only what is new decides the exit code, which is that of failed.');
  expect(document).toMatch(
    /Since the earlier verdict[\s\S]*1 newly failing[\s\S]*href="#CARD-14"[\s\S]*a filter filters/,
  );
  expect(document.indexOf('id="since"')).toBeLessThan(document.indexOf('id="failures"'));
  expect(summary(sinceOf(before, after, 'all'), { colour: false, width: 100 })).not.toContain('--gate');
});

test('a comparison by itself names both sides, and each change with its sentence and reason', () => {
  const [before, after] = [
    { records: good },
    { records: without('CARD-14', broken('CARD-14')), asked: asked.slice(0, 3) },
  ];
  const sides = [verdictOf(before), verdictOf(after)] as const;

  const text = comparisonText(changed(before, after), sides, { colour: false, width: 100, file: 'after.json' });

  expect(text).toContain('before.json  passed, 2026-03-04 05:06:07 UTC, http://127.0.0.1:8080');
  expect(text).toContain('after.json  failed, ');
  expect(text).toMatch(/1 newly failing\nCARD-14 +a filter filters \(pass → fail\)\n +expected the 2 cards in BLOCKED/);
  expect(text).toMatch(/1 gone\nCARD-20 +the format of a date \(observed\)/);
  expect(text).toContain('✗ something fails that did not fail before');
});
