// Turns "not this schema" into schemas that say what is there instead, so that it can be built and not only filtered.
import type { Schema } from '../../contract/document.ts';
import type { JsonType } from './shape.ts';
import type { Resolve } from './validation.ts';

type Keywords = Readonly<Record<string, unknown>>;

const types: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** Marks a schema whose `not` is left to filtering. */
const filteredNot = Symbol('filtered not');

export const isFilteredNot = (schema: Keywords): boolean => filteredNot in schema;

const unlike = (negative: Keywords, more: Keywords = {}): Schema =>
  ({ ...more, not: negative, [filteredNot]: true }) as Schema;

/**
 * Schemas of which a value fits at least one exactly when it does not fit the given one. What has no opposite of its own
 * comes as a marked `not`, for the filter: most values are not what it names.
 */
export function negated(schema: Schema, resolve: Resolve, followed: readonly string[] = []): readonly Schema[] {
  if (typeof schema === 'boolean') return schema ? [] : [true];
  return Object.entries(schema).flatMap(([keyword, value]) => opposites(keyword, value, schema, resolve, followed));
}

function opposites(
  keyword: string,
  value: unknown,
  schema: Keywords,
  resolve: Resolve,
  followed: readonly string[],
): readonly Schema[] {
  const opposite = (inner: unknown) => negated(inner as Schema, resolve, followed);
  switch (keyword) {
    case 'type':
      return oppositeTypes([value].flat() as string[]);
    case 'minimum':
      return [{ type: 'number', exclusiveMaximum: value }];
    case 'maximum':
      return [{ type: 'number', exclusiveMinimum: value }];
    case 'exclusiveMinimum':
      return [{ type: 'number', maximum: value }];
    case 'exclusiveMaximum':
      return [{ type: 'number', minimum: value }];
    case 'minLength':
      return below('string', 'maxLength', value);
    case 'maxLength':
      return [{ type: 'string', minLength: (value as number) + 1 }];
    case 'minItems':
      return below('array', 'maxItems', value);
    case 'maxItems':
      return [{ type: 'array', minItems: (value as number) + 1 }];
    case 'minProperties':
      return below('object', 'maxProperties', value);
    case 'maxProperties':
      return [{ type: 'object', minProperties: (value as number) + 1 }];
    case 'pattern':
    case 'format':
      return [unlike({ [keyword]: value }, { type: 'string' })];
    case 'multipleOf':
      return [unlike({ multipleOf: value }, { type: 'number' })];
    case 'const':
    case 'enum':
      return [unlike({ [keyword]: value })];
    case 'uniqueItems':
      return value === true ? [{ type: 'array', minItems: 2, allOf: [repeating, unlike({ uniqueItems: true })] }] : [];
    case 'required':
      return (value as string[]).map((name) => ({ type: 'object', properties: { [name]: false } }));
    case 'properties':
      return Object.entries(value as Keywords).flatMap(([name, inner]) =>
        opposite(inner).map((other) => ({ type: 'object', required: [name], properties: { [name]: other } })),
      );
    case 'items':
      return schema.prefixItems === undefined
        ? opposite(value).map((other) => ({ type: 'array', minItems: 1, contains: other }))
        : [
            unlike(pick(schema, ['prefixItems', 'items']), {
              type: 'array',
              minItems: (schema.prefixItems as unknown[]).length + 1,
            }),
          ];
    case 'prefixItems':
      return (value as Schema[]).flatMap((_, index, all) =>
        opposite(all[index]).map((other) => ({
          type: 'array',
          minItems: index + 1,
          prefixItems: [...all.slice(0, index).map(() => true), other],
        })),
      );
    case 'contains':
      return schema.minContains === undefined && schema.maxContains === undefined
        ? [{ type: 'array', items: anyOf(opposite(value)) }]
        : [unlike(pick(schema, ['contains', 'minContains', 'maxContains']), { type: 'array' })];
    case 'patternProperties':
      return [
        ...Object.entries(value as Keywords).flatMap(([pattern, inner]) =>
          opposite(inner).map((other) => ({
            type: 'object',
            minProperties: 1,
            propertyNames: { pattern },
            additionalProperties: other,
          })),
        ),
      ];
    case 'additionalProperties':
      return opposite(value).map((other) =>
        unlike(pick(schema, [keyword, 'properties', 'patternProperties']), {
          type: 'object',
          minProperties: 1,
          additionalProperties: other,
        }),
      );
    case 'propertyNames':
      return opposite(value).map((other) => ({ type: 'object', minProperties: 1, propertyNames: other }));
    case 'dependentRequired':
      return Object.entries(value as Record<string, string[]>).flatMap(([name, needed]) =>
        needed.map((other) => ({ type: 'object', required: [name], properties: { [other]: false } })),
      );
    case 'dependentSchemas':
      return Object.entries(value as Keywords).flatMap(([name, inner]) =>
        opposite(inner).map((other) => ({ type: 'object', required: [name], allOf: [other] })),
      );
    case 'allOf':
      return (value as Schema[]).flatMap(opposite);
    case 'anyOf':
      return [{ allOf: (value as Schema[]).map((inner) => anyOf(opposite(inner))) }];
    case 'oneOf':
      return [unlike({ oneOf: value })];
    case 'not':
      return [value as Schema];
    case '$ref':
      // Of a schema inside itself the opposite would never end.
      return followed.includes(value as string)
        ? [unlike({ $ref: value })]
        : negated(resolve(value as string) as Schema, resolve, [...followed, value as string]);
    case 'if':
      return [
        ...opposite(schema.then ?? true).map((other) => ({ allOf: [value as Schema, other] })),
        ...(schema.else === undefined
          ? []
          : opposite(value).flatMap((unless) => opposite(schema.else).map((other) => ({ allOf: [unless, other] })))),
      ];
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
      return [unlike(schema)];
    default:
      return [];
  }
}

function oppositeTypes(given: readonly string[]): readonly Schema[] {
  const whole = given.includes('integer') && !given.includes('number');
  const others = types.filter((type) => !given.includes(type) && !(type === 'number' && given.includes('integer')));
  return [
    ...(others.length > 0 ? [{ type: others }] : []),
    ...(whole ? [unlike({ multipleOf: 1 }, { type: 'number' })] : []),
  ];
}

/** Nothing is shorter than nothing. */
const below = (type: JsonType, maximum: string, least: unknown): readonly Schema[] =>
  (least as number) > 0 ? [{ type, [maximum]: (least as number) - 1 }] : [];

const anyOf = (schemas: readonly Schema[]): Schema => (schemas.length === 0 ? false : { anyOf: schemas });

/** Equal items are common among few values. */
const repeating: Schema = { items: { enum: [0, 1] } };

const pick = (schema: Keywords, keywords: readonly string[]): Keywords =>
  Object.fromEntries(keywords.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])));
