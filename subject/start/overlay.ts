// What is known of a target, as an OpenAPI Overlay (1.0.0) for the contract: it gives other tools the names that the target uses for
// unnamed parameters, its address and its success statuses.
import { contract, type OperationObject, type Schema } from '../../contract/document.ts';
import { type Operation, operations } from '../../contract/operations.ts';
import { type Knowledge, keyFor, known, type Names, type OpenValues } from '../names.ts';
import type { ListName, ListSyntax, Profile, SmsField } from '../profile/profile.ts';

export interface Overlay {
  readonly overlay: '1.0.0';
  readonly info: { readonly title: string; readonly version: string };
  /** The document that it changes. */
  readonly extends: string;
  readonly actions: readonly Action[];
}

/** Merges something into the object at a JSONPath, or removes that object. */
type Action = { readonly target: string } & ({ readonly update: unknown } | { readonly remove: true });

interface Known {
  readonly url: string;
  readonly names: Names;
  readonly success: Profile['declares']['success'];
}

const usualContract = './node_modules/assay/openapi.yaml';

export const overlayOf = ({ url, names, success }: Known, document = usualContract): Overlay => ({
  overlay: '1.0.0',
  info: { title: `What ${url} calls the things that the contract leaves open`, version: '1.0.0' },
  extends: document,
  actions: [
    { target: '$.servers[0].variables.base_url', update: { default: url } },
    ...[...operations.values()].flatMap((operation) => [
      ...parameterActions(operation, names),
      ...statusActions(operation, success[operation.id]),
    ]),
    ...smsActions(known(names.smsField)),
  ],
});

const nodeOf = ({ path, method }: Operation): OperationObject =>
  contract.paths[path]?.[method.toLowerCase()] as OperationObject;

const pathOf = ({ path }: Operation): string => `$.paths['${path}']`;

const placeOf = (operation: Operation): string => `${pathOf(operation)}.${operation.method.toLowerCase()}`;

interface OpenParameter {
  readonly purpose: string;
  readonly in: 'query' | 'body';
  readonly description: string;
  readonly schema: Schema;
}

function parameterActions(operation: Operation, names: Names): readonly Action[] {
  const open = (nodeOf(operation)['x-open-parameters'] ?? []) as readonly OpenParameter[];
  const parameters = open
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ purpose, description, schema }) => {
      const name = known(names[keyFor(operation.id, purpose as keyof OpenValues)] as Knowledge<string | ListName>);
      return name === undefined ? [] : [{ in: 'query', required: false, description, ...written(name, schema) }];
    });
  // Added to the path item, which has only this operation: tools differ in how they merge into an existing list of parameters.
  return parameters.length === 0 ? [] : [{ target: pathOf(operation), update: { parameters } }];
}

/** A parameter's name, and its values as OpenAPI writes them. */
const written = (name: string | ListName, schema: Schema): object =>
  typeof name === 'string' ? { name, schema } : listed(name.name, name.list, schema);

function listed(name: string, list: ListSyntax | undefined, schema: Schema): object {
  const single = (schema as { readonly items: Schema }).items;
  switch (list) {
    // It is not known how several values are written, so only one is allowed.
    case undefined:
      return { name, schema: single };
    case 'comma':
      return { name, style: 'form', explode: false, schema };
    case 'space':
      return { name, style: 'spaceDelimited', explode: false, schema };
    case 'pipe':
      return { name, style: 'pipeDelimited', explode: false, schema };
    case 'repeat':
      return { name, style: 'form', explode: true, schema };
    case 'brackets':
      return { name: `${name}[]`, style: 'form', explode: true, schema };
    // OpenAPI cannot describe numbered names, so only the first is given.
    case 'indexed':
      return { name: `${name}[0]`, schema: single };
    case 'json':
      return { name, content: { 'application/json': { schema } } };
  }
}

/** Replaces the range by the statuses of the target; a demand for a second factor may still have any other 2xx. */
function statusActions(operation: Operation, statuses: readonly number[] = []): readonly Action[] {
  const { '2XX': success, ...stated } = nodeOf(operation).responses;
  const isStated = Object.keys(stated).some((status) => status.startsWith('2'));
  if (isStated || statuses.length === 0) return [];
  const place = `${placeOf(operation)}.responses`;
  const update = {
    ...Object.fromEntries(statuses.map((status) => [status, success])),
    '2XX': { $ref: '#/components/responses/Demand' },
  };
  return [
    { target: `${place}['2XX']`, remove: true },
    { target: place, update },
  ];
}

const onAndOff = {
  numbers: { type: 'integer', enum: [0, 1] },
  strings: { type: 'string', enum: ['0', '1'] },
  booleans: { type: 'boolean' },
} as const;

function smsActions(field: SmsField | undefined): readonly Action[] {
  if (field === undefined) return [];
  const { name, values } = field;
  const operation = operations.get('setSmsBalanceNotification') as Operation;
  const on = { numbers: 1, strings: '1', booleans: true }[values];
  const bodies = `${placeOf(operation)}.requestBody.content[*]`;
  const member = { description: 'The wanted state of the SMS on payment balance.', ...onAndOff[values] };
  return [
    {
      target: '$.components.schemas.SmsBalanceNotificationRequest',
      update: { required: [name], properties: { [name]: member } },
    },
    { target: `${bodies}.example`, remove: true },
    { target: bodies, update: { example: { [name]: on } } },
  ];
}
