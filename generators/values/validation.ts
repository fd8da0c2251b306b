// Asks ajv whether a value fits a schema, whatever document the schema's references lead into.

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from '../../contract/document.ts';
import { pointedAt } from '../../contract/text/pointer.ts';

export type Resolve = (reference: string) => unknown;

export type Fits = (value: unknown) => boolean;

const annotations = new Set(['$id', '$schema', '$anchor', '$comment', '$defs', 'definitions', 'examples', 'default']);

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  validateFormats: true,
  inlineRefs: false,
  addUsedSchema: false,
});
formats.default(ajv);

/** A predicate for the schema. */
export function fitsOf(schema: Schema, resolve: Resolve): Fits {
  const whole = bundled(schema, resolve);
  const validate = ajv.compile(whole);
  if (typeof whole === 'object') ajv.removeSchema(whole);
  return (value) => validate(value) === true;
}

/** The schema with everything that it refers to inside it. */
function bundled(schema: Schema, resolve: Resolve): Schema {
  const definitions = new Map<string, { readonly key: string; schema: unknown }>();

  function inside(reference: string): string {
    const known = definitions.get(reference);
    if (known) return known.key;
    const entry = { key: `d${definitions.size}`, schema: undefined as unknown };
    definitions.set(reference, entry);
    entry.schema = rewritten(resolve(reference));
    return entry.key;
  }

  function rewritten(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(rewritten);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, value]) => {
        if (key === '$ref' && typeof value === 'string') return [[key, `#/$defs/${inside(value)}`]];
        if (key === 'enum' || key === 'const') return [[key, value]];
        if (namesSchemas.has(key) && typeof value === 'object' && value !== null) return [[key, each(value)]];
        return annotations.has(key) ? [] : [[key, rewritten(value)]];
      }),
    );
  }

  /** The keys of such a map are names, which may spell like keywords. */
  const each = (schemas: object): unknown =>
    Object.fromEntries(Object.entries(schemas).map(([name, inner]) => [name, rewritten(inner)]));

  const root = rewritten(schema);
  if (typeof root === 'boolean') return root;
  const entries = [...definitions.values()].map(({ key, schema: inner }) => [key, inner]);
  return { ...(root as object), ...(entries.length > 0 && { $defs: Object.fromEntries(entries) }) };
}

const namesSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Resolves references within the schema itself. */
export const within =
  (root: Schema): Resolve =>
  (reference) => {
    if (reference !== '#' && !reference.startsWith('#/')) throw new Error(`no reference outside the schema is known`);
    const found = pointedAt(root, decodeURIComponent(reference.slice(1)));
    if (found === undefined) throw new Error(`the schema has nothing at ${reference}`);
    return found;
  };
