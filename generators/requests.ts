// Requests of one operation: valid ones, and ones with a single defect beside their twins.
import fc from 'fast-check';
import { type OperationId, operationById } from '../contract/operations.ts';
import type { CallInput } from '../subject/calls.ts';
import { brokenBodies } from './defects/broken-bodies.ts';
import { brokenParameters } from './defects/broken-parameters.ts';
import type { Defect, RequestPart, Strength } from './defects/defect.ts';
import { type Breaking, type BrokenRequest, contextOf, type RequestOptions } from './request-context.ts';
import { CannotGenerate, ifPossible, impossible } from './values/cannot-generate.ts';

export { type Defect, described } from './defects/defect.ts';
export { type BrokenRequest, formType, jsonType, type RequestOptions } from './request-context.ts';
export { CannotGenerate };

/** Selects defects by their members; those that are given must all agree. */
export interface Selector {
  /** For a member of a body, its pointer or its name. */
  readonly field?: string;
  readonly part?: RequestPart;
  readonly breaks?: string;
  readonly by?: string;
  readonly strength?: Strength;
  readonly requirement?: string;
  readonly kind?: string;
}

interface RequestGenerator {
  readonly id: OperationId;
  /** The content types that its body may have. */
  readonly types: readonly string[];
  valid(options?: RequestOptions): fc.Arbitrary<CallInput>;
  /** Throws `CannotGenerate` when every such defect would be lost in sending, and `UnknownName` for a name that is not known. */
  withOneDefect(selector?: Selector, options?: RequestOptions): fc.Arbitrary<BrokenRequest>;
  /** What `withOneDefect` can make. */
  defects(options?: RequestOptions): readonly Defect[];
}

export function operation(id: OperationId): RequestGenerator {
  const types = operationById(id).requestTypes;

  function breakings(options: RequestOptions): readonly Breaking[] {
    const context = contextOf(id, options);
    return [...brokenParameters(context), ...brokenBodies(context)];
  }

  return {
    id,
    types,
    valid: (options = {}) => contextOf(id, options).valid,
    withOneDefect(selector = {}, options = {}) {
      const fitting = breakings(options).filter(({ defect }) => selects(selector, defect));
      const arbitraries = fitting.flatMap(({ arbitrary }) => ifPossible(arbitrary) ?? []);
      if (arbitraries.length > 0) return fc.oneof(...arbitraries);
      throw impossible(selector.breaks ?? 'defect', selector.field ?? '', `${id} can have no such defect`);
    },
    defects: (options = {}) =>
      breakings(options).flatMap(({ defect, arbitrary }) => (ifPossible(arbitrary) ? [defect] : [])),
  };
}

const bare = (field: string): string => field.replace(/^\//, '');

const selects = ({ field, ...rest }: Selector, defect: Defect): boolean =>
  (field === undefined || bare(field) === bare(defect.field)) &&
  Object.entries(rest).every(([key, value]) => value === undefined || defect[key as keyof Defect] === value);
