// Schemas of other people's things, far from this API's, each with the size of its smallest value as text.
import { readFileSync } from 'node:fs';
import type { Schema } from '../../contract/document.ts';

export interface Known {
  readonly schema: Schema;
  /** The longest text that a fully shrunk value may have. */
  readonly smallest: number;
}

const position = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 3 };
const geometry = (name: string, coordinates: Schema): Schema => ({
  type: 'object',
  required: ['type', 'coordinates'],
  properties: { type: { const: name }, coordinates },
});
const dependencies = {
  type: 'object',
  propertyNames: { pattern: '^[a-z][a-z-]*$' },
  additionalProperties: { type: 'string', pattern: '^[~^]?\\d+(\\.\\d+){2}$' },
};

const draft7 = JSON.parse(
  readFileSync(new URL('../../node_modules/ajv/dist/refs/json-schema-draft-07.json', import.meta.url), 'utf8'),
);

export const known: Readonly<Record<string, Known>> = {
  'a tree': {
    smallest: 25,
    schema: {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          required: ['value', 'children'],
          properties: {
            value: { type: 'integer', minimum: 0, maximum: 9 },
            children: { type: 'array', items: { $ref: '#/$defs/node' }, maxItems: 3 },
          },
          additionalProperties: false,
        },
      },
    },
  },
  'a linked list': {
    smallest: 23,
    schema: {
      type: 'object',
      required: ['head', 'tail'],
      properties: { head: { type: 'string', maxLength: 3 }, tail: { anyOf: [{ type: 'null' }, { $ref: '#' }] } },
    },
  },
  'the metaschema of draft 7': { smallest: 5, schema: { ...draft7, $id: undefined, $schema: undefined } },
  geography: {
    smallest: 40,
    schema: {
      oneOf: [
        geometry('Point', position),
        geometry('LineString', { type: 'array', items: position, minItems: 2 }),
        geometry('Polygon', { type: 'array', items: { type: 'array', items: position, minItems: 4 } }),
        {
          type: 'object',
          required: ['type', 'geometries'],
          properties: { type: { const: 'GeometryCollection' }, geometries: { type: 'array', items: { $ref: '#' } } },
        },
      ],
    },
  },
  'a package': {
    smallest: 45,
    schema: {
      type: 'object',
      required: ['name', 'version'],
      properties: {
        name: { type: 'string', pattern: '^(?:@[a-z0-9-]+/)?[a-z0-9-]+$', minLength: 2, maxLength: 30 },
        version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
        homepage: { type: 'string', format: 'uri' },
        private: { type: 'boolean' },
        bin: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] },
        author: {
          anyOf: [
            { type: 'string', minLength: 1 },
            {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
            },
          ],
        },
        dependencies: { $ref: '#/$defs/dependencies' },
      },
      dependentRequired: { bin: ['private'] },
      $defs: { dependencies },
    },
  },
  'an address by country': {
    smallest: 36,
    schema: {
      type: 'object',
      required: ['country', 'zip'],
      properties: { country: { enum: ['US', 'NL'] }, zip: { type: 'string' } },
      if: { properties: { country: { const: 'US' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { zip: { pattern: '^\\d{5}$' } } },
      else: { properties: { zip: { pattern: '^\\d{4} [A-Z]{2}$' } } },
    },
  },
  'parts that leave nothing unevaluated': {
    smallest: 16,
    schema: {
      allOf: [{ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }],
      anyOf: [
        { properties: { b: { type: 'string' } }, required: ['b'] },
        { properties: { c: { type: 'boolean' } }, required: ['c'] },
      ],
      unevaluatedProperties: false,
    },
  },
  'two to three great numbers among others': {
    smallest: 20,
    schema: {
      type: 'array',
      contains: { type: 'integer', minimum: 100 },
      minContains: 2,
      maxContains: 3,
      items: { type: 'integer' },
      uniqueItems: true,
      minItems: 4,
    },
  },
  'a row': {
    smallest: 4,
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 1 },
  },
  'a row that goes on': {
    smallest: 10,
    schema: { type: 'array', prefixItems: [{ const: 'of' }], items: { type: 'integer' }, minItems: 2 },
  },
  'what is none of three': {
    smallest: 6,
    schema: { not: { anyOf: [{ type: 'string' }, { type: 'object', required: ['x'] }, { const: 5 }] } },
  },
  'names by pattern': {
    smallest: 30,
    schema: {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' }, '-y$': { minimum: 0 } },
      additionalProperties: false,
      minProperties: 2,
      maxProperties: 4,
    },
  },
  money: { smallest: 4, schema: { type: 'number', multipleOf: 0.01, minimum: 0.05, maximum: 10 } },
  'multiples of 4 and 6': {
    smallest: 2,
    schema: { allOf: [{ type: 'integer', multipleOf: 4 }, { multipleOf: 6 }], exclusiveMinimum: 12, maximum: 100 },
  },
  'multiples of 5 or 3, not both': {
    smallest: 3,
    schema: {
      oneOf: [
        { type: 'integer', multipleOf: 5 },
        { type: 'integer', multipleOf: 3 },
      ],
    },
  },
  'a card that brings an address': {
    smallest: 2,
    schema: {
      type: 'object',
      properties: { card: { type: 'string', pattern: '^\\d{16}$' } },
      dependentSchemas: { card: { required: ['address'], properties: { address: { type: 'string', minLength: 3 } } } },
    },
  },
  'anything of four members': { smallest: 60, schema: { type: 'object', required: ['a'], minProperties: 4 } },
  'bounds without a type': { smallest: 6, schema: { minLength: 3, minimum: 5, minItems: 2, minProperties: 1 } },
  'several types': { smallest: 4, schema: { type: ['string', 'null', 'integer'], minimum: 3, maxLength: 2 } },
  'every item once': {
    smallest: 7,
    schema: { type: 'array', uniqueItems: true, items: { enum: [1, 2, 3] }, minItems: 3 },
  },
  'a long text': { smallest: 42, schema: { type: 'string', minLength: 40, maxLength: 44 } },
  'a text of a class': {
    smallest: 32,
    schema: { type: 'string', pattern: '^[a-f0-9]+$', minLength: 30, maxLength: 60 },
  },
  'one of an enumeration that the rest allows': {
    smallest: 3,
    schema: { enum: [1, 'b', null, [1]], not: { type: ['null', 'array'] } },
  },
  'what is not complete': {
    smallest: 12,
    schema: {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 0 }, b: { type: 'integer' } },
      not: { required: ['a', 'b'], properties: { a: { maximum: 10 } } },
    },
  },
  anything: { smallest: 5, schema: true },
};
