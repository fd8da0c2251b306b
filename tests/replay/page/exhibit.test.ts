// What is kept of two exchanges to be shown: JSON with line breaks, in its own order, cut around the place that differs.
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type Excerpt, excerptOf, mostLines } from '../../../replay/exhibit/excerpt.ts';
import { jsonLines } from '../../../replay/exhibit/lines.ts';
import { startAnswering, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { profileOf, replayed } from '../replaying.ts';

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

test('what one side has not is marked there on the line that would hold it', async () => {
  const recording = await writeMade(test.info().outputPath('made.ndjson'), [
    { path: '/v2/card', authorization, answer: { gone: 1, inner: { stays: 2 } } },
    { path: '/v2/webhook', authorization, answer: [] },
  ]);
  const candidate = await startAnswering(async ({ url }) => {
    if (url.startsWith('/v3/auth')) return { body: tokens };
    return url === '/v2/card' ? { body: { inner: { stays: 2, fresh: [3, 4] } } } : { status: 404, body: {} };
  });
  const { differences } = await replayed({
    url: candidate.url,
    recordings: [recording],
    profile: profileOf(candidate.url),
  });
  await candidate.close();

  const marked = (of: Excerpt | undefined) =>
    of?.mark &&
    `${of.mark.is}: ${of.lines
      .slice(of.mark.from, of.mark.to + 1)
      .map((line) => line.trim())
      .join(' ')}`;
  const shown = differences.map(({ field, example: { exchanges } }) => {
    const { recorded, got } = exchanges!;
    return [field, ...[recorded, got].map(({ answer }) => marked(answer.body) ?? marked(answer.head))];
  });
  expect(shown.toSorted()).toEqual([
    ['/gone', 'different: "gone": 1,', 'missing: {'],
    ['/inner/fresh', 'missing: "inner": {', 'different: "fresh": [ 3, 4 ]'],
    ['status', 'different: 200', 'different: 404'],
  ]);
});

test('every other place that differs is marked as well, in both exchanges and in each of their examples', async () => {
  const recording = await writeMade(test.info().outputPath('made.ndjson'), [
    {
      path: '/v2/card',
      authorization,
      answer: { gone: 1, one: 'as recorded', two: { three: 'as recorded' }, stays: true },
    },
  ]);
  const candidate = await startAnswering(async ({ url }) => ({
    body: url.startsWith('/v3/auth') ? tokens : { one: 'another', two: { three: 'another', four: 4 }, stays: true },
  }));
  const { differences } = await replayed({
    url: candidate.url,
    recordings: [recording],
    profile: profileOf(candidate.url),
  });
  await candidate.close();

  const marks = (of: Excerpt | undefined, own: string) =>
    [...(of?.also ?? []), { ...of!.mark!, at: own }]
      .map(({ at, is, from }) => `${at} ${is}: ${of!.lines[from]!.trim()}`)
      .toSorted();
  expect(differences.map(({ field }) => field).toSorted()).toEqual(['/gone', '/one', '/two/four', '/two/three']);
  for (const { field, example } of differences) {
    expect(marks(example.exchanges!.recorded.answer.body, field)).toEqual([
      '/gone different: "gone": 1,',
      '/one different: "one": "as recorded",',
      '/two/four missing: "two": {',
      '/two/three different: "three": "as recorded"',
    ]);
    expect(marks(example.exchanges!.got.answer.body, field)).toEqual([
      '/gone missing: {',
      '/one different: "one": "another",',
      '/two/four different: "four": 4',
      '/two/three different: "three": "another",',
    ]);
  }
});

test('what is missing on one line in great number takes no more room than the lines of an exhibit', () => {
  const others = Array.from({ length: 5000 }, (_, index) => ({
    from: 0,
    to: 0,
    is: 'missing' as const,
    at: `/gone${index}`,
  }));

  expect(excerptOf(['{', '}'], undefined, others).also!.length).toBeLessThanOrEqual(200);
});
