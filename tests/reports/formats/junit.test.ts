import type { Page } from '@playwright/test';
import { junit } from '../../../reports/junit.ts';
import { failureBlock } from '../../../reports/terminal/terminal.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import { expect, browserTest as test } from '../../browser.ts';
import { broken, facts, finding, mixedVerdict, requirement, undecidedVerdict } from '../verdicts.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
}

/** Read by the browser's XML parser; throws where the text is not well-formed. */
const parsed = (page: Page, xml: string): Promise<Element> =>
  page.evaluate(
    `(${`(xml) => {
      const read = (element) => ({
        name: element.localName,
        attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
        text: element.textContent.trim(),
        children: [...element.children].map(read),
      });
      const document = new DOMParser().parseFromString(xml, 'application/xml');
      const error = document.querySelector('parsererror');
      if (error) throw new Error(error.textContent);
      return read(document.documentElement);
    }`})(${JSON.stringify(xml)})`,
  );

const casesOf = (root: Element) =>
  root.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
const caseOf = (root: Element, id: string) =>
  casesOf(root).find(({ attributes }) => attributes['name']?.startsWith(id));

test('there is a suite for each area and a case for each requirement', async ({ page }) => {
  const root = await parsed(page, junit(mixedVerdict()));

  expect(root.children.map(({ attributes }) => attributes['name'])).toEqual([
    'Sessions',
    'Authentication',
    'Cards',
    'Payments',
    'Members',
    'Event deliveries',
  ]);
  expect(root.attributes).toMatchObject({ tests: '11', failures: '2', errors: '1', skipped: '4', time: '72.400' });
  expect(caseOf(root, 'CARD-14')?.attributes).toEqual({
    name: 'CARD-14 a status filter returns every card in that status and no other',
    classname: 'CARD Cards.Endpoints',
  });
});

test('the counts of each suite are those of its cases', async ({ page }) => {
  const root = await parsed(page, junit(mixedVerdict()));

  for (const { attributes, children } of root.children) {
    const cases = children.filter(({ name }) => name === 'testcase');
    const having = (outcome: string) => cases.filter((one) => one.children.some(({ name }) => name === outcome)).length;
    expect(attributes).toMatchObject({
      tests: String(cases.length),
      failures: String(having('failure')),
      errors: String(having('error')),
      skipped: String(having('skipped')),
    });
  }
});

test('a failure carries the words of the terminal', async ({ page }) => {
  const verdict = mixedVerdict();
  const result = verdict.requirements.find(({ id }) => id === 'CARD-14')!;

  const [failure] = caseOf(await parsed(page, junit(verdict)), 'CARD-14')?.children ?? [];

  expect(failure?.name).toBe('failure');
  expect(failure?.text).toBe(failureBlock(result, verdict).trim());
});

test('untested is skipped with its reason, an error is an error, advice and open things pass with what was seen', async ({
  page,
}) => {
  const root = await parsed(page, junit(mixedVerdict()));
  const outcome = (id: string) =>
    caseOf(root, id)?.children.map(({ name, attributes, text }) => `${name} ${attributes['message'] ?? text}`);

  expect(outcome('PAY-01')).toEqual([
    'skipped no draft payment: name two in the profile under fixtures.payments.drafts',
  ]);
  expect(outcome('EVT-01')).toEqual(['error the listener for deliveries could not open a port']);
  expect(outcome('CARD-16')?.[0]).toMatch(/^system-out advice not followed\n! CARD-16/);
  expect(outcome('CARD-20')).toEqual(['system-out observed\n12 cards have MM/YY\n2 cards have YYYY-MM-DD']);
  expect(outcome('SESS-01')).toEqual([]);
});

test('a run that came to no verdict is an error, so that its file is not green', async ({ page }) => {
  const empty = await parsed(page, junit(decide(facts, [], [])));
  const troubled = await parsed(page, junit(undecidedVerdict('login was refused')));

  expect(empty.attributes).toMatchObject({ tests: '1', errors: '1' });
  expect(casesOf(empty)[0]?.children[0]?.attributes['message']).toBe('No requirement was tested, so nothing is shown.');
  expect(casesOf(troubled)[0]?.children[0]?.attributes['message']).toContain('login was refused');
});

test('any text a target can answer makes well-formed XML that says the same', async ({ page }) => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join('');
  const hostile = `]]> <![CDATA[ &amp; <a b="c"> --> ' \u0000\u001b[31m \ud800x \udfff 😀`;
  const verdict = decide(
    facts,
    [requirement('CARD-14', hostile), requirement('CARD-15', 'every unit')],
    [
      broken('CARD-14', finding('CARD-14', { got: hostile, expected: hostile })),
      broken('CARD-15', finding('CARD-15', { got: units, expected: 'less' })),
    ],
  );

  const root = await parsed(page, junit(verdict));

  const shown = hostile
    .replace('\u0000', '\\u0000')
    .replace('\u001b', '\\u001b')
    .replace('\ud800', '\\ud800')
    .replace('\udfff', '\\udfff');
  expect(caseOf(root, 'CARD-14')?.attributes['name']).toBe(`CARD-14 ${shown}`);
  expect(caseOf(root, 'CARD-14')?.children[0]?.attributes['message']).toBe(`expected ${shown}; got ${shown}`);
  expect(caseOf(root, 'CARD-15')?.children[0]?.attributes['message']).toContain('ABCDEFGHIJ');
});
