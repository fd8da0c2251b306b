// Where secrets travel, by the contract's `x-secret` marks: per operation and direction, and by name where no operation fits.
import { contract, resolve } from './document.ts';

/** A place in a body, with the secrets below it. Places without any are not kept. */
export interface SecretPlace {
  readonly secret: boolean;
  readonly members: ReadonlyMap<string, SecretPlace>;
  readonly items: SecretPlace | undefined;
}

export interface SecretMarks {
  readonly body: SecretPlace | undefined;
  /** Header names in lower case. */
  readonly headers: ReadonlySet<string>;
}

export interface RequestMarks extends SecretMarks {
  readonly path: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  /** Query parameters without a secret: the only ones that may be shown when `unnamedQuery` holds. */
  readonly plainQuery: ReadonlySet<string>;
  /** A secret travels in a query parameter whose name the contract leaves open. */
  readonly unnamedQuery: boolean;
}

export interface Secrets {
  readonly operations: ReadonlyMap<string, { readonly request: RequestMarks; readonly response: SecretMarks }>;
  /** Every marked name of a member or parameter, as `plainName` writes it. */
  readonly names: ReadonlySet<string>;
  /** Those of them that name nothing but secrets wherever the contract uses them. */
  readonly certainNames: ReadonlySet<string>;
  /** Every marked header, in lower case. */
  readonly headers: ReadonlySet<string>;
}

type Node = Readonly<Record<string, unknown>>;
type Resolve = (reference: string) => unknown;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
// A single letter names a member of a private key here and anything at all elsewhere.
const shortestTellingName = 3;

/** `access_token`, `accessToken` and `Access-Token` are one name. */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const members = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : [];

const dereferenced = (node: Node, resolve: Resolve): Node =>
  typeof node.$ref === 'string' ? { ...(resolve(node.$ref) as Node), ...node, $ref: undefined } : node;

/** The schemas that speak of the same value as this one: what it refers to and all its branches. */
const together = (schemas: readonly Node[], resolve: Resolve): Set<Node> => {
  const all = new Set<Node>();
  const visit = (schema: Node): void => {
    if (all.has(schema)) return;
    all.add(schema);
    if (typeof schema.$ref === 'string') nodes(resolve(schema.$ref)).forEach(visit);
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']) nodes(schema[keyword]).forEach(visit);
    for (const [, dependent] of members(schema.dependentSchemas)) visit(dependent);
  };
  schemas.forEach(visit);
  return all;
};

/** Builds places; the same set of schemas is one place, so that schemas may recur. */
const placesOf = (resolve: Resolve): ((schemas: readonly Node[]) => SecretPlace | undefined) => {
  interface Building {
    readonly secret: boolean;
    readonly members: Map<string, Building>;
    items: Building | undefined;
  }
  const identities = new Map<Node, number>();
  const built = new Map<string, Building>();

  const build = (schemas: readonly Node[]): Building => {
    const all = together(schemas, resolve);
    for (const schema of all) if (!identities.has(schema)) identities.set(schema, identities.size);
    const key = [...all]
      .map((schema) => identities.get(schema) as number)
      .sort((one, other) => one - other)
      .join();
    const known = built.get(key);
    if (known) return known;
    const place: Building = {
      secret: [...all].some((schema) => schema['x-secret'] === true),
      members: new Map(),
      items: undefined,
    };
    built.set(key, place);
    const byName = new Map<string, Node[]>();
    for (const schema of all)
      for (const [name, member] of members(schema.properties)) byName.set(name, [...(byName.get(name) ?? []), member]);
    for (const [name, of] of byName) place.members.set(name, build(of));
    const items = [...all].flatMap((schema) => [...nodes(schema.items), ...nodes(schema.prefixItems)]);
    if (items.length > 0) place.items = build(items);
    return place;
  };

  const leadsToSecret = (place: Building, seen = new Set<Building>()): boolean => {
    if (place.secret) return true;
    if (seen.has(place)) return false;
    seen.add(place);
    return [...place.members.values(), ...(place.items ? [place.items] : [])].some((next) => leadsToSecret(next, seen));
  };

  const pruned = new Set<Building>();
  const prune = (place: Building): SecretPlace | undefined => {
    if (!leadsToSecret(place)) return undefined;
    if (pruned.has(place)) return place;
    pruned.add(place);
    for (const [name, member] of place.members) if (!prune(member)) place.members.delete(name);
    if (place.items && !prune(place.items)) place.items = undefined;
    return place;
  };

  return (schemas) => prune(build(schemas));
};

const schemasOf = (content: unknown): Node[] => members(content).flatMap(([, media]) => nodes(media.schema));

/** Reads the marks of an OpenAPI document; `resolve` finds what a reference in it points at. */
export const readSecrets = (document: Node, resolve: Resolve): Secrets => {
  const placeOf = placesOf(resolve);
  const isSecret = (node: Node): boolean =>
    [...together([node], resolve)].some((schema) => schema['x-secret'] === true || nodes(schema.schema).some(isSecret));

  // A condition mentions members without saying what they are; that tells nothing about the name.
  const saysWhat = (node: Node): boolean =>
    [...together([node], resolve)].some((schema) => ['type', 'enum', 'const'].some((keyword) => keyword in schema));

  const marked = new Set<string>();
  const unmarked = new Set<string>();
  const headers = new Set<string>();
  const note = (name: string, secret: boolean) => (secret ? marked : unmarked).add(plainName(name));

  const operations = new Map<string, { request: RequestMarks; response: SecretMarks }>();
  for (const [, item] of members(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!isNode(operation)) continue;
      const parameters = [...nodes(item.parameters), ...nodes(operation.parameters)].map((each) =>
        dereferenced(each, resolve),
      );
      const open = nodes(operation['x-open-parameters']).map((each) => dereferenced(each, resolve));
      const named = (place: string, secret: boolean) =>
        parameters.filter((each) => each.in === place && isSecret(each) === secret).map((each) => String(each.name));
      const requestBody = isNode(operation.requestBody) ? dereferenced(operation.requestBody, resolve) : {};
      const responses = members(operation.responses).map(([, response]) => dereferenced(response, resolve));
      const marksOf = (schemas: Node[], names: string[]): SecretMarks => ({
        body: placeOf(schemas),
        headers: new Set(names.map((name) => name.toLowerCase())),
      });
      const responseHeaders = responses.flatMap((response) =>
        members(response.headers)
          .filter(([, each]) => isSecret(each))
          .map(([name]) => name),
      );
      operations.set(String(operation.operationId), {
        request: {
          ...marksOf(schemasOf(requestBody.content), named('header', true)),
          path: new Set(named('path', true)),
          query: new Set(named('query', true)),
          plainQuery: new Set(named('query', false)),
          unnamedQuery: open.some((each) => each.in === 'query' && isSecret(each)),
        },
        response: marksOf(
          responses.flatMap((response) => schemasOf(response.content)),
          responseHeaders,
        ),
      });
      for (const name of [...named('header', true), ...responseHeaders]) headers.add(name.toLowerCase());
      for (const each of open) if (typeof each.purpose === 'string') note(each.purpose, isSecret(each));
    }
  }

  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (isNode(node)) {
      for (const [name, member] of members(node.properties))
        if (isSecret(member) || saysWhat(member)) note(name, isSecret(member));
      // A path's parameter has its place; as a member, `requestId` is what many an error body calls its trace.
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
    headers,
  };
};

/** The marks of the contract itself. */
export const secrets: Secrets = readSecrets(contract as unknown as Node, resolve);
