// What is wrong with a request that has one thing wrong with it.
import type { RequirementId } from '../../contract/generated/sentences.ts';
import type { OperationId } from '../../contract/operations.ts';

/** `must`: stated to be refused. `advice`: should be refused. `observe`: any answer but a server error will do. */
export type Strength = 'must' | 'advice' | 'observe';

const byStrength: readonly Strength[] = ['observe', 'advice', 'must'];

export const weaker = (one: Strength, other: Strength): Strength =>
  byStrength.indexOf(one) < byStrength.indexOf(other) ? one : other;

export type RequestPart = 'path' | 'query' | 'body';

export interface Defect {
  readonly operation: OperationId;
  readonly part: RequestPart;
  /** A JSON pointer, `*` being any item; in the path and the query the name, or what an unnamed parameter is for. */
  readonly field: string;
  /** The keyword of the schema that is broken; where no schema states it, a word such as `syntax` or `contentType`. */
  readonly breaks: string;
  /** In which way it is broken, such as `absent`, `object` or `homoglyph`. */
  readonly by: string;
  readonly strength: Strength;
  /** The requirement that speaks of it. */
  readonly requirement?: RequirementId;
  /** The kind of body that it is put into; absent where that makes no difference. */
  readonly kind?: string;
}

/** In words, such as `company_name: maxLength, too long`. */
export const described = ({ field, breaks, by, kind }: Defect): string =>
  `${field.replace(/^\//, '') || 'the body'}: ${breaks}, ${by}${kind === undefined ? '' : ` (${kind})`}`;
