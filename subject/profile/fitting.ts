// Checks whether a value fits a schema, and which of several schemas was meant.
import { type ProfileSchema, typesOf } from './schema.ts';

export const isObject = (schema: ProfileSchema): boolean => typesOf(schema).includes('object');
export const isAny = (schema: ProfileSchema): boolean =>
  typesOf(schema).length === 0 && !schema.anyOf && !schema.enum && !('const' in schema);
export const alternatives = (schema: ProfileSchema): readonly ProfileSchema[] => schema.anyOf ?? [schema];

/** The key whose constant tells several kinds of section apart. */
export const discriminator = (schemas: readonly ProfileSchema[]): string | undefined =>
  schemas.length < 2
    ? undefined
    : Object.keys(schemas[0]?.properties ?? {}).find((key) =>
        schemas.every(({ properties }) => properties?.[key]?.const !== undefined),
      );

/** Of several kinds of section, the one whose constant key agrees, else the one that knows most of the keys. */
export function bestFor(
  keys: readonly string[],
  values: Readonly<Record<string, unknown>>,
  schemas: readonly ProfileSchema[],
): ProfileSchema | undefined {
  const score = (schema: ProfileSchema): number => {
    const properties = Object.entries(schema.properties ?? {});
    const agreed = properties.some(([key, { const: constant }]) => constant !== undefined && values[key] === constant);
    return (agreed ? 100 : 0) + properties.filter(([key]) => keys.includes(key)).length;
  };
  return [...schemas].sort((one, other) => score(other) - score(one))[0];
}

/** The boolean or number that a referenced text may stand for where the schema does not expect text. */
export function otherReadings(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  return text.trim() !== '' && Number.isFinite(Number(text)) ? [Number(text)] : [];
}

export function fits(value: unknown, schema: ProfileSchema): boolean {
  if ('const' in schema) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  return typesOf(schema).some((type) => isOf(type, value, schema));
}

function isOf(type: string, value: unknown, schema: ProfileSchema): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'string') {
    if (typeof value !== 'string') return false;
    const length = [...value].length;
    const bounded = length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
    return bounded && (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value));
  }
  if (type === 'number' || type === 'integer') {
    if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false;
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema;
    return value >= minimum && value <= maximum && (exclusiveMinimum === undefined || value > exclusiveMinimum);
  }
  return false;
}
