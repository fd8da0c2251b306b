// The parameters of an operation, named by the contract or, where it leaves the name open, by the target.
import { contract, type Schema } from '../contract/document.ts';
import type { RequirementId } from '../contract/generated/sentences.ts';
import { type OperationId, operationById } from '../contract/operations.ts';
import { keyFor, type Names, nameOf, type OpenValues } from '../subject/names.ts';
import type { RequestPart } from './defects/defect.ts';

export interface Parameter {
  readonly part: RequestPart;
  /** The name; for an unnamed parameter its purpose. */
  readonly field: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly mark: RequirementId | undefined;
  /** Undefined for one that the contract names. Throws `UnknownName` when nobody knows. */
  readonly nameAt?: (names: Names) => string;
}

interface OpenParameter {
  readonly purpose: string;
  readonly in: RequestPart;
  readonly schema: Schema;
  readonly 'x-requirement'?: RequirementId;
}

const purposes: Readonly<Record<string, keyof OpenValues>> = {
  exchangeFlag: 'flag',
  memberFlag: 'flag',
  smsEnabled: 'enabled',
  statusFilter: 'statusFilter',
  typeFilter: 'typeFilter',
  sort: 'sort',
};

export function parametersOf(id: OperationId): readonly Parameter[] {
  const { parameters, method, path } = operationById(id);
  const named = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(
      (parameter): Parameter => ({
        part: parameter.in as RequestPart,
        field: parameter.name,
        schema: parameter.schema,
        required: parameter.required === true,
        mark: (parameter as { 'x-requirement'?: RequirementId })['x-requirement'],
      }),
    );
  const node = contract.paths[path]?.[method.toLowerCase()] as { 'x-open-parameters'?: readonly OpenParameter[] };
  return [...named, ...(node['x-open-parameters'] ?? []).flatMap((open) => openParameter(id, open))];
}

/** Only those that take one of a few values; what a list or a token may hold is not stated. */
function openParameter(id: OperationId, open: OpenParameter): readonly Parameter[] {
  const purpose = purposes[open.purpose];
  if (purpose === undefined) return [];
  const key = keyFor(id, purpose);
  const nameAt = (names: Names): string => {
    const name = nameOf(names, key) as string | { readonly name: string };
    return typeof name === 'string' ? name : name.name;
  };
  const { in: part, schema } = open;
  return [{ part, field: open.purpose, schema, required: false, mark: open['x-requirement'], nameAt }];
}

/** The schema of a body, with the member whose name only the target knows. */
export function bodySchema(id: OperationId, type: string, names: Names | undefined): Schema | undefined {
  const schema = operationById(id).requestBody[type]?.schema;
  const open = parametersOf(id).find(({ part, nameAt }) => part === 'body' && nameAt !== undefined);
  if (schema === undefined || open?.nameAt === undefined || names === undefined) return schema;
  const name = open.nameAt(names);
  const member = { ...(open.schema as object), 'x-requirement': open.mark };
  return { allOf: [schema, { type: 'object', required: [name], properties: { [name]: member } }] };
}
