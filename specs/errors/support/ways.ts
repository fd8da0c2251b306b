// The ways in which an operation takes a body. A target may do in one of them what it forgets in the other.
import { type OperationId, operationById } from '../../../contract/operations.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { isKnown, type Names } from '../../../subject/names.ts';

type Way = <Input extends CallInput>(input: Input, names: Names) => Input;

const asItIs: Way = (input) => input;

/** Without the lists where it is not known how a form writes them. */
const asForm: Way = ({ json, ...input }, names) => {
  const fields = Object.entries((json ?? {}) as object);
  const written = fields.filter(([, value]) => !Array.isArray(value) || isKnown(names.formArrays));
  return { ...input, form: Object.fromEntries(written) } as never;
};

/** As JSON, and in a form where the operation takes either. */
export const waysOf = (id: OperationId): readonly Way[] => {
  const { requestTypes } = operationById(id);
  const takesBoth =
    requestTypes.some((type) => type.includes('form')) && requestTypes.some((type) => /json/.test(type));
  return takesBoth ? [asItIs, asForm] : [asItIs];
};
