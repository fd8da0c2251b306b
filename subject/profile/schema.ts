// The part of JSON Schema in which profile.schema.json is written, and its words for people.
import { readFileSync } from 'node:fs';

export interface ProfileSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ProfileSchema>>;
  readonly additionalProperties?: false | ProfileSchema;
  readonly propertyNames?: { readonly enum: readonly string[] };
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly items?: ProfileSchema;
  readonly minItems?: number;
  readonly uniqueItems?: true;
  readonly anyOf?: readonly ProfileSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  /** What editors and Assay say when the pattern does not fit. */
  readonly patternErrorMessage?: string;
  /** A secret: what is given is not shown. */
  readonly writeOnly?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

interface SchemaDocument extends ProfileSchema {
  readonly $defs: Readonly<Record<string, ProfileSchema>>;
}

/** The schema with every reference replaced by its definition. */
export const profileSchema = inlined(
  JSON.parse(readFileSync(new URL('./profile.schema.json', import.meta.url), 'utf8')) as SchemaDocument,
);

function inlined({ $defs, ...schema }: SchemaDocument): ProfileSchema {
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as { readonly $ref?: string };
    const referred = typeof $ref === 'string' ? $defs[$ref.slice('#/$defs/'.length)] : undefined;
    return Object.fromEntries(Object.entries({ ...referred, ...rest }).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(schema) as ProfileSchema;
}

export const typesOf = (schema: ProfileSchema): readonly string[] =>
  schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;

/** The constants that a value may have, alternatives included. */
export const constantsOf = (schema: ProfileSchema): readonly unknown[] => [
  ...(schema.enum ?? []),
  ...('const' in schema ? [schema.const] : []),
  ...(schema.anyOf ?? []).flatMap(constantsOf),
];

/** What a schema expects, in words that finish "expected …". */
export const expectation = (schema: ProfileSchema): string => oneOf(expectations(schema));

function expectations(schema: ProfileSchema): readonly string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(expectations);
  if ('const' in schema) return [String(schema.const)];
  return schema.enum ? schema.enum.map(String) : [shapeIn(schema)];
}

function shapeIn(schema: ProfileSchema): string {
  if (schema.patternErrorMessage) return schema.patternErrorMessage;
  if (schema.properties && schema.required?.length) return `{ ${schema.required.map(pairIn(schema)).join(', ')} }`;
  const types = typesOf(schema);
  return types.length === 0 ? 'a value' : oneOf(types.map((type) => wordsOf(type, schema)));
}

const pairIn =
  (schema: ProfileSchema) =>
  (key: string): string => {
    const constant = schema.properties?.[key]?.const;
    return constant === undefined ? `${key}: …` : `${key}: ${String(constant)}`;
  };

function wordsOf(type: string, schema: ProfileSchema): string {
  if (type === 'string') return schema.maxLength ? `text of at most ${schema.maxLength} characters` : 'text';
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return schema.minItems ? 'a list that is not empty' : 'a list';
  if (type === 'object') return 'a section of keys';
  const number = type === 'integer' ? 'a whole number' : 'a number';
  const { minimum, maximum, exclusiveMinimum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${number} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${number}, at least ${minimum}`;
  return exclusiveMinimum === undefined ? number : `${number} above ${exclusiveMinimum}`;
}

export const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Where in the schema a key of this name is known, as dotted paths. */
export function placesOf(key: string, schema: ProfileSchema = profileSchema, path: readonly string[] = []): string[] {
  const here = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    ...(name === key ? [[...path, name].join('.')] : []),
    ...placesOf(key, inner, [...path, name]),
  ]);
  return [...here, ...(schema.anyOf ?? []).flatMap((inner) => placesOf(key, inner, path))];
}
