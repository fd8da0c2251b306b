// The published schemas, and which of their members a document has.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type SchemaName = 'verdict' | 'replay' | 'profile';

export const schemaAt = (path: string | URL): Schema => JSON.parse(readFileSync(path, 'utf8')) as Schema;

export const publishedSchema = (name: SchemaName): Schema => schemaAt(`schemas/${name}.schema.json`);

/** The errors of a document, one line each; with `part`, by one of the definitions alone. */
export function validator(schema: Schema, part?: string): (document: unknown) => readonly string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  const validate = ajv.compile(part === undefined ? schema : { ...schema.$defs?.[part], $defs: schema.$defs });
  return (document) => {
    validate(document);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

export function resolved(schema: Schema, document: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const steps = schema.$ref.split('/').slice(1);
  const target = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Schema;
  return resolved(target, document);
}

/** Every member that a schema names, as a path from the definition that has it: `finding.shown.body`. */
export function membersOf(document: Schema): ReadonlySet<string> {
  const members = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      members.add(`${path}${name}`);
      walk(member, `${path}${name}.`);
    }
    for (const inner of innerOf(schema)) walk(inner, path);
  };
  walk(document, '');
  for (const [name, definition] of Object.entries(document.$defs ?? {})) walk(definition, `${name}.`);
  return members;
}

/** Those of these members that a document has. */
export function membersMet(document: Schema, value: unknown): ReadonlySet<string> {
  const met = new Set<string>();
  const walk = (schema: Schema, at: unknown, path: string): void => {
    if (schema.$ref !== undefined) {
      walk(resolved(schema, document), at, `${schema.$ref.split('/').at(-1)}.`);
      return;
    }
    if (Array.isArray(at)) {
      for (const each of at) walk(schema.items ?? {}, each, path);
      return;
    }
    if (typeof at !== 'object' || at === null) return;
    for (const [name, inner] of Object.entries(at)) {
      const member = schema.properties?.[name];
      if (member) {
        met.add(`${path}${name}`);
        walk(member, inner, `${path}${name}.`);
      } else if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, inner, path);
    }
  };
  walk(document, value, '');
  return met;
}

const innerOf = ({ items, additionalProperties, anyOf = [] }: Schema): readonly Schema[] => [
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...anyOf,
];
