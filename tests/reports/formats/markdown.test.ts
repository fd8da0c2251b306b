import { expect, test } from '@playwright/test';
import { markdown } from '../../../reports/markdown.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import { broken, facts, finding, mixedVerdict, requirement } from '../verdicts.ts';

test('the verdict, what broke and what could not be tested stand in it', () => {
  const text = markdown(mixedVerdict());

  expect(text).toContain('Assay: failed');
  expect(text).toMatch(/### Broken: 2\n/);
  expect(text).toContain('<b>CARD-14</b>');
  expect(text).toContain('14 cards, 12 of them not in BLOCKED');
  expect(text).toMatch(/no second user: add one to the profile/);
});

test('nothing that a target answers ends the block it stands in, or becomes a mark', () => {
  const got = 'x\n```\n</details><img src=x>\n````\n@everybody';
  const verdict = decide(
    facts,
    [requirement('CARD-14', 'a *sentence* with <b>')],
    [broken('CARD-14', finding('CARD-14', { got }))],
  );

  const text = markdown(verdict);

  const [, fence = '', inside = ''] = /\n(`{3,})text\n([\s\S]*?)\n\1\n/.exec(text) ?? [];
  expect(fence.length).toBeGreaterThan(4);
  expect(inside).toContain('<img src=x>');
  expect(text.replace(inside, '')).not.toContain('<img');
  expect(text).toContain('a &#42;sentence&#42; with &#60;b&#62;');
});

test('it fits into a comment, whatever broke, and says how much is left out', () => {
  const many = Array.from({ length: 300 }, (_, index) => `CARD-${index + 1}`);
  const verdict = decide(
    facts,
    many.map((id) => requirement(id, `sentence ${id}`)),
    many.map((id) => broken(id, finding(id, { got: 'long '.repeat(100) }))),
  );

  const text = markdown(verdict);

  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/\d+ more in the report\.\n$/);
  expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
});
