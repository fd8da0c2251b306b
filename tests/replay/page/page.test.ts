// The page of a replay, in a browser: however many differences there are, they are found, opened, and seen side by side.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { writeReplayReport } from '../../../reports/replay/report.ts';
import { browserTest, expect } from '../../browser.ts';
import { faintTexts } from '../../reports/page/contrast.ts';
import { manifold, replayOfManifold } from '../manifold.ts';

interface Opened {
  readonly path: string;
  /** The network requests, and the complaints of the browser. */
  readonly asked: readonly string[];
  readonly complaints: readonly string[];
}

const test = browserTest.extend<{ show: (result: ReplayResult) => Promise<Opened> }, { result: ReplayResult }>({
  result: [
    async ({}, use, info) => {
      await use(await replayOfManifold(`${info.project.outputDir}/manifold-${info.workerIndex}.ndjson`));
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  show: async ({ page }, use, info) => {
    await use(async (result) => {
      const [asked, complaints]: [string[], string[]] = [[], []];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => asked.push(request.url()));
      const path = writeReplayReport(info.outputPath(), result);
      await page.goto(pathToFileURL(path).href);
      return { path, asked, complaints };
    });
  },
});

test.describe.configure({ timeout: 300_000 });

/** The same with fewer differences, for tests in which their number does not matter. */
const few = (result: ReplayResult): ReplayResult => ({
  ...result,
  differences: result.differences.filter(({ operation }) => !/made-[1-9]/.test(operation)),
});

const cards = (page: Page) => page.locator('article.card:visible');
const cardOf = (page: Page, heading: RegExp) =>
  page.locator('article.card').filter({ has: page.locator('h3', { hasText: heading }) });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
/** The mark of the reported difference; other differences of the same answer have a plainer mark. */
const ownMark = 'mark:not(.other)';

/** The two answers of an opened card, without the column of the marks. */
const answers = async (page: Page, heading: RegExp) => {
  const texts = await cardOf(page, heading).locator('.sides pre').allTextContents();
  return texts.slice(2, 4);
};

test('among ten thousand differences one is searched, opened, and seen in both exchanges with every place marked', async ({
  page,
  show,
  result,
}) => {
  const { path, asked, complaints } = await show(result);
  const differences = result.differences.reduce((sum, { count }) => sum + count, 0);
  const { operations, fields } = manifold;

  expect(differences).toBeGreaterThan(10_000);
  expect(statSync(path).size).toBeLessThan(9_000_000);
  expect(await cards(page).count()).toBeGreaterThan(operations * fields);

  await search(page).fill('made-37 of37n4');
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('status')).toHaveText(/^1 of 2\d{3} shown$/);
  const card = cardOf(page, /of37n4: another value/);
  await expect(card.locator('mark').first()).toBeHidden();
  await card.getByText('Both exchanges, side by side').click();

  await expect(card.locator(ownMark)).toHaveText([
    '≠   "of37n4": "as recorded 4",',
    '≠   "of37n4": "of the candidate 4",',
  ]);
  await expect(card.locator('mark').first()).toBeVisible();
  const [recorded, got] = await answers(page, /of37n4: another value/);
  expect(recorded).toMatch(
    /^ {2}200\n {2}content-type: application\/json\n\n {2}\{\n≠ {3}"of37n0": "as recorded 0",\n/,
  );
  expect(got).toMatch(
    /^ {2}200\n.*\n≠ {3}"of37n3": "of the candidate 3",\n≠ {3}"of37n4".*\n {4}"same": "the same on both sides"/s,
  );
  expect(asked).toEqual([pathToFileURL(path).href]);
  expect(complaints).toEqual([]);
});

test('every group opens to its exchanges, and of a breach the place in the answer of the candidate is marked', async ({
  page,
  show,
  result: { differences, violations, ...rest },
}) => {
  await show({ ...rest, differences, violations });
  const breach = cardOf(page, /^CARD-05 readCard/);

  await breach.getByText('Both exchanges, side by side').click();

  const kept = [...differences.map(({ example }) => example), ...violations];
  expect(kept.filter(({ exchanges }) => exchanges === undefined)).toEqual([]);
  await expect(page.locator('.sides')).toHaveCount(kept.length);
  await expect(breach.locator('mark')).toHaveText(['≠   "status": "MELTED",']);
});

test('the kinds narrow the page, together with the words', async ({ page, show, result }) => {
  await show(result);
  const all = await cards(page).count();
  const kind = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const headings = () => cards(page).getByRole('heading').allTextContents();

  await kind('status').check();
  expect(await headings()).toEqual([
    expect.stringMatching(/setSmsBalanceNotification the candidate refuses what the recording accepted: 409/),
  ]);
  await kind('breaks a must').check();
  await search(page).fill('readCard');
  expect(await headings()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^CARD-05 readCard \/status/),
      expect.stringMatching(/readCard.*\/status: another value/),
    ]),
  );
  await kind('status').uncheck();
  await kind('breaks a must').uncheck();
  await kind('against advice').check();
  await search(page).fill('');
  expect(await headings()).toEqual(expect.arrayContaining([expect.stringMatching(/the candidate refuses/)]));
  await search(page).fill('there is no such word');
  await expect(page.getByText('Nothing fits the filter.')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'What changed' })).toBeHidden();
  await page.getByRole('button', { name: 'Show all' }).click();

  await expect(cards(page)).toHaveCount(all);
});

test('a group is opened by keyboard, and a summary holds no other control', async ({ page, show, result }) => {
  await show(few(result));
  const card = cardOf(page, /readCard \/status: another value/);

  await card.locator('summary').first().focus();
  await page.keyboard.press('Enter');

  await expect(card.locator(ownMark)).toHaveText(['≠   "status": "ACTIVE",', '≠   "status": "MELTED",']);
  await expect(card.locator('mark').first()).toBeVisible();
  await expect(page.locator('summary :is(a, button, input, select, textarea, [tabindex])')).toHaveCount(0);
});

test('in a list the marked item is the same thing on both sides, wherever it stands', async ({
  page,
  show,
  result,
}) => {
  await show(few(result));
  const heading = /\/isSmsBalanceNotification: another value/;
  const card = cardOf(page, heading);

  await card.getByText('Both exchanges, side by side').click();

  const [recorded, got] = (await answers(page, heading)).map((text) =>
    text.split('\n').filter((line) => /"id"|≠/.test(line)),
  );
  const [one, two] = ['"id": "0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d"', '"id": "7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11"'];
  const id = (text: string) => expect.stringContaining(text);
  // The list itself is in another order.
  expect(recorded).toEqual(['≠ [', id(one), expect.stringMatching(/^≠ .*true/), id(two)]);
  expect(got).toEqual(['≠ [', id(two), id(one), expect.stringMatching(/^≠ .*false/)]);
});

test('what follows from a difference stands below it, and leads to its card', async ({ page, show, result }) => {
  await show(few(result));
  const tree = page.getByRole('region', { name: 'What follows from what' });

  await expect(tree.locator('.tree > li > a')).toHaveText(['setSmsBalanceNotification status']);
  await expect(tree.locator('.tree > li > ul > li > a')).toHaveText([
    'listCards /*/isSmsBalanceNotification',
    'listCards body',
    'readCard /isSmsBalanceNotification',
  ]);
  await search(page).fill('MELTED');
  await tree.getByRole('link', { name: 'listCards body' }).click();

  await expect(cardOf(page, /listCards body: another order/)).toBeInViewport();
});

test('each operation has its times of both sides as numbers and as bars', async ({ page, show, result }) => {
  await show(few(result));
  const { operation, before, now } = result.latency.operations.find((each) => each.operation === 'readCard')!;
  const row = page.getByRole('row', { name: operation });

  await expect(row.getByRole('cell')).toHaveText([
    String(now.count),
    ...(['p50', 'p95', 'p99'] as const).map((share) => `${before[share]} → ${now[share]} ms`),
  ]);
  const longest = Math.max(before.p99, now.p99);
  const widths = await row.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))));
  expect(widths).toHaveLength(6);
  expect(Math.max(...widths)).toBe(120);
  expect(widths.at(-2)).toBeCloseTo(Math.max(1, (before.p99 / longest) * 120), 0);
});

test('where exchanges are left out, the card says so', async ({ page, show, result }) => {
  const { differences, ...rest } = few(result);
  const without = differences.map(({ example: { exchanges: _, ...example }, ...group }) => ({ ...group, example }));
  await show({ ...rest, violations: [], differences: without });

  await expect(page.getByText('Its exchanges are left out, to keep the page small.')).toHaveCount(
    await cards(page).count(),
  );
  await expect(page.locator('.sides')).toHaveCount(0);
});

test('what a server answers stays text', async ({ page, show, result }) => {
  const { complaints } = await show(few(result));
  const card = cardOf(page, /setSmsBalanceNotification the candidate refuses what the recording accepted: 409/);

  await card.getByText('Both exchanges, side by side').click();

  await expect(card.getByText(`"message": "</pre><script>document.title = 'taken'</script>"`)).toBeVisible();
  expect(await page.title()).toContain('failed: replay to');
  await expect(page.locator('body script')).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every difference is there and opens, and no control that does nothing', async ({ page, show, result }) => {
    await show(few(result));
    const card = cardOf(page, /readCard \/status: another value/);

    await card.getByText('Both exchanges, side by side').click();

    await expect(card.locator('mark').first()).toBeVisible();
    await expect(page.locator('form:visible, button:visible, input:visible, .nothing:visible')).toHaveCount(0);
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('every text has a contrast of at least 4.5 to 1', async ({ page, show, result }) => {
      await show(few(result));
      await openAll(page);

      expect(await page.evaluate(`(${faintTexts})()`)).toEqual([]);
    });
  });

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing is wider than the screen', async ({ page, show, result }) => {
    await show(few(result));
    await openAll(page);

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

const openAll = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
