// Every documented field of the answers, with everything that the contract says of it.
import { dereferenced, type Schema } from '../../../contract/document.ts';
import { type OperationId, operationById, operations } from '../../../contract/operations.ts';

export type Keywords = Readonly<Record<string, unknown>>;

export interface Field {
  readonly operation: OperationId;
  /** The answer as the contract writes it: `2XX`, `404`, `4XX`. */
  readonly answer: string;
  /** A JSON pointer in which `-` stands for every entry of a list, and every member of a map. */
  readonly at: string;
  readonly says: Keywords;
  /** The name of the next member of the same object with the same type. */
  readonly sister?: string;
}

export const answersOf = (id: OperationId): readonly string[] => Object.keys(operationById(id).responses);

/** The documented answer that a status belongs to. */
export const answerFor = (id: OperationId, status: number): string | undefined =>
  [String(status), `${String(status)[0]}XX`].find((key) => answersOf(id).includes(key));

/** The operations whose answers are documented. */
export const told = (): readonly OperationId[] =>
  [...operations.values()].filter(({ shapeOpen }) => !shapeOpen).map(({ id }) => id);

export function fieldsOf(operation: OperationId, answer: string): readonly Field[] {
  const schema = operationById(operation).responses[answer]?.content?.['application/json']?.schema;
  if (schema === undefined) return [];
  const found = new Map<string, Keywords>();
  walk(schema, '', found);
  const all = [...found].map(([at, says]) => ({ operation, answer, at, says }));
  return all.map((field, index) => ({ ...field, ...sisterOf(field, all.slice(index + 1)) }));
}

const parentOf = (at: string): string => at.slice(0, at.lastIndexOf('/'));

function sisterOf({ at, says }: Field, later: readonly Field[]): Pick<Field, 'sister'> {
  const type = JSON.stringify(says['type']);
  if (at === '' || at.endsWith('/-')) return {};
  const next = later.find(
    (other) =>
      parentOf(other.at) === parentOf(at) && !other.at.endsWith('/-') && JSON.stringify(other.says['type']) === type,
  );
  return next ? { sister: next.at.slice(next.at.lastIndexOf('/') + 1) } : {};
}

/** The places that a defect in this field can change. */
export const placesWith = ({ at, sister }: Field): readonly string[] =>
  sister === undefined ? [at] : [at, `${parentOf(at)}/${sister}`];

/** What several parts of a schema say of one place is collected together. */
function walk(schema: Schema, at: string, found: Map<string, Keywords>): void {
  if (typeof schema === 'boolean' || isExcluded(schema)) return;
  const { $ref, allOf, anyOf, oneOf, then, else: otherwise, properties, items, additionalProperties, ...own } = schema;
  if ($ref !== undefined) walk(dereferenced(schema), at, found);
  for (const part of [allOf, anyOf, oneOf, then, otherwise].flat()) if (part) walk(part as Schema, at, found);
  found.set(at, { ...found.get(at), ...own });
  for (const [name, inner] of Object.entries(properties ?? {})) walk(inner as Schema, `${at}/${name}`, found);
  for (const inner of [items, additionalProperties]) if (inner) walk(inner as Schema, `${at}/-`, found);
}

const isExcluded = (schema: Keywords): boolean => schema['x-excluded'] === true;
