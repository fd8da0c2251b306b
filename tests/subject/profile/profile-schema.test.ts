import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { type ProfileSchema, profileSchema } from '../../../subject/profile/schema.ts';
import { readProfileText } from '../../../subject/profile/yaml/reading.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../subject/profile/profile.schema.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, keywords: ['patternErrorMessage'] }).compile(
  document,
);

interface Place {
  readonly path: string;
  readonly schema: ProfileSchema;
}

function places(schema: ProfileSchema, path = ''): readonly Place[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    places(each, path ? `${path}.${key}` : key),
  );
  const others = (schema.anyOf ?? []).flatMap((each) => places(each, path).filter(({ path: found }) => found !== path));
  const named = typeof schema.additionalProperties === 'object' ? places(schema.additionalProperties, `${path}.*`) : [];
  return [{ path, schema }, ...inner, ...others, ...named];
}

test('every key has a title and a description for editors', () => {
  const bare = places(profileSchema).filter(({ path, schema }) => {
    const { title, description } = schema as { title?: string; description?: string };
    return !path.endsWith('.*') && (!title || !description);
  });
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test('every key is explained in the handbook', () => {
  const handbook = readFileSync(new URL('../../../docs/profile.md', import.meta.url), 'utf8');
  const keys = new Set(
    places(profileSchema)
      .map(({ path }) => path.split('.').at(-1)!)
      .filter((key) => key && key !== '*'),
  );
  expect([...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(handbook))).toEqual([]);
});

/** A wrong value is rare, so that a profile with many values is sometimes right as a whole. */
const mostly = (right: readonly unknown[], wrong: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 120, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });

/** Values that fit a schema, and values that almost do. */
function arbitraryFor(schema: ProfileSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryFor));
  if ('const' in schema) return mostly([schema.const], ['another']);
  if (schema.enum) return mostly(schema.enum, ['another']);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object') {
    const keys = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, arbitraryFor(inner)] as const);
    const more =
      typeof schema.additionalProperties === 'object' ? arbitraryFor(schema.additionalProperties) : undefined;
    const names = schema.propertyNames?.enum ?? ['X-One', 'two'];
    const extra = more
      ? names.slice(0, 2).map((name) => [name, more] as const)
      : [['noSuchKey', fc.constant(1)] as const];
    const record = fc.record(Object.fromEntries([...keys, ...(more ? extra : [])]), {
      requiredKeys: (schema.required ?? []) as never,
    });
    return more
      ? record
      : fc.oneof(
          { weight: 60, arbitrary: record },
          { weight: 1, arbitrary: record.map((value) => ({ ...value, noSuchKey: 1 })) },
        );
  }
  if (type === 'array') {
    // Two of so few values are often equal.
    const maxLength = schema.uniqueItems ? 1 : 3;
    return fc.array(arbitraryFor(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength });
  }
  if (type === 'boolean') return mostly([true, false], ['yes']);
  if (type === 'integer' || type === 'number')
    return mostly(
      [1, 5, 200, 250, 404].filter((value) => (schema.minimum ?? 0) <= value && value <= (schema.maximum ?? 999)),
      [0, 70_000, -1, 1.5, 'many'],
    );
  return mostly([fittingText(schema)], ['', 'x:y z', 7, 'a'.repeat(70)]);
}

function fittingText({ pattern = '' }: ProfileSchema): string {
  if (pattern.startsWith('^https')) return 'https://host/a';
  if (pattern.startsWith('^(none')) return 'none';
  return pattern.startsWith('^\\d') ? '2026-12-31' : '/a';
}

test('the reader takes and refuses what the schema does', () => {
  let taken = 0;
  fc.assert(
    fc.property(arbitraryFor(profileSchema), (value) => {
      const { problems } = readProfileText(stringify(value), 'p.yaml', {});
      const valid = validate(value);
      if (valid) taken += 1;
      const disagreement = valid ? problems.map(({ message }) => message) : problems.length > 0 ? [] : validate.errors;
      expect(disagreement).toEqual([]);
    }),
    { seed: 20, numRuns: 1800 },
  );
  expect(taken).toBeGreaterThan(20);
});

test('a section by itself is taken or refused as the schema does', () => {
  for (const [key, schema] of Object.entries(profileSchema.properties ?? {})) {
    for (const value of fc.sample(arbitraryFor(schema), { seed: 7, numRuns: 150 })) {
      const { problems } = readProfileText(stringify({ [key]: value }), 'p.yaml', {});
      expect({ key, value, taken: problems.length === 0 }).toEqual({ key, value, taken: validate({ [key]: value }) });
    }
  }
});
