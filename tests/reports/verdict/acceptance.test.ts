import { expect, test } from '@playwright/test';
import type { RequirementId } from '../../../contract/generated/sentences.ts';
import { requirements } from '../../../contract/requirements.ts';
import { junit } from '../../../reports/junit.ts';
import { page } from '../../../reports/page.ts';
import { summary } from '../../../reports/terminal/terminal.ts';
import { givenBy, neededBy } from '../../../reports/untested/needs.ts';
import { advised, remedyFor } from '../../../reports/untested/remedies.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import { notMet } from '../../../reports/verdict/result.ts';
import { type Deviation, readProfile } from '../../../subject/profile/profile.ts';
import { snippetOf } from '../../../subject/profile/snippets.ts';
import { readProfileText } from '../../../subject/profile/yaml/reading.ts';
import { broken, facts, held, requirement, untested } from '../verdicts.ts';

const accepting = (id: string, more: Partial<Deviation> = {}): Deviation => ({
  requirement: id as RequirementId,
  reason: 'no second user there',
  owner: 'accounts team',
  until: '2026-12-31',
  ...more,
});

const environment = { ASSAY_TARGET: 'http://127.0.0.1:9', ASSAY_USERNAME: 'a', ASSAY_PASSWORD: 'b' };
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

test('what a profile gives is not asked for again', () => {
  const given = (text: string) => givenBy(readProfile(text, 'profile.yaml', environment));

  expect(given('')).toEqual(['allow.readCredentials', 'allow.calculateLimits']);
  expect(given('allow: { load: true, createPayments: 3, readCredentials: false }')).toEqual(
    expect.arrayContaining(['allow.load', 'allow.createPayments']),
  );
  expect(given('allow: { readCredentials: false }')).not.toContain('allow.readCredentials');
  expect(given('fixtures: { payments: { drafts: [a] } }')).toEqual(
    expect.arrayContaining(['fixtures.payments', 'fixtures.payments.drafts']),
  );
  expect(given('fixtures: { payments: { drafts: [a] } }')).not.toContain('fixtures.payments.cancellable');
  expect(given('open: { include: { name: with, list: comma } }')).toContain('open.include');
  expect(given('users: { full: { username: a, password: b, mfa: { type: sms, code: { fixed: "1" } } } }')).toContain(
    'users.*.mfa',
  );
});

test('what can be done about an untested must names the key of the profile', () => {
  const [, owners] = asked;
  const of = (id: string, operation: string) => ({ ...requirement(id, 'x'), operations: [operation] }) as never;

  expect(remedyFor(owners!, 'a second user (users.second)')).toMatch(
    /^in the profile: users: \{ second: \{ username: /,
  );
  expect(remedyFor(owners!, 'the profile allows inviteMembers: 0, and that is used up')).toContain(
    'allow: { inviteMembers: 20 } (Greatest',
  );
  expect(remedyFor(of('PAY-01', 'readPayment'), 'nothing gave occasion')).toContain('fixtures: { payments: { others: ');
  expect(remedyFor(of('PAY-01', 'readPayment'), 'nothing gave occasion', ['fixtures.payments'])).toContain(
    'explain PAY-01',
  );
  expect(remedyFor(owners!, 'the time that a probe takes (--depth standard)')).toBe('run with --depth standard');
  expect(remedyFor(of('CARD-01', 'listCards'), 'nothing gave occasion')).toContain('assay explain CARD-01');
  expect(remedyFor(owners!, '--safe keeps signPayments from being called')).toContain('without --safe');
});

test('nothing is advised that would not help', () => {
  const of = (id: string) => requirements.find((each) => each.id === id)!;
  // Version 1 was read and sends no Sunset: a second factor brings none.
  expect(remedyFor(of('VER-05'), notMet)).toContain('explain VER-05');
  expect(remedyFor(of('PAY-01'), notMet)).toContain('fixtures: { payments:');
  expect(remedyFor(of('PAR-26'), 'a content that login accepts in one way or the other')).toContain('explain PAR-26');
  expect(remedyFor(of('PAR-26'), 'a content that inviteMember accepts in one way or the other')).toMatch(
    /^in the profile: allow: \{ inviteMembers: 20 \} \([^)]*\)$/,
  );
});

test('of a run that was cut short, what it had not met yet is not looked for in the profile', () => {
  const cut = decide(facts, asked, [], 'the run ended at the first broken must (--fail-fast)');
  const passing = { ...cut, requirements: cut.requirements.map((each) => ({ ...each, reason: notMet })) };

  expect(advised(passing, []).requirements.map(({ remedy }) => remedy)).toEqual(
    asked.map(() => 'let the run come to its end'),
  );
});

test('what is said to be pasted into a profile is taken by its reader', () => {
  const keys = new Set(requirements.flatMap(neededBy));
  const also = [
    'users.second',
    'users.restricted',
    'open.statusFilter',
    'open.expand',
    'fixtures.cards',
    'allow.webhookReceiver',
  ];

  expect(keys.size).toBeGreaterThan(12);
  for (const key of [...keys, ...also]) {
    const [snippet] = snippetOf(key).split(' (');
    const { value, problems } = readProfileText(snippet ?? '', 'p.yaml', {
      ASSAY_MFA_CODE: '1',
      ...someones('MFA'),
      ...someones('SECOND'),
      ...someones('RESTRICTED'),
    });
    expect({ key, problems, sections: Object.keys(value as object) }).toEqual({
      key,
      problems: [],
      sections: [key.split('.')[0]],
    });
  }
});

const someones = (who: string) => ({ [`ASSAY_${who}_USERNAME`]: 'x', [`ASSAY_${who}_PASSWORD`]: 'y' });
