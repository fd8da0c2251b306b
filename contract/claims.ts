// What answers of the contract hold, as a program reads them before anybody has judged them: the names of the fields are known, no value is.
import type { components, operations } from './generated/api-types.ts';

type Schemas = components['schemas'];

/** The schema of what an operation answers when it succeeds. */
type Success<Id extends keyof operations> = operations[Id]['responses'][keyof operations[Id]['responses'] &
  (200 | 201 | '2XX')] extends {
  content: { 'application/json': infer Body };
}
  ? Exclude<Body, Schemas['MfaRequired']>
  : unknown;

type Fields<Shape> = { readonly [Field in keyof Shape]?: unknown };

/** An object of the contract, by the name of its schema. */
export type Claimed<Name extends keyof Schemas> = Fields<Schemas[Name]>;

/** An object that an operation answers. */
export type Answered<Id extends keyof operations> = Fields<Success<Id>>;

/** One of what an operation lists. */
export type Listed<Id extends keyof operations> =
  Success<Id> extends ReadonlyArray<infer Item> ? Fields<Item> : unknown;
