import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { arbitraryOf, CannotGenerate } from '../../generators/schema/arbitrary.ts';
import { negated } from '../../generators/schema/negation.ts';
import { fitsOf, within } from '../../generators/schema/validation.ts';
import { known } from './schemas.ts';

for (const [name, { schema }] of Object.entries(known)) {
  test(`${name}: what its opposites describe does not fit it`, () => {
    const resolve = within(schema);
    const fits = fitsOf(schema, resolve);

    for (const opposite of negated(schema, resolve).slice(0, 60)) {
      let values: readonly unknown[] = [];
      try {
        values = fc.sample(arbitraryOf(opposite, { resolve }), { numRuns: 40, seed: 3 });
      } catch (error) {
        // An opposite may be impossible where another is not.
        expect(error).toBeInstanceOf(CannotGenerate);
      }
      expect(values.filter(fits)).toEqual([]);
    }
  });
}

test('what does not fit fits an opposite', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 3 } } } as const;
  const resolve = within(schema);
  const fits = fitsOf({ anyOf: negated(schema, resolve) }, resolve);

  for (const value of [null, 1, 'a', [], {}, { a: 2 }, { a: 2.5 }, { a: 'b' }, { a: null }])
    expect(fits(value)).toBe(true);
  for (const value of [{ a: 3 }, { a: 4, b: 1 }]) expect(fits(value)).toBe(false);
});
