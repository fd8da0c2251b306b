// Where secrets travel, by the contract's `x-secret` marks: per operation and direction, and by name where no operation fits.
import { contract, resolve } from './document.ts';
import { type Described, descriptionOf } from './schema/described.ts';
import { objectsOf, type Resolve } from './schema/walk.ts';

export interface SecretMarks {
  readonly body: Described | undefined;
  /** Header names in lower case. */
  readonly headers: ReadonlySet<string>;
}

export interface RequestMarks extends SecretMarks {
  readonly path: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  /** Query parameters without a secret: the only ones that may be shown when `unnamedQuery` is true. */
  readonly plainQuery: ReadonlySet<string>;
  /** A secret travels in a query parameter whose name the contract leaves open. */
  readonly unnamedQuery: boolean;
}

export interface Secrets {
  readonly operations: ReadonlyMap<string, { readonly request: RequestMarks; readonly response: SecretMarks }>;
  /** Every marked name of a member or parameter, as `plainName` writes it. */
  readonly names: ReadonlySet<string>;
  /** Those of them that the contract uses only for secrets. */
  readonly certainNames: ReadonlySet<string>;
  /** Every marked header, in lower case. */
  readonly headers: ReadonlySet<string>;
}

type Node = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
// Shorter names are left out: a single letter names a member of a private key in the contract, but anything in a target's traffic.
const shortestTellingName = 3;

/** `access_token`, `accessToken` and `Access-Token` are one name. */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const members = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : [];

const dereferenced = (node: Node, resolve: Resolve): Node =>
  typeof node.$ref === 'string' ? { ...(resolve(node.$ref) as Node), ...node, $ref: undefined } : node;

const schemasOf = (content: unknown): Node[] => members(content).flatMap(([, media]) => nodes(media.schema));

/** Reads the marks of an OpenAPI document; `resolve` finds what a reference in it points at. */
export const readSecrets = (document: Node, resolve: Resolve): Secrets => {
  const followed = (node: Node): Node => dereferenced(node, resolve);

  const isSecret = (node: Node): boolean =>
    objectsOf(node, undefined, resolve).some(
      ({ schema }) => schema['x-secret'] === true || nodes(schema.schema).some(isSecret),
    );

  // A condition mentions members without describing them, which tells nothing about the name.
  const saysWhat = (node: Node): boolean =>
    objectsOf(node, undefined, resolve).some(({ schema }) =>
      ['type', 'enum', 'const'].some((keyword) => keyword in schema),
    );

  const marksOf = (schemas: Node[], headers: string[]): SecretMarks => ({
    body: schemas.length === 0 ? undefined : descriptionOf({ anyOf: schemas }, resolve),
    headers: new Set(headers.map((name) => name.toLowerCase())),
  });

  const requestMarks = (item: Node, operation: Node): RequestMarks => {
    const parameters = [...nodes(item.parameters), ...nodes(operation.parameters)].map(followed);
    const named = (place: string, secret: boolean) =>
      parameters.filter((each) => each.in === place && isSecret(each) === secret).map((each) => String(each.name));
    const body = isNode(operation.requestBody) ? followed(operation.requestBody) : {};
    return {
      ...marksOf(schemasOf(body.content), named('header', true)),
      path: new Set(named('path', true)),
      query: new Set(named('query', true)),
      plainQuery: new Set(named('query', false)),
      unnamedQuery: openParametersOf(operation).some((each) => each.in === 'query' && isSecret(each)),
    };
  };

  const responseMarks = (operation: Node): SecretMarks => {
    const responses = members(operation.responses).map(([, response]) => followed(response));
    const headers = responses.flatMap((response) => members(response.headers)).filter(([, each]) => isSecret(each));
    return marksOf(
      responses.flatMap((response) => schemasOf(response.content)),
      headers.map(([name]) => name),
    );
  };

  const openParametersOf = (operation: Node): Node[] => nodes(operation['x-open-parameters']).map(followed);

  const found = members(document.paths).flatMap(([, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return isNode(operation) ? [{ item, operation }] : [];
    }),
  );
  const operations = new Map(
    found.map(({ item, operation }) => [
      String(operation.operationId),
      { request: requestMarks(item, operation), response: responseMarks(operation) },
    ]),
  );

  const marked = new Set<string>();
  const unmarked = new Set<string>();
  const note = (name: string, secret: boolean) => (secret ? marked : unmarked).add(plainName(name));

  for (const each of found.flatMap(({ operation }) => openParametersOf(operation)))
    if (typeof each.purpose === 'string') note(each.purpose, isSecret(each));

  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (isNode(node)) {
      for (const [name, member] of members(node.properties))
        if (isSecret(member) || saysWhat(member)) note(name, isSecret(member));
      // Path parameters are left out: they are known by their place, and a member `requestId` in an error body is often only the id of a
      // trace.
      if (typeof node.name === 'string' && node.in === 'query') note(node.name, isSecret(node));
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(document);

  const telling = [...marked].filter((name) => name.length >= shortestTellingName);
  return {
    operations,
    names: new Set(telling),
    certainNames: new Set(telling.filter((name) => !unmarked.has(name))),
    headers: new Set(
      [...operations.values()].flatMap(({ request, response }) => [...request.headers, ...response.headers]),
    ),
  };
};

/** The marks of the contract itself. */
export const secrets: Secrets = readSecrets(contract as unknown as Node, resolve);
