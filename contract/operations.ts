// The operations of the contract: what each is called, who may call it, and how a URL finds it.
import {
  contract,
  dereferenced,
  type MediaType,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  type Schema,
} from './document.ts';
import type { operations as OperationTypes } from './generated/api-types.ts';
import { decodedOrRaw } from './text/percent.ts';

export type OperationId = keyof OperationTypes;

export type Security = 'bearer' | 'basic' | 'none';

export interface Operation {
  readonly id: OperationId;
  readonly method: string;
  /** The path's template, such as `/v2/card/{id}`. */
  readonly path: string;
  readonly security: Security;
  readonly deprecated: boolean;
  /** The 4xx statuses that its row in the specification lists. */
  readonly listed: readonly number[];
  /** The content types that its request body may have; empty when it takes none. */
  readonly requestTypes: readonly string[];
  readonly requestBody: Readonly<Record<string, MediaType>>;
  readonly parameters: readonly ParameterObject[];
  /**
   * The responses of its row, by status as the contract writes it: `201`, `2XX`, `404`, `4XX`. Answers that a general rule allows for any
   * operation are not included, nor is the demand for a second factor.
   */
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** The specification names it and shows nothing of its shapes. */
  readonly shapeOpen: boolean;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

export const operations: ReadonlyMap<OperationId, Operation> = new Map(
  Object.entries(contract.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => operationAt(method.toUpperCase(), path, item, item[method] as OperationObject))
      .map((operation) => [operation.id, operation] as const),
  ),
);

export function operationById(id: OperationId): Operation {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`no operation ${id} in the contract`);
  return operation;
}

function operationAt(
  method: string,
  path: string,
  item: Readonly<Record<string, unknown>>,
  node: OperationObject,
): Operation {
  const requestBody = contentOf(node.requestBody);
  const parameters = [...((item.parameters as unknown[]) ?? []), ...(node.parameters ?? [])];
  const listed = ((node['x-listed'] as readonly unknown[] | undefined) ?? []).map(String);
  const responses = Object.fromEntries(
    Object.entries(node.responses)
      .filter(([status]) => status.startsWith('2') || listed.includes(status))
      .map(([status, response]) => [status, withoutDemand(dereferenced<ResponseObject>(response))]),
  );
  return {
    id: node.operationId as OperationId,
    method,
    path,
    security: securityOf(node),
    deprecated: node.deprecated === true,
    listed: listed.filter((status) => /^\d+$/.test(status)).map(Number),
    requestTypes: Object.keys(requestBody),
    requestBody,
    parameters: parameters.map((parameter) => dereferenced<ParameterObject>(parameter)),
    responses,
    shapeOpen: node['x-shape-open'] === true,
  };
}

function withoutDemand(response: ResponseObject): ResponseObject {
  const content = Object.entries(response.content ?? {}).map(([type, media]): [string, MediaType] => [
    type,
    media.schema === undefined ? media : { ...media, schema: ownShape(media.schema) },
  ]);
  return response.content === undefined ? response : { ...response, content: Object.fromEntries(content) };
}

/** The schema without the demand for a second factor, which the document includes in every answer because any request may get it. */
function ownShape(schema: Schema): Schema {
  const { anyOf, ...rest } = schema as { readonly anyOf?: readonly Schema[] };
  const own = anyOf?.filter((branch) => dereferenced<{ 'x-anywhere'?: true }>(branch)['x-anywhere'] !== true);
  if (own === undefined || own.length === anyOf?.length) return schema;
  return own.length === 1 ? (own[0] as Schema) : { ...rest, anyOf: own };
}

function contentOf(body: unknown): Readonly<Record<string, MediaType>> {
  if (body === undefined) return {};
  return dereferenced<{ content: Record<string, MediaType> }>(body).content;
}

function securityOf(node: OperationObject): Security {
  const schemes = (node.security ?? contract.security ?? []).flatMap((entry) => Object.keys(entry));
  if (schemes.some((scheme) => /basic/i.test(scheme))) return 'basic';
  return schemes.length > 0 ? 'bearer' : 'none';
}

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
}

// Routes with more literal segments come first, because these win over parameters.
const routes: ReadonlyMap<string, readonly Route[]> = byMethod(
  [...operations.values()]
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    })),
);

function byMethod(all: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const methods = [...new Set(all.map(({ operation }) => operation.method))];
  return new Map(methods.map((method) => [method, all.filter(({ operation }) => operation.method === method)]));
}

export interface Match {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

// The same exchange is looked up several times in a row, and the same addresses come again and again.
const mostRemembered = 2_000;
const longestRemembered = 1_024;
const remembered = new Map<string, Match | undefined>();
let latest:
  | undefined
  | { readonly method: string; readonly url: string; readonly basePath: string; readonly match: Match | undefined };

/** The operation that a method and an absolute URL call; undefined when the contract has none there. */
export function operationOf(method: string, url: string, basePath = ''): Match | undefined {
  if (latest?.url === url && latest.method === method && latest.basePath === basePath) return latest.match;
  const match = matchOf(method, url, basePath);
  latest = { method, url, basePath, match };
  return match;
}

function matchOf(method: string, url: string, basePath: string): Match | undefined {
  const question = `${method} ${basePath} ${url}`;
  const known = remembered.get(question);
  if (known !== undefined || remembered.has(question)) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const found = lookedUp(method, url, basePath);
  if (url.length <= longestRemembered) remembered.set(question, found);
  return found;
}

function lookedUp(method: string, url: string, basePath: string): Match | undefined {
  const path = pathOf(url);
  if (!path.startsWith(basePath)) return undefined;
  const rest = path.slice(basePath.length);
  for (const { operation, pattern } of routes.get(method.toUpperCase()) ?? []) {
    const found = pattern.exec(rest);
    if (found) return { operation, parameters: decoded(found.groups ?? {}) };
  }
  return undefined;
}

/** The same for a server whose base path is not known. */
export function operationBelow(method: string, url: string): (Match & { readonly basePath: string }) | undefined {
  const path = pathOf(url);
  const versions = [...path.matchAll(/\/v\d+\//g)].map(({ index }) => path.slice(0, index));
  for (const basePath of [...versions, '']) {
    const match = operationOf(method, url, basePath);
    if (match) return { ...match, basePath };
  }
  return undefined;
}

/** The path as it travelled: not normalised, because a generated `..` must not become another operation. */
function pathOf(url: string): string {
  const afterAuthority = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const path = afterAuthority.split(/[?#]/, 1)[0] as string;
  return path === '' ? '/' : path;
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodedOrRaw(value)]));
}
