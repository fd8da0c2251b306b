// The ways to ask an operation: by each kind of body, and with the query parameters that it may have. A target may forget in one of them what
// it does in another.
import { type OperationId, operationById } from '../../../contract/operations.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { isKnown, type Knowledge, keyFor, type Names, type OpenValues } from '../../../subject/names.ts';
import { credentials, legacyExtras } from '../../cards/support/extras.ts';
import { expansions } from '../../payments/support/payment.ts';

export type Way = <Input extends CallInput>(input: Input) => Input;

const ofLists: readonly OpenValues[] = [
  { statusFilter: 'ACTIVE' },
  { statusFilter: 'ACTIVE', typeFilter: 'Virtual' },
  { sort: '-id' },
];

const queries: Readonly<Partial<Record<OperationId, readonly OpenValues[]>>> = {
  listCards: ofLists,
  listCardsV1: ofLists,
  readCardV1: [{ include: ['limits'] }],
  readPayment: [{ expand: ['currency'] }],
};

/** The call as it is, as a form where the operation takes both kinds of body, and with each query whose names are known. */
export function waysOf(id: OperationId, names: Names): readonly Way[] {
  const { requestTypes } = operationById(id);
  const takesBoth =
    requestTypes.some((type) => type.includes('form')) && requestTypes.some((type) => /json/.test(type));
  return [
    (input) => input,
    ...(takesBoth ? [inForm(names)] : []),
    ...(queries[id] ?? []).filter((values) => isSpelled(id, values, names)).map(asking),
  ];
}

const additions: Readonly<Partial<Record<OperationId, readonly Addition[]>>> = {
  readCardCredentials: [...credentials.names.map((name) => [name]), credentials.names].map((fields) => ({
    json: { fields },
  })),
  readCardV1: legacyExtras.names.map((name) => ({ open: { include: [name] } })),
  readPayment: expansions.map((name) => ({ open: { expand: [name] } })),
};

type Addition = Pick<CallInput, 'json' | 'open'>;

/**
 * The optional parts that an operation can be asked for, each by itself, if its name is known. A target may check the owner or the permission
 * for only one of them.
 */
export const additionsTo = (id: OperationId, names: Names): readonly Addition[] =>
  (additions[id] ?? []).filter(({ open = {} }) => isSpelled(id, open, names));

const isSpelled = (id: OperationId, values: OpenValues, names: Names): boolean =>
  Object.keys(values).every((purpose) => isKnown(names[keyFor(id, purpose as keyof OpenValues)] as Knowledge<unknown>));

/** Lists are left out where it is not known how a form writes them. */
const inForm =
  (names: Names): Way =>
  ({ json, ...input }) => {
    const fields = Object.entries((json ?? {}) as object);
    const written = fields.filter(([, value]) => !Array.isArray(value) || isKnown(names.formArrays));
    return { ...input, form: Object.fromEntries(written) } as never;
  };

const asking =
  (values: OpenValues): Way =>
  (input) => ({ ...input, open: { ...input.open, ...values } });
