// What of two exchanges is kept to be shown: JSON laid out as it came, cut around the place that differs.
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { excerptOf, mostLines } from '../../replay/exhibit/excerpt.ts';
import { jsonLines } from '../../replay/exhibit/lines.ts';

test('laying JSON out changes no character of it', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const lines = jsonLines(json);
      expect(JSON.parse(lines.map(({ text }) => text).join('\n'))).toEqual(JSON.parse(json));
    }),
  );
  expect(jsonLines('{"n": 12345678901234567890, "n": 1e400, "t": "\\u00e9 \\" }"}').map(({ text }) => text)).toEqual([
    '{',
    '  "n": 12345678901234567890,',
    '  "n": 1e400,',
    '  "t": "\\u00e9 \\" }"',
    '}',
  ]);
});

test('each line knows the place of its value', () => {
  expect(jsonLines('{"a":[{"b":1},[],2],"c":{}}').map(({ text, at }) => `${at} ${text.trim()}`)).toEqual([
    ' {',
    '/a "a": [',
    '/a/0 {',
    '/a/0/b "b": 1',
    '/a/0 },',
    '/a/1 [],',
    '/a/2 2',
    '/a ],',
    '/c "c": {}',
    ' }',
  ]);
});

test('a long text is cut around its mark, and says how much is left out', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => (index === 500 ? 'x'.repeat(1000) : `line ${index}`));

  const { lines: shown, above, below, mark } = excerptOf(lines, { from: 500, to: 999, is: 'different' });

  expect(shown).toHaveLength(mostLines);
  expect(above + shown.length + below).toBe(1000);
  expect(shown[mark!.from]).toMatch(/^x{400}… \(600 characters more\)$/);
  expect(mark!.to).toBe(mostLines - 1);
  expect(excerptOf(lines).above).toBe(0);
});
