import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { requirementById } from '../../../contract/requirements.ts';
import { html } from '../../../reports/page/html.ts';
import { page as pageOf } from '../../../reports/page.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import { browserTest, expect } from '../../browser.ts';
import {
  broken,
  facts,
  finding,
  greatVerdict,
  mixedVerdict,
  passedVerdict,
  record,
  requirement,
  undecidedVerdict,
} from '../verdicts.ts';
import { faintTexts } from './contrast.ts';

/** The page served over HTTP, with the requests to the server and the complaints of the browser. */
interface Served {
  readonly url: string;
  readonly asked: string[];
  readonly complaints: string[];
}

const test = browserTest.extend<{ serve: (document: string) => Promise<Served> }>({
  serve: async ({ page }, use) => {
    const servers: Server[] = [];
    await use(async (document) => {
      const served = { asked: [] as string[], complaints: [] as string[] };
      const server = createServer((request, response) => {
        served.asked.push(request.url ?? '');
        response.setHeader('content-type', 'text/html; charset=utf-8').end(document);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      page.on('console', (message) => served.complaints.push(message.text()));
      page.on('pageerror', (error) => served.complaints.push(String(error)));
      page.on('request', (request) => {
        if (request.url().startsWith('http')) served.asked.push(request.url());
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await page.goto(url, { waitUntil: 'networkidle' });
      return { url, ...served };
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});

const visibleIds = (page: Page) =>
  page.locator('tr[data-verdict]:visible').evaluateAll((rows) => rows.map(({ id }) => id));

const openAll = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });

test('the page asks the network for nothing and the browser has no complaint', async ({ page, serve }) => {
  const { url, asked, complaints } = await serve(pageOf(mixedVerdict()));

  await page.getByRole('searchbox').fill('card');
  await page.getByRole('button', { name: 'Copy the command' }).first().click();

  expect(asked).toEqual(expect.arrayContaining(['/', url]));
  expect(asked).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('a failure shows what was sent, expected and got, the answer, and how to see it again', async ({
  page,
  serve,
}) => {
  await serve(pageOf(mixedVerdict()));

  const card = page.locator('#why-CARD-14');

  await expect(card.getByRole('heading')).toHaveText(
    /CARD-14 a status filter returns every card in that status and no other/,
  );
  for (const text of [
    'Endpoints / Cards / status filter',
    '3 times',
    'GET /v2/card?status=BLOCKED',
    'the 2 cards in BLOCKED',
    '12 of them not in BLOCKED',
    '"status":"ACTIVE"',
    'curl -isS',
    'npx assay certify --only CARD-14 --seed 1749201',
  ]) {
    await expect(card).toContainText(text);
  }
});

test('details stand open below a broken sentence and closed in the table, and only below the sentence that they belong to', async ({
  page,
  serve,
}) => {
  const ofOtherVersion = requirement('LEG-29', 'what an older version said');
  const requirements = [requirementById('BEN-43'), requirementById('BEN-64'), ofOtherVersion];
  const findings = requirements.map(({ id }) => finding(id));
  await serve(pageOf(decide(facts, requirements, [broken('BEN-43', ...findings)])));

  await expect(page.locator('#why-BEN-43').getByText('an XXX behind bic_swift is not compared')).toBeVisible();
  await expect(page.locator('#why-LEG-29 .exactly, #LEG-29 .exactly')).toHaveCount(0);

  const inTable = page.locator('#BEN-64').getByText('what follows a semicolon or a dot is left open');
  await expect(inTable).toBeHidden();
  await page.locator('#BEN-64').getByText('in detail').click();
  await expect(inTable).toBeVisible();

  await page.getByRole('searchbox').fill('semicolon');
  expect(await visibleIds(page)).toEqual(['BEN-64']);
});

test('as many are listed as observed as are counted, and what was seen besides stands apart', async ({
  page,
  serve,
}) => {
  const verdict = decide(
    facts,
    [
      requirement('CARD-14', 'a status filter returns every card in that status and no other'),
      requirement('CARD-20', 'the format of validUntilDate', 'open'),
    ],
    [
      record('CARD-14', { kind: 'held' }, { observations: ['once, and not when it was asked again alone'] }),
      record('CARD-20', { kind: 'held' }, { observations: ['it is a day'] }),
    ],
  );
  await serve(pageOf(verdict));

  expect(verdict.totals.observed).toBe(1);
  await expect(page.getByRole('heading', { name: 'Observed (1)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Also seen (1)' })).toBeVisible();
});

test('the filters narrow the table by verdict, level, area and words', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));
  const all = await visibleIds(page);

  await page.getByRole('checkbox', { name: 'fail' }).check();
  expect(await visibleIds(page)).toEqual(['AUTH-03', 'CARD-14']);
  await page.getByRole('checkbox', { name: 'untested' }).check();
  expect(await visibleIds(page)).toEqual(['AUTH-03', 'CARD-14', 'PAY-01', 'PAY-02', 'PAY-03', 'MEM-02']);
  await page.getByLabel('Area').selectOption('Payments');
  expect(await visibleIds(page)).toEqual(['PAY-01', 'PAY-02', 'PAY-03']);
  await page.getByRole('searchbox').fill('Signed DRAFT');
  expect(await visibleIds(page)).toEqual(['PAY-02']);
  await expect(page.getByRole('status')).toHaveText('1 of 11 shown');
  await page.getByLabel('Level').selectOption('open');
  await expect(page.getByText('No requirement fits the filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();

  await expect.poll(() => visibleIds(page)).toEqual(all);
});

test('the filters are reached and used by keyboard', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));

  await page.getByRole('checkbox', { name: 'pass' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');

  await expect(page.getByRole('checkbox', { name: 'fail' })).toBeFocused();
  expect(await visibleIds(page)).toEqual(['AUTH-03', 'CARD-14']);
});

test('a count in the header shows the requirements it counts', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));

  await page.getByRole('link', { name: '4 untested' }).click();

  expect(await visibleIds(page)).toEqual(['PAY-01', 'PAY-02', 'PAY-03', 'MEM-02']);
});

test('a link to a requirement that the filter hides shows it', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));
  await page.getByRole('checkbox', { name: 'fail' }).check();

  await page.locator('#untested').getByRole('link', { name: 'MEM-02' }).click();

  await expect(page.locator('#MEM-02')).toBeInViewport();
});

test('the copy button copies the command as it stands', async ({ page, context, serve }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await serve(pageOf(mixedVerdict()));

  const curl = page.locator('#why-CARD-14 .command').filter({ hasText: /^curl/ });
  const button = curl.getByRole('button', { name: 'Copy the command' });
  await button.click();

  await expect(page.locator('#why-CARD-14').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `curl -isS 'http://127.0.0.1:8080/v2/card?status=BLOCKED' -H "Authorization: Bearer $TOKEN"`,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every requirement and every failure is there to read, and no control that does nothing', async ({
    page,
    serve,
  }) => {
    await serve(pageOf(mixedVerdict()));

    expect(await visibleIds(page)).toHaveLength(11);
    await expect(page.locator('#why-AUTH-03')).toBeVisible();
    await expect(page.locator('#filter')).toBeHidden();
    await expect(page.locator('button:visible')).toHaveCount(0);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('every text has a contrast of at least 4.5 to 1', async ({ page, serve }) => {
      for (const verdict of [mixedVerdict({ only: ['CARD'] }), passedVerdict(), undecidedVerdict()]) {
        await serve(pageOf(verdict));
        await openAll(page);

        const faint = await page.evaluate(`(${faintTexts})()`);

        expect(faint).toEqual([]);
      }
    });
  });
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing is wider than the screen, however long its words', async ({ page, serve }) => {
    const long = 'x'.repeat(400);
    const verdict = decide(
      { ...facts, target: `https://${long}.test` },
      [requirement('CARD-14', long)],
      [
        broken(
          'CARD-14',
          finding('CARD-14', {
            got: long,
            at: `/${long}`,
            shown: { id: long, sent: long, answered: long, body: long, curl: long },
          }),
        ),
      ],
      long,
    );

    for (const document of [pageOf(mixedVerdict()), pageOf(verdict)]) {
      await serve(document);
      await openAll(page);

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
  });
});

test('what a target answers stays text, in the document and in its data', async ({ page, serve }) => {
  const hostile = `</script><script>document.title='taken'</script><img src=x onerror="document.title='taken'">&amp;\u2028\u0000\ud800 ' " <!--`;
  const verdict = decide(
    { ...facts, target: hostile },
    [requirement('CARD-14', hostile)],
    [
      broken(
        'CARD-14',
        finding('CARD-14', { got: hostile, shown: { id: hostile, sent: hostile, answered: hostile, curl: hostile } }),
      ),
    ],
  );

  const { complaints } = await serve(pageOf(verdict));

  expect(await page.title()).toContain('failed: </script>');
  expect(await page.locator('img').count()).toBe(0);
  const got = await page.locator('#why-CARD-14 .said').nth(1).textContent();
  expect(got).toBe(hostile.replace('\u2028', '\\u2028').replace('\u0000', '\\u0000').replace('\ud800', '\\ud800'));
  const data = JSON.parse((await page.locator('#verdict').textContent()) ?? '');
  expect(data.requirements[0].says).toBe(hostile);
  expect(complaints).toEqual([]);
});

test('more than 300 requirements and 100 failures are all shown', async ({ page, serve }) => {
  await serve(pageOf(greatVerdict(320, 100)));

  expect(await page.locator('article.card').count()).toBe(100);
  expect(await visibleIds(page)).toHaveLength(320);
});

test('further departures of one requirement wait behind the first three', async ({ page, serve }) => {
  const findings = Array.from({ length: 8 }, (_, index) => finding('CARD-14', { at: `/-/field${index}` }));
  await serve(pageOf(decide(facts, [requirement('CARD-14', 'a field is there')], [broken('CARD-14', ...findings)])));

  await expect(page.getByText('/-/field2', { exact: true })).toBeVisible();
  await expect(page.getByText('/-/field3', { exact: true })).toBeHidden();
  await page.getByText('5 more').click();

  await expect(page.getByText('/-/field7', { exact: true })).toBeVisible();
});

test('untested requirements stand together under what is missing', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));

  const reasons = page.locator('#untested .reasons dd');

  await expect(reasons).toHaveCount(2);
  await expect(reasons.first()).toContainText('no draft payment');
  await expect(reasons.first().getByRole('link')).toHaveText(['PAY-01', 'PAY-02', 'PAY-03']);
});

test('the head says what was asked for when that is not everything', async ({ page, serve }) => {
  await serve(pageOf(passedVerdict({ only: ['CARD'], shard: '2/4', safe: true })));

  await expect(page.getByRole('list', { name: 'What narrows this verdict' }).getByRole('listitem')).toHaveText([
    'only CARD was asked for',
    'this is shard 2/4; assay merge joins the shards',
    '--safe: nothing was sent that changes anything',
  ]);
});

test('a further section has its title, its place in the contents and its picture', async ({ page, serve }) => {
  const picture = html`<svg viewBox="0 0 10 10" role="img" aria-label="a line"><path d="M0 0L10 10" stroke="currentColor"/></svg>`;
  const { complaints } = await serve(pageOf(passedVerdict(), [{ id: 'limits', title: 'Rate limits', html: picture }]));

  await page.getByRole('navigation').getByRole('link', { name: 'Rate limits' }).click();

  await expect(page.getByRole('region', { name: 'Rate limits' }).getByRole('img', { name: 'a line' })).toBeInViewport();
  expect(complaints).toEqual([]);
});

test('the page has its landmarks, one main heading, and names for all its controls', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));

  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed');
  const nameless = await page
    .locator('input, select, button')
    .evaluateAll((controls) => controls.filter((control) => !control.closest('label') && !control.textContent).length);
  expect(nameless).toBe(0);
  await expect(page.locator('summary :is(a, button, input, select, textarea, [tabindex])')).toHaveCount(0);
});

test('printing shows what was closed and leaves out the controls', async ({ page, serve }) => {
  await serve(pageOf(mixedVerdict()));

  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);

  await expect(page.locator('#why-CARD-16')).toContainText('no entry twice');
  await expect(page.locator('#why-CARD-16 dl').first()).toBeVisible();
  await expect(page.locator('#filter')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});
