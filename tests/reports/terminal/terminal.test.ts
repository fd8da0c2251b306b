import { expect, test } from '@playwright/test';
import stringWidth from 'string-width';
import { folded, packed } from '../../../reports/terminal/fold.ts';
import { wantsColour } from '../../../reports/terminal/ink.ts';
import { lookOf } from '../../../reports/terminal/look.ts';
import { failureBlock, summary } from '../../../reports/terminal/terminal.ts';
import { decide } from '../../../reports/verdict/decide.ts';
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
  untested,
} from '../verdicts.ts';

const plain = { colour: false, width: 80 };

const one = (...findings: Parameters<typeof finding>[1][]) =>
  decide(
    facts,
    [requirement('CARD-14', 'a status filter returns every card in that status and no other')],
    [broken('CARD-14', ...findings.map((change) => finding('CARD-14', change)))],
  );

const blockOf = (verdict: ReturnType<typeof one>) => failureBlock(verdict.requirements[0]!, verdict);

test('a failure reads as sent, expected, got and again', () => {
  const block = blockOf(one({}));

  expect(block.split('\n').map((line) => line.trimEnd())).toEqual([
    '✗ CARD-14  a status filter returns every card in that status and no other                    3 times',
    '    sent      GET /v2/card?status=BLOCKED',
    '    expected  the 2 cards in BLOCKED: 7c0e…41, 91aa…0f',
    '    got       14 cards, 12 of them not in BLOCKED (first: 0b9f…7d is ACTIVE)',
    `    again     TOKEN=$(npx assay token --target http://127.0.0.1:8080)`,
    `              curl -isS 'http://127.0.0.1:8080/v2/card?status=BLOCKED' \\`,
    `                -H "Authorization: Bearer $TOKEN"`,
    '              npx assay certify --only CARD-14 --seed 1749201 --target http://127.0.0.1:8080 \\',
    '                --out assay-report/again/CARD-14',
    '              npx assay show x-000042',
  ]);
});

test('the command to repeat a run names what the run was of', () => {
  const verdict = mixedVerdict({ target: 'https://api.example.test/o$?a=b&c', depth: 'deep', safe: true });

  const block = failureBlock(verdict.requirements[1]!, verdict, { colour: false, width: 300 });

  expect(block).toContain(
    `npx assay certify --only CARD-14 --seed 1749201 --depth deep --safe --target 'https://api.example.test/o$?a=b&c' --out assay-report/again/CARD-14`,
  );
});

const shown = finding('CARD-14').shown!;

test('a variable is set where a login gives it, by whom the request was sent, and explained where not', () => {
  const block = blockOf(
    one({
      shown: {
        ...shown,
        user: 'restricted',
        placeholders: [
          { variable: 'BASIC', holds: 'basic' },
          { variable: 'CODE', holds: 'other' },
        ],
      },
    }),
  );

  expect(block).toContain('BASIC=$(npx assay token --basic --user restricted --target http://127.0.0.1:8080)');
  expect(block.replaceAll(/\s+/g, ' ')).toContain(
    'note $CODE stands for a secret that this check sent and no report shows; put one of your own there',
  );
});

test('credentials that are nobody’s own, and those of a service that is gone, are not asked of a login', () => {
  const wrong = { ...shown, placeholders: shown.placeholders! };
  const { user: _, ...nobodys } = wrong;
  const gone = decide(
    { ...facts, target: 'embedded reference service' },
    [requirement('CARD-14', 'a status filter returns every card in that status and no other')],
    [broken('CARD-14', finding('CARD-14'))],
  );

  for (const block of [blockOf(one({ shown: nobodys })), blockOf(gone)]) {
    expect(block).not.toContain('assay token');
    expect(block).toContain('$TOKEN stands for a secret');
  }
});

test('the count stands at the edge, whatever characters the sentence is made of', () => {
  const verdict = decide(
    facts,
    [requirement('CARD-14', '状態で絞り込む')],
    [broken('CARD-14', finding('CARD-14', { count: 12 }))],
  );

  const [heading = ''] = failureBlock(verdict.requirements[0]!, verdict, plain).split('\n');

  expect(stringWidth(heading)).toBe(plain.width);
});

for (const width of [0, -1, 3]) {
  test(`a terminal of ${width} columns is shown a failure all the same`, () => {
    const verdict = one({});

    expect(failureBlock(verdict.requirements[0]!, verdict, { colour: false, width })).toContain('CARD-14');
    expect(summary(verdict, { colour: false, width })).toContain('CARD-14');
  });
}

test('where the limits were asked about, each is told: what was found, or why nothing was', () => {
  const limit = {
    operation: 'createPayment',
    called: 'POST /v3/payment',
    says: 'POST /v3/payment is limited by a token bucket: 10 per 1 s.',
    kind: 'fitted',
    limiters: [],
    misleading: [],
    requests: 171,
    bounds: { requests: 220, duration: 6000 },
    cutShort: false,
  } as const;
  const untried = [
    'POST /v3/payment could not be tried: this was found all the same',
    'PATCH /v2/card/{id}/limits could not be tried: permission to change card limits (allow.setCardLimits).',
  ];
  const verdict = decide(
    { ...facts, only: ['RATE'] },
    [requirement('RATE-11', 'windows and counts are not shown', 'open')],
    [
      {
        ...record('RATE-11', { kind: 'held' }, { observations: untried }),
        limits: [{ ...limit, arrivals: [], began: 0 }],
      },
    ],
  );

  const text = summary(verdict, { colour: false, width: 100 });

  expect(text).toContain(limit.says);
  expect(text).toContain('PATCH /v2/card/{id}/limits could not be tried: permission to change card limits');
  expect(text).not.toContain('found all the same');
});

test('a place in the answer is named, the name of an assertion is not', () => {
  expect(blockOf(one({ at: '/-/id' }))).toContain('    at        /-/id\n');
  expect(blockOf(one({ at: 'header content-type' }))).toContain('    at        header content-type\n');
  expect(blockOf(one({ at: 'toBeExactly' }))).not.toContain('toBeExactly');
});

test('other departures of the same requirement follow in a line each, and the rest by their number', () => {
  const block = blockOf(
    one({}, ...Array.from({ length: 9 }, (_, index) => ({ at: `/-/f${index}`, count: index + 1 }))),
  );

  expect(block.match(/^ {4}also/gm)).toHaveLength(5);
  expect(block).toContain('/-/f0: expected the 2 cards');
  expect(block).toContain('(2 times)');
  expect(block).toContain('and 4 more, each on the page');
});

test('failures come first, then advice, then what is missing, then the totals, the meaning and the place', () => {
  const text = summary(mixedVerdict(), { ...plain, report: 'assay-report/index.html' });

  const order = [
    '✗ CARD-14',
    '✗ AUTH-03',
    '! CARD-16',
    'EVT-01',
    '4 requirements untested',
    '11 requirements: 2 pass · 2 fail · 1 advice · 1 observed · 4 untested · 1 error',
    `${facts.target} · 1,248 exchanges in 1 min 12 s`,
    '✗ failed     2 of 9 musts are broken; 4 could not be tested; 1 could not be judged.',
    'assay-report/index.html',
  ].map((part) => text.replaceAll(/\n {11,}/g, ' ').indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('what one missing thing keeps from being tested is one paragraph', () => {
  const ids = Array.from({ length: 80 }, (_, index) => `PAY-${String(index + 1).padStart(2, '0')}`);
  const verdict = decide(
    facts,
    ids.map((id) => requirement(id, 'something about payments')),
    ids.map((id) => untested(id, 'no second user')),
  );

  const [text = ''] = summary(verdict, plain).split('deviations:');

  expect(text.match(/no second user/g)).toHaveLength(1);
  expect(text).toContain('       80  no second user\n           PAY-01 to PAY-80\n');
});

for (const width of [60, 80, 100, 120]) {
  test(`nothing but what is meant to be pasted is wider than ${width} columns`, () => {
    for (const verdict of [mixedVerdict(), greatVerdict(40, 20), undecidedVerdict('x'.repeat(300))]) {
      const [text = ''] = summary(verdict, { colour: false, width }).split('deviations:');
      const lines = text.split('\n');

      const wide = lines.filter((line) => [...line].length > width && !/curl|assay certify|'http/.test(line));

      expect(wide).toEqual([]);
    }
  });
}

test('full-width characters take two columns each', () => {
  expect(folded('統計 銀行 口座 決定 計算', 20)).toEqual(['統計 銀行 口座 決定', '計算']);
  expect(folded('統計'.repeat(11), 25)).toEqual(['統計'.repeat(6), '統計'.repeat(5)]);
  expect(packed(['統計', '銀行', '口座'], ' · ', 11)).toEqual(['統計 · 銀行', '口座']);
});

for (const width of [0, -14]) {
  test(`no room at all (${width}) is taken for some, and no word is lost`, () => {
    expect(folded('one two three four five six', width)).toEqual(['one two three four', 'five six']);
    expect(folded('x'.repeat(30), width).join('')).toBe('x'.repeat(30));
    expect(packed(['one', 'two'], ' ', width)).toEqual(['one', 'two']);
  });
}

test('a stream without a width is written to in the usual one', () => {
  expect([lookOf({}).width, lookOf({ columns: 0 }).width, lookOf({ columns: 60 }).width]).toEqual([100, 100, 60]);
});

test('an indent stays, and spaces between words', () => {
  expect(folded('    one  two\n\n  three four five six', 20)).toEqual(['    one  two', '', '  three four five six']);
});

test('a command is folded so that it can be pasted as it stands', () => {
  const curl = `curl -sS -X POST 'http://127.0.0.1:8080/v2/card/7c0e/credentials' -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' --data-binary '{"fields":["pan", "cvv"]}'`;
  const verdict = one({ shown: { id: 'x-1', sent: 'POST /v2/card/7c0e/credentials', answered: '500', curl } });

  const lines = failureBlock(verdict.requirements[0]!, verdict, plain)
    .split('\n')
    .map((line) => line.slice(14));

  const start = lines.findIndex((line) => line.startsWith('curl'));
  expect(lines.slice(start, start + 5)).toEqual([
    `curl -sS -X POST \\`,
    `  'http://127.0.0.1:8080/v2/card/7c0e/credentials' \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'content-type: application/json' \\`,
    `  --data-binary '{"fields":["pan", "cvv"]}'`,
  ]);
});

test('what a target answers cannot steer the terminal', () => {
  const text = summary(one({ got: '\u001b[2J\u009b31m\u0007\r gone \u202egnirts' }), { colour: true, width: 80 });

  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).toContain('\\u001b[2J\\u009b31m\\u0007\\u000d gone \\u202egnirts');
});

test('without colour there is no escape sequence, and with colour the words are the same', () => {
  const without = summary(mixedVerdict(), plain);
  const coloured = summary(mixedVerdict(), { colour: true, width: 80 });

  expect(without).not.toContain('\u001b');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(without);
  expect(coloured).not.toBe(without);
});

test('colour is for a terminal whose user has not asked for none', () => {
  expect(wantsColour({ isTTY: true }, {})).toBe(true);
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '' })).toBe(true);
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  expect(wantsColour({}, {})).toBe(false);
  expect(wantsColour({}, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
  expect(wantsColour({ isTTY: true }, { FORCE_COLOR: '0' })).toBe(false);
});

test('a passed run says so in a few lines, and what it was narrowed to', () => {
  const text = summary(passedVerdict({ only: ['CARD'] }), { ...plain, report: 'assay-report/index.html' });

  expect(text).toContain('✓ passed     Every must held: 2 of 2.');
  expect(text).toContain('Note: only CARD was asked for.');
  expect(text.split('\n').length).toBeLessThan(10);
});

test('an undecided run says why', () => {
  expect(summary(undecidedVerdict(), plain)).toContain('No must is broken, but of 2 musts 1 could not be tested.');
  expect(summary(undecidedVerdict('login was refused'), plain)).toContain(
    'No verdict could be reached: login was refused.',
  );
  expect(summary(decide(facts, [], []), plain)).toContain('No requirement was tested, so nothing is shown.');
});
