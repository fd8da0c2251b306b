// Finds what a schema demands of each place in a value, with the requirement whose mark is nearest.
import type { Schema } from '../../contract/document.ts';
import type { RequirementId } from '../../contract/generated/sentences.ts';
import { pointerTo } from '../../contract/text/pointer.ts';
import type { Resolve } from '../values/validation.ts';

export interface Constraint {
  readonly field: string;
  readonly keyword: string;
  readonly value: unknown;
  readonly mark: RequirementId | undefined;
  /** Everything that the schema says of the place itself, references followed. */
  readonly own: Keywords;
  /** It holds only for some values of other members. */
  readonly conditional: boolean;
}

export type Keywords = Readonly<Record<string, unknown>>;

const demanding = new Set([
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
]);

export function constraintsOf(schema: Schema, resolve: Resolve): readonly Constraint[] {
  return collect(schema, { field: '', mark: undefined, conditional: false, references: [] }, resolve);
}

interface At {
  readonly field: string;
  readonly mark: RequirementId | undefined;
  readonly conditional: boolean;
  readonly references: readonly string[];
}

function collect(schema: Schema, above: At, resolve: Resolve): readonly Constraint[] {
  if (typeof schema === 'boolean') return [];
  const reference = schema.$ref as string | undefined;
  if (reference !== undefined && above.references.includes(reference)) return [];
  const references = reference === undefined ? above.references : [...above.references, reference];
  const mark = (schema['x-requirement'] as RequirementId | undefined) ?? above.mark;
  const at: At = { ...above, mark, references };
  const own = flattened(schema, resolve);
  const here = Object.entries(schema)
    .filter(([keyword]) => demanding.has(keyword))
    .map(([keyword, value]): Constraint => ({ ...at, keyword, value, own }));
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const required = ((schema.required ?? []) as readonly string[]).map(
    (name): Constraint => ({
      field: pointerTo(at.field, name),
      keyword: 'required',
      value: true,
      mark: markOf(properties[name]) ?? mark,
      own,
      conditional: at.conditional,
    }),
  );
  const members = Object.entries(properties).flatMap(([name, inner]) =>
    collect(inner, { ...at, field: pointerTo(at.field, name) }, resolve),
  );
  const items = schema.items as Schema | undefined;
  return [
    ...here,
    ...required,
    ...members,
    ...(items === undefined ? [] : collect(items, { ...at, field: `${at.field}/*` }, resolve)),
    ...(reference === undefined ? [] : collect(resolve(reference) as Schema, at, resolve)),
    ...((schema.allOf ?? []) as readonly Schema[]).flatMap((part) => collect(part, at, resolve)),
    ...[schema.then, schema.else].flatMap((part) =>
      part === undefined || schema.if === undefined
        ? []
        : collect(part as Schema, { ...at, conditional: true }, resolve).filter(({ keyword }) => keyword !== 'type'),
    ),
  ];
}

const markOf = (schema: Schema | undefined): RequirementId | undefined =>
  typeof schema === 'object' ? (schema['x-requirement'] as RequirementId | undefined) : undefined;

function flattened(schema: Schema, resolve: Resolve, references: readonly string[] = []): Keywords {
  if (typeof schema === 'boolean') return {};
  const { $ref, allOf = [], ...own } = schema as { readonly $ref?: string; readonly allOf?: readonly Schema[] };
  const referred =
    $ref === undefined || references.includes($ref)
      ? {}
      : flattened(resolve($ref) as Schema, resolve, [...references, $ref]);
  return Object.assign({}, referred, ...allOf.map((part) => flattened(part, resolve, references)), own);
}

/** The JSON types that a place may have; every one where nothing is said. */
export const typesOf = ({ type, enum: values, const: only }: Keywords): readonly string[] => {
  if (type !== undefined) return [type].flat() as string[];
  const given = values ?? (only === undefined ? undefined : [only]);
  return given === undefined
    ? []
    : [...new Set((given as unknown[]).map((value) => (value === null ? 'null' : typeof value)))];
};
