// Queries with parameter names that this target knows, written so that query parsers make lists or objects of the values.

import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { nowhere } from '../../../generators/ids.ts';
import type { Check } from '../../../harness/declare/check.ts';
import type { Call } from '../../../subject/api.ts';
import { known } from '../../../subject/names.ts';
import type { Sending } from './odd-requests.ts';

type Pairs = ReadonlyArray<readonly [name: string, value: string]>;

interface Parameter {
  readonly id: OperationId;
  readonly name: string | undefined;
  /** Two valid values; for a token, two values that are no tokens. */
  readonly values: readonly [string, string];
  readonly call?: Call;
  /** Parameters that are sent before it. */
  readonly beside?: Pairs;
}

/** Requests for each parameter whose name is known. */
export async function asListsAndObjects(check: Check): Promise<readonly Sending[]> {
  const all = [...filtersAndOrders(check), ...(await selections(check)), ...ofSigning(check), ...flags(check)];
  return all.flatMap(({ id, name, values, call, beside = [] }) =>
    name === undefined
      ? []
      : written(name, values).map(
          (pairs) => (): Promise<Exchange> => check.api.call(id, { ...call, query: [...beside, ...pairs] }),
        ),
  );
}

const written = (name: string, [one, other]: readonly [string, string]): readonly Pairs[] => [
  [
    [name, one],
    [name, other],
  ],
  ...['[]', '[0]', '[a]'].map((behind) => [[`${name}${behind}`, one]] as const),
];

const filtersAndOrders = ({ api: { names } }: Check): readonly Parameter[] => [
  { id: 'listCards', name: known(names.statusFilter), values: ['ACTIVE', 'CLOSED'] },
  { id: 'listCards', name: known(names.typeFilter), values: ['Virtual', 'Disposable'] },
  { id: 'listCards', name: known(names.sort), values: ['id', '-id'] },
  { id: 'listCardsV1', name: known(names.statusFilterV1), values: ['ACTIVE', 'CLOSED'] },
  { id: 'listCardsV1', name: known(names.typeFilterV1), values: ['Virtual', 'Disposable'] },
  { id: 'listCardsV1', name: known(names.sortV1), values: ['id', '-id'] },
];

/** The parameters that select parts of one payment, and of one card if the profile allows reading its secrets. */
async function selections({ api: { names }, fixtures, profile }: Check): Promise<readonly Parameter[]> {
  const { others, drafts } = profile.fixtures.payments;
  const [payment = nowhere] = [...others, ...drafts];
  const expand = known(names.expand)?.name;
  const include = profile.allow.readCredentials ? known(names.include)?.name : undefined;
  const card = include === undefined ? nowhere : await fixtures.card();
  return [
    { id: 'readPayment', name: expand, values: ['currency', 'card'], call: { path: { id: payment } } },
    { id: 'readCardV1', name: include, values: ['limits', 'limits'], call: { path: { id: card } } },
  ];
}

/** Uses a payment that does not exist. */
const ofSigning = ({ api: { names } }: Check): readonly Parameter[] => {
  const call = { json: { id: [nowhere] }, confirmMfa: false };
  return [
    { id: 'signPayments', name: 'validate', values: ['0', '1'], call },
    { id: 'signPayments', name: known(names.signToken), values: [nowhere, nowhere], call, beside: [['validate', '0']] },
  ];
};

const flags = ({ api: { names } }: Check): readonly Parameter[] => {
  const exchange = { json: { signToken: nowhere, fingerprintid: 'assay' } };
  return [
    { id: 'exchangeSignToken', name: known(names.exchangeFlag), values: ['0', '1'], call: exchange },
    { id: 'inviteMember', name: known(names.memberFlag), values: ['0', '1'], call: { json: {}, confirmMfa: false } },
  ];
};
