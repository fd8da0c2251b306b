// The contract's document, openapi.yaml, as plain data.
import { documentAt } from './document-at.ts';
import { withExclusionsAsProperties } from './exclusions.ts';
import { pointedAt } from './text/pointer.ts';

/** A JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly [extension: `x-${string}`]: unknown;
}

export interface OperationObject {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly [extension: `x-${string}`]: unknown;
}

interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const contractPlace = new URL('../openapi.yaml', import.meta.url);

export const contract = withExclusionsAsProperties(documentAt(contractPlace)) as Contract;

/** What a local reference such as `#/components/schemas/Card` points at. */
export function resolve(reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`the contract refers outside itself: ${reference}`);
  const found = pointedAt(contract, reference.slice(1));
  if (found === undefined) throw new Error(`the contract has nothing at ${reference}`);
  return found;
}

/** A node of the document, or what it refers to. */
export function dereferenced<T>(node: unknown): T {
  const reference = (node as { $ref?: string } | undefined)?.$ref;
  return (reference === undefined ? node : resolve(reference)) as T;
}
