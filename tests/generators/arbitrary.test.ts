import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';
import { arbitraryOf, CannotGenerate } from '../../generators/schema/arbitrary.ts';
import { formats } from '../../generators/schema/formats.ts';
import { fitsOf, within } from '../../generators/schema/validation.ts';
import { known } from './schemas.ts';

const samples = (schema: Schema, numRuns = 300) => fc.sample(arbitraryOf(schema), { numRuns, seed: 7 });

for (const [name, { schema, smallest }] of Object.entries(known)) {
  test(`${name}: every value is valid`, () => {
    const fits = fitsOf(schema, within(schema));

    const values = samples(schema, 400);

    expect(values.filter((value) => !fits(value))).toEqual([]);
    // JSON is all there is: what is generated survives being sent.
    expect(values.map((value) => JSON.parse(JSON.stringify(value)))).toEqual(values);
  });

  test(`${name}: what fails shrinks to something small and valid`, () => {
    const fits = fitsOf(schema, within(schema));

    for (const seed of [1, 2, 3]) {
      const { counterexample } = fc.check(
        fc.property(arbitraryOf(schema), () => false),
        { seed },
      );
      expect(fits(counterexample![0])).toBe(true);
      expect(JSON.stringify(counterexample![0]).length).toBeLessThanOrEqual(smallest);
    }
  });
}

test('the same seed gives the same values, and there are many different ones', () => {
  const { schema } = known['a package']!;

  const first = samples(schema);

  expect(samples(schema)).toEqual(first);
  expect(new Set(first.map((value) => JSON.stringify(value))).size).toBeGreaterThan(200);
});

test('every choice of a schema is taken at times', () => {
  const { schema } = known.geography!;

  const types = new Set(samples(schema).map((value) => (value as { type: string }).type));

  expect([...types].sort()).toEqual(['GeometryCollection', 'LineString', 'Point', 'Polygon']);
});

test('the edges of lengths, bounds and counts come often', () => {
  const texts = samples({ type: 'string', minLength: 2, maxLength: 35 }) as string[];
  const numbers = samples({ type: 'integer', minimum: -3, maximum: 100_000 }) as number[];
  const lists = samples({ type: 'array', items: true, minItems: 1, maxItems: 3 }) as unknown[][];

  for (const edge of [2, 35]) expect(texts.filter((text) => [...text].length === edge).length).toBeGreaterThan(10);
  for (const edge of [-3, -2, 99_999, 100_000]) expect(numbers).toContain(edge);
  expect(new Set(lists.map(({ length }) => length))).toEqual(new Set([1, 2, 3]));
});

test('a length is counted in characters, whatever they take to write', () => {
  const texts = samples({ type: 'string', minLength: 5, maxLength: 5 }) as string[];

  expect(new Set(texts.map((text) => [...text].length))).toEqual(new Set([5]));
  expect(texts.some((text) => text.length > 5)).toBe(true);
});

test('free text is plain where it has to be', () => {
  const arbitrary = arbitraryOf({ type: 'string', maxLength: 40 }, { alphabet: 'ascii' });

  const texts = fc.sample(arbitrary, { numRuns: 300, seed: 1 }) as string[];

  expect(texts.filter((text) => /[^\x20-\x7e]/.test(text))).toEqual([]);
});

for (const format of Object.keys(formats)) {
  test(`texts in the format ${format} are valid`, () => {
    const schema = { type: 'string', format, maxLength: 200 };
    const fits = fitsOf(schema, within(schema));

    expect(samples(schema).filter((value) => !fits(value))).toEqual([]);
  });
}

test('references lead wherever the caller says', () => {
  const shelf: Record<string, Schema> = {
    'shelf:book': { type: 'object', required: ['pages'], properties: { pages: { $ref: 'shelf:count' } } },
    'shelf:count': { type: 'integer', minimum: 1 },
  };

  const values = fc.sample(
    arbitraryOf({ type: 'array', items: { $ref: 'shelf:book' }, minItems: 1 }, { resolve: (name) => shelf[name] }),
    50,
  );

  expect((values as { pages: number }[][]).flat().every(({ pages }) => pages >= 1)).toBe(true);
});

const hopeless: ReadonlyArray<readonly [what: string, schema: Schema, kind: string, keyword: string, at: string]> = [
  [
    'an unknown format',
    { properties: { a: { type: 'string', format: 'nonsense' } }, required: ['a'] },
    'unsupported',
    'format',
    '/a',
  ],
  ['an expression that looks behind itself', { type: 'string', pattern: '(?<=a)b' }, 'unsupported', 'pattern', ''],
  ['a dynamic reference', { $dynamicRef: '#node' }, 'unsupported', '$dynamicRef', ''],
  ['a reference to itself', { $ref: '#' }, 'unsupported', '$ref', ''],
  [
    'lengths that exclude each other',
    { type: 'array', items: { type: 'string', minLength: 3, maxLength: 2 }, minItems: 1 },
    'impossible',
    'minLength',
    '/*',
  ],
  [
    'bounds without a whole number between',
    { type: 'integer', minimum: 1.2, maximum: 1.8 },
    'impossible',
    'multipleOf',
    '',
  ],
  ['two types at once', { allOf: [{ type: 'string' }, { type: 'number' }] }, 'impossible', 'schema', ''],
  [
    'an object that has to hold itself',
    { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } },
    'impossible',
    '$ref',
    '/a',
  ],
  ['an enumeration with nothing left', { enum: [1], not: { const: 1 } }, 'impossible', 'enum', ''],
  [
    'a pattern that no length allows',
    { type: 'string', pattern: '^a{30}$', maxLength: 5 },
    'impossible',
    'pattern',
    '',
  ],
];

for (const [what, schema, kind, keyword, at] of hopeless) {
  test(`${what} is told before anything is generated`, () => {
    const thrown = (() => {
      try {
        arbitraryOf(schema);
        return undefined;
      } catch (error) {
        return error;
      }
    })();

    expect(thrown).toBeInstanceOf(CannotGenerate);
    expect((thrown as CannotGenerate).kind).toBe(kind);
    expect((thrown as CannotGenerate).keyword).toBe(keyword);
    expect((thrown as CannotGenerate).at.startsWith(at)).toBe(true);
  });
}

test('what cannot be built in a member that may be left out is told all the same', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', format: 'nonsense' } } };

  expect(() => arbitraryOf(schema)).toThrow(/format at \/a/);
});

test('what cannot be there in a member that may be left out is left out', () => {
  const values = samples({
    type: 'object',
    properties: { a: { type: 'string', minLength: 2, maxLength: 1 }, b: { type: 'integer' } },
  });

  expect(values.some((value) => 'a' in (value as object))).toBe(false);
  expect(values.some((value) => 'b' in (value as object))).toBe(true);
});
