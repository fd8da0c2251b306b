// What a schema asks of one value, its children aside, with every keyword of one kind drawn together.
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../contract/document.ts';

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** What one schema says of the items of an array. */
export interface Row {
  readonly prefix: readonly Schema[];
  readonly rest: Schema | undefined;
}

/** What one schema says of the members of an object. */
export interface Members {
  readonly named: Readonly<Record<string, Schema>>;
  readonly patterned: Readonly<Record<string, Schema>>;
  readonly rest: Schema | undefined;
}

export interface Contained {
  readonly schema: Schema;
  readonly least: number;
  readonly most: number;
}

export interface Shape {
  readonly types: readonly JsonType[];
  readonly whole: boolean;
  /** Undefined: any. */
  readonly values: readonly unknown[] | undefined;
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly multiples: readonly number[];
  readonly length: Range;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly count: Range;
  readonly unique: boolean;
  readonly rows: readonly Row[];
  readonly contained: readonly Contained[];
  readonly size: Range;
  readonly required: readonly string[];
  readonly members: readonly Members[];
  readonly names: readonly Schema[];
  /** It also says something that is not built in but filtered. */
  readonly filtered: boolean;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

const allTypes: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

const anyRange: Range = { least: 0, most: Number.POSITIVE_INFINITY };

export const anything: Shape = {
  types: allTypes,
  whole: false,
  values: undefined,
  lower: undefined,
  upper: undefined,
  multiples: [],
  length: anyRange,
  patterns: [],
  formats: [],
  count: anyRange,
  unique: false,
  rows: [],
  contained: [],
  size: anyRange,
  required: [],
  members: [],
  names: [],
  filtered: false,
};

/** The shape that the keywords of a schema give by themselves; those that combine schemas are not looked at. */
export function ownShape(schema: Readonly<Record<string, unknown>>): Shape {
  const get = <Value>(keyword: string) => schema[keyword] as Value | undefined;
  const listed = <Value>(keyword: string): readonly Value[] => (keyword in schema ? [schema[keyword] as Value] : []);
  const range = (least: string, most: string): Range => ({
    least: get<number>(least) ?? 0,
    most: get<number>(most) ?? Number.POSITIVE_INFINITY,
  });
  const types = get<string | readonly string[]>('type');
  const given = types === undefined ? undefined : [types].flat();
  const contains = get<Schema>('contains');
  const saysOfItems = 'items' in schema || 'prefixItems' in schema;
  const saysOfMembers = ['properties', 'patternProperties', 'additionalProperties'].some(
    (keyword) => keyword in schema,
  );
  return {
    types: allTypes.filter(
      (type) => given === undefined || given.includes(type) || (type === 'number' && given.includes('integer')),
    ),
    whole: given?.includes('integer') === true && !given.includes('number'),
    values: 'const' in schema ? [schema.const] : get<readonly unknown[]>('enum'),
    lower: tighter(bound(get('minimum'), false), bound(get('exclusiveMinimum'), true), 1),
    upper: tighter(bound(get('maximum'), false), bound(get('exclusiveMaximum'), true), -1),
    multiples: listed('multipleOf'),
    length: range('minLength', 'maxLength'),
    patterns: listed('pattern'),
    formats: listed('format'),
    count: range('minItems', 'maxItems'),
    unique: schema.uniqueItems === true,
    rows: saysOfItems ? [{ prefix: get<readonly Schema[]>('prefixItems') ?? [], rest: get('items') }] : [],
    contained:
      contains === undefined
        ? []
        : [
            {
              schema: contains,
              least: get<number>('minContains') ?? 1,
              most: get<number>('maxContains') ?? Number.POSITIVE_INFINITY,
            },
          ],
    size: range('minProperties', 'maxProperties'),
    required: get<readonly string[]>('required') ?? [],
    members: saysOfMembers
      ? [
          {
            named: get('properties') ?? {},
            patterned: get('patternProperties') ?? {},
            rest: get('additionalProperties'),
          },
        ]
      : [],
    names: listed('propertyNames'),
    filtered: false,
  };
}

const bound = (value: number | undefined, exclusive: boolean): Bound | undefined =>
  value === undefined ? undefined : { value, exclusive };

/** The bound that leaves less: of lower bounds the greater, of upper bounds (`side` -1) the smaller. */
function tighter(one: Bound | undefined, other: Bound | undefined, side: 1 | -1): Bound | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.value === other.value) return one.exclusive ? one : other;
  return (one.value - other.value) * side > 0 ? one : other;
}

/** Both at once; undefined when it shows at once that nothing is both. */
export function conjoined(one: Shape, other: Shape): Shape | undefined {
  const both: Shape = {
    types: one.types.filter((type) => other.types.includes(type)),
    whole: one.whole || other.whole,
    values: commonValues(one.values, other.values),
    lower: tighter(one.lower, other.lower, 1),
    upper: tighter(one.upper, other.upper, -1),
    multiples: [...new Set([...one.multiples, ...other.multiples])],
    length: overlap(one.length, other.length),
    patterns: [...new Set([...one.patterns, ...other.patterns])],
    formats: [...new Set([...one.formats, ...other.formats])],
    count: overlap(one.count, other.count),
    unique: one.unique || other.unique,
    rows: [...one.rows, ...other.rows],
    contained: [...one.contained, ...other.contained],
    size: overlap(one.size, other.size),
    required: [...new Set([...one.required, ...other.required])],
    members: [...one.members, ...other.members],
    names: [...one.names, ...other.names],
    filtered: one.filtered || other.filtered,
  };
  const needsForbidden = both.required.some((name) => both.members.some(({ named }) => named[name] === false));
  const types = needsForbidden ? both.types.filter((type) => type !== 'object') : both.types;
  return types.length === 0 || both.values?.length === 0 ? undefined : { ...both, types };
}

const overlap = (one: Range, other: Range): Range => ({
  least: Math.max(one.least, other.least),
  most: Math.min(one.most, other.most),
});

function commonValues(
  one: readonly unknown[] | undefined,
  other: readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((value) => other.some((equal) => isDeepStrictEqual(value, equal)));
}
