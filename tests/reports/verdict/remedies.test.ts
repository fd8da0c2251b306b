// What can be done about requirements that could not be tested, and how a reader is told.
import { expect, test } from '@playwright/test';
import { type Requirement, requirements } from '../../../contract/requirements.ts';
import { markdown } from '../../../reports/markdown.ts';
import { page } from '../../../reports/page.ts';
import { foldedYaml } from '../../../reports/terminal/fold.ts';
import { summary } from '../../../reports/terminal/terminal.ts';
import { givenBy, neededBy } from '../../../reports/untested/needs.ts';
import { advised, remedyFor } from '../../../reports/untested/remedies.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import { notMet } from '../../../reports/verdict/result.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { readProfile } from '../../../subject/profile/profile.ts';
import { snippetOf } from '../../../subject/profile/snippets.ts';
import { readProfileText } from '../../../subject/profile/yaml/reading.ts';
import { broken, facts, finding, untested } from '../verdicts.ts';

const environment = { ASSAY_TARGET: 'http://127.0.0.1:9', ASSAY_USERNAME: 'a', ASSAY_PASSWORD: 'b' };
const of = (id: string): Requirement => requirements.find((each) => each.id === id)!;

/** The lines of a remedy that the reader should paste. */
const pasted = (id: string, reason: string, given: readonly string[] = []): readonly string[] =>
  remedyFor(of(id), reason, given)
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('#'));

test('what a profile gives is not asked for again', () => {
  const given = (text: string) => givenBy(readProfile(text, 'profile.yaml', environment));

  expect(given('')).toEqual(expect.arrayContaining(['allow.readCredentials', 'allow.calculateLimits']));
  expect(given('')).not.toContain('allow.load');
  expect(given('allow: { load: true, createPayments: 3, readCredentials: false }')).toEqual(
    expect.arrayContaining(['allow.load', 'allow.createPayments']),
  );
  expect(given('allow: { readCredentials: false }')).not.toContain('allow.readCredentials');
  expect(given('fixtures: { payments: { drafts: [a] } }')).toContain('fixtures.payments.drafts');
  expect(given('fixtures: { payments: { drafts: [a] } }')).not.toContain('fixtures.payments.cancellable');
  expect(given('open: { include: { name: with, list: comma } }')).toContain('open.include');
  expect(given('users: { full: { username: a, password: b, mfa: { type: sms, code: { fixed: "1" } } } }')).toContain(
    'users.*.mfa',
  );
});

test('what can be done about an untested must is what the profile lacks, with what that is of no use without', () => {
  const draft = 'fixtures: { payments: { drafts: [ <fill in the UUID of a draft> ] } }';

  expect(pasted('PAY-48', 'there is no draft payment (fixtures.payments.drafts)')).toEqual([
    draft,
    'allow: { signDrafts: 16 }',
  ]);
  expect(pasted('PAY-48', 'the profile allows signDrafts: 0')).toEqual([draft, 'allow: { signDrafts: 16 }']);
  expect(pasted('PAY-48', 'the profile allows signDrafts: 0', ['fixtures.payments.drafts'])).toEqual([
    'allow: { signDrafts: 16 }',
  ]);
  expect(pasted('PAY-44', 'there is no payment that can be cancelled (fixtures.payments.cancellable)')).toEqual([
    'fixtures: { payments: { cancellable: [ <fill in the id of a payment> ] } }',
    'allow: { cancelPayments: 2 }',
  ]);
  const paying = [
    'open: { bodies: { createPayment: { json: <fill in a body that the target accepts> } } }',
    'allow: { load: true, createPayments: 500 }',
  ];
  for (const id of ['RATE-01', 'RATE-05']) {
    const lines = pasted(id, 'permission to load the target (allow.load)');
    expect([id, lines[0], [...lines[1]!.matchAll(/\w+: \w+/g)].map(String).sort()]).toEqual([
      id,
      paying[0],
      ['createPayments: 500', 'load: true'],
    ]);
  }
  expect(pasted('RATE-07', notMet, ['allow.calculateLimits'])).toEqual(paying);
  // The refresh operations are limited too, and need no permission of their own.
  expect(pasted('RATE-03', 'permission to load the target (allow.load)')).toEqual(['allow: { load: true }']);
  expect(pasted('EVT-01', 'a place where deliveries arrive (allow.webhookReceiver)')).toEqual([
    'allow: { webhookReceiver: { host: 0.0.0.0, port: 9000, path: / }, createBeneficiaries: 3000 }',
  ]);
  expect(pasted('EVT-01', 'a place where deliveries arrive (allow.webhookReceiver)', ['allow.inviteMembers'])).toEqual([
    'allow: { webhookReceiver: { host: 0.0.0.0, port: 9000, path: / } }',
  ]);
});

test('a name that is found out once something is allowed asks for leave, and by then for itself', () => {
  const because = 'open.smsField is not known: allow.smsNotification is false';

  expect(pasted('CARD-51', because)).toEqual(['allow: { smsNotification: true }']);
  expect(pasted('CARD-27', 'the name of the body field (open.smsField)', ['allow.smsNotification'])).toEqual([
    'open: { smsField: { name: <fill in the name of the field>, values: numbers } }',
  ]);
});

test('what was used up asks for more than there was', () => {
  expect(pasted('MEM-01', 'the profile allows inviteMembers: 40, and that is used up')).toEqual([
    'allow: { inviteMembers: 80 }',
  ]);
});

test('of two keys that would do, the first is asked for', () => {
  const either = 'there is no card of another user (users.second, or fixtures.foreign.cards)';
  expect(pasted('AUTH-21', either).join()).toMatch(
    /^users: \{ second: \{ username: [^{}]*\{[^}]*\}[^{}]*\{[^}]*\}" \} \}$/,
  );
});

test('where nothing in the profile would help, the remedy says what else does', () => {
  expect(remedyFor(of('PAY-01'), notMet)).toContain('fixtures: { payments: { others: ');
  expect(remedyFor(of('PAY-01'), notMet, ['fixtures.payments.others'])).toContain('explain PAY-01');
  expect(remedyFor(of('RATE-09'), 'the time that a probe takes (--depth standard)')).toBe('run with --depth standard');
  expect(remedyFor(of('CARD-01'), 'nothing gave occasion')).toContain('assay explain CARD-01');
  expect(remedyFor(of('PAY-48'), '--safe keeps signPayments from being called')).toContain('without --safe');
});

test('a name that the other card list has is pasted as the name of this one', () => {
  const reason =
    'open.typeFilterV1 is not known: none of 22 names had any effect on the list, nor had ?kind[], its name on the other list; open.typeFilterV1: kind[] would hold this list to it';

  expect(pasted('LEG-19', reason).at(-1)).toBe('open: { typeFilterV1: "kind[]" }');
});

test('nothing is advised that would not help', () => {
  // Version 1 was read and sends no Sunset, so a second factor would not help.
  expect(remedyFor(of('VER-05'), notMet)).toContain('explain VER-05');
  expect(remedyFor(of('PAR-26'), 'a content that login accepts in one way or the other')).toContain('explain PAR-26');
  expect(pasted('PAR-26', 'a content that inviteMember accepts in one way or the other')).toEqual([
    'allow: { inviteMembers: 40 }',
  ]);
});

test('of a run that was cut short, what it had not met yet is not looked for in the profile', () => {
  const asked = [of('CARD-14'), of('AUTH-16')];
  const cut = decide(facts, asked, [], 'the run ended at the first broken must (--fail-fast)');
  const passing = { ...cut, requirements: cut.requirements.map((each) => ({ ...each, reason: notMet })) };

  expect(advised(passing, []).requirements.map(({ remedy }) => remedy)).toEqual(
    asked.map(() => 'let the run come to its end'),
  );
});

test('what a broken must keeps from being tested waits for that to be mended, and not to be accepted', () => {
  const records = [
    broken('HOOK-01', finding('HOOK-01', { operation: 'readWebhook' })),
    untested('HOOK-07', 'a webhook configuration that can be read'),
    untested('HOOK-09', notMet),
  ];
  const { requirements: results } = advised(
    decide(
      facts,
      records.map(({ requirement: id }) => of(id)),
      records,
    ),
    [],
  );

  expect(results.find(({ id }) => id === 'HOOK-07')?.remedy).toBe('mend first what is broken: HOOK-01');
  expect(results.find(({ id }) => id === 'HOOK-09')?.remedy).toContain('explain HOOK-09');
});

test('a name that the run found out is not asked for', () => {
  const records = [untested('PAR-07', 'cards whose members differ')];
  const undecided = decide(facts, [of('PAR-07')], records);
  const found = { kind: 'found', value: { name: 'include', list: 'comma' }, because: 'it adds members' };
  const choices = { open: { include: found } } as unknown as NonNullable<Verdict['choices']>;
  const remedy = (verdict: Verdict) => advised(verdict, []).requirements[0]?.remedy;

  expect(remedy(undecided)).toContain('open: { include:');
  expect(remedy({ ...undecided, choices })).not.toContain('include');
});

test('a second factor that no user has is asked for by its type', () => {
  expect(remedyFor(of('MFA-03'), 'a demand that a user confirms by google')).toMatch(
    /^name a user who confirms by google/,
  );
});

test('untested requirements are grouped by what is to be done, most musts first, with their reasons below', () => {
  const records = [
    untested('CARD-57', 'permission to switch a notification (allow.smsNotification)'),
    untested('CARD-40', 'permission to switch a notification (allow.smsNotification)'),
    untested('CARD-49', 'permission to switch a notification (allow.smsNotification)'),
    untested('PAY-01', 'there is no payment (fixtures.payments)'),
    untested('PAY-25', 'a payment of another kind (fixtures.payments)'),
    untested('VER-05', notMet),
    untested('AUTH-17', 'nothing to say'),
  ];
  const verdict = advised(
    decide(
      facts,
      records.map(({ requirement: id }) => of(id)),
      records,
    ),
    [],
  );
  const inOrder = (text: string, parts: readonly string[]) => {
    const places = parts.map((part) => text.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  };

  const terminal = summary(verdict, { colour: false, width: 100 });
  expect(terminal.split('\n').filter((line) => line.startsWith('→'))).toEqual([
    '→ 2 musts: in the profile',
    '→ 1 must and 2 others: in the profile',
    expect.stringMatching(/^→ 2 requirements, none a must: .* explain ID tells what is asked$/),
  ]);
  inOrder(terminal, [
    '\nfixtures: { payments: { others: [ <fill in the id of a payment> ] } }\n',
    'there is no payment',
    'PAY-01',
    'a payment of another kind',
    'PAY-25',
    '\nallow: { smsNotification: true }\n',
  ]);
  expect(page(verdict).match(/<pre>[^<]*<\/pre>/g)).toHaveLength(2);
  inOrder(page(verdict), [
    '<dt>2 musts: in the profile',
    '<span class="soft">there is no payment',
    '<dt>1 must and 2 others',
  ]);
  expect(markdown(verdict)).toMatch(/\n\n\*\*1 must: in the profile\*\*\n\n```yaml\n/);
  inOrder(markdown(verdict), ['### Untested musts: 3', '```yaml', 'fixtures: {', 'PAY-25', 'allow: {', 'CARD-49']);
});

test('what is said to be pasted into a profile is taken by its reader once it is filled in, at any width', () => {
  const keys = new Set(requirements.flatMap(neededBy));
  const also = [
    'open.statusFilter',
    'open.expand',
    'fixtures.cards',
    'fixtures.accounts',
    'users.restricted.forbidden',
  ];
  const read = (text: string) =>
    readProfileText(text, 'p.yaml', {
      ASSAY_MFA_CODE: '1',
      ...someones('MFA'),
      ...someones('SECOND'),
      ...someones('RESTRICTED'),
    });

  expect(keys.size).toBeGreaterThan(12);
  for (const key of [...keys, ...also])
    for (const width of [40, 60, 100]) {
      const text = snippetOf([key])
        .flatMap((line) => foldedYaml(line, width))
        .join('\n');
      const filled = text
        .replaceAll(/<fill\s+in\s+an\s+operation[^>]*>/g, 'inviteMember')
        .replaceAll(/<fill\s+in[^>]*>/g, 'x');
      const { value, problems } = read(key === 'users.restricted.forbidden' ? `${filled} #` : filled);
      const unfilled = read(text).problems.filter(({ message }) => message.startsWith('this is still to be filled in'));

      expect({ key, problems: problems.map(({ message }) => message).filter((one) => !/lacks/.test(one)) }).toEqual({
        key,
        problems: [],
      });
      expect(Object.keys(value as object)).toEqual([key.split('.')[0]]);
      expect({ key, refused: unfilled.length > 0 }).toEqual({ key, refused: /<fill/.test(text) });
    }
});

const someones = (who: string) => ({ [`ASSAY_${who}_USERNAME`]: 'x', [`ASSAY_${who}_PASSWORD`]: 'y' });
