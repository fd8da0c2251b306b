// Finds what a schema demands of each place in a value, with the requirement whose mark is nearest.
import type { Schema } from '../../contract/document.ts';
import type { RequirementId } from '../../contract/generated/sentences.ts';
import { itemsOf, objectsOf } from '../../contract/schema/walk.ts';
import { pointerTo } from '../../contract/text/pointer.ts';

export interface Constraint {
  readonly field: string;
  readonly keyword: string;
  readonly value: unknown;
  readonly mark: RequirementId | undefined;
  /** Everything that the schema says of the place itself, references followed. */
  readonly own: Keywords;
  /** The constraint holds only for some values of other members. */
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

export const constraintsOf = (schema: Schema): readonly Constraint[] =>
  constraintsBelow(schema, { field: '', mark: undefined, conditional: false });

type Place = Pick<Constraint, 'field' | 'mark' | 'conditional'>;

function constraintsBelow(schema: Schema, above: Place): readonly Constraint[] {
  return objectsOf(schema, ['allOf', 'then', 'else']).flatMap((object) => {
    const place: Place = {
      field: above.field,
      mark: object.mark ?? above.mark,
      conditional: above.conditional || object.conditional,
    };
    const own = keywordsOf(object.schema);
    const here = Object.entries(object.schema)
      // Within a condition, `type` is not broken: there it only limits the rule to objects or to texts.
      .filter(([keyword]) => demanding.has(keyword) && !(place.conditional && keyword === 'type'))
      .map(([keyword, value]): Constraint => ({ ...place, keyword, value, own }));
    const members = Object.entries((object.schema.properties ?? {}) as Readonly<Record<string, Schema>>);
    const required = ((object.schema.required ?? []) as readonly string[]).map((name): Constraint => {
      const [field, mark] = [pointerTo(place.field, name), markOf(members, name) ?? place.mark];
      return { field, mark, conditional: place.conditional, keyword: 'required', value: true, own };
    });
    return [
      ...here,
      ...required,
      ...members.flatMap(([name, member]) =>
        constraintsBelow(member, { ...place, field: pointerTo(place.field, name) }),
      ),
      ...itemsOf([object]).flatMap((items) => constraintsBelow(items, { ...place, field: `${place.field}/*` })),
    ];
  });
}

function markOf(members: ReadonlyArray<readonly [string, Schema]>, name: string): RequirementId | undefined {
  const schema = members.find(([member]) => member === name)?.[1];
  return typeof schema === 'object' ? (schema['x-requirement'] as RequirementId | undefined) : undefined;
}

/** Everything that a schema says of its place, references followed; its own keywords win. */
const keywordsOf = (schema: Schema): Keywords =>
  Object.assign(
    {},
    ...objectsOf(schema, ['allOf'])
      .map((object) => object.schema)
      .toReversed(),
  );

/** The JSON types that a place may have; every one where nothing is said. */
export const typesOf = ({ type, enum: values, const: only }: Keywords): readonly string[] => {
  if (type !== undefined) return [type].flat() as string[];
  const given = values ?? (only === undefined ? undefined : [only]);
  return given === undefined
    ? []
    : [...new Set((given as unknown[]).map((value) => (value === null ? 'null' : typeof value)))];
};
