// The types of answers before the judge has checked them: the names of their fields are known, but a value may be anything.
import type { components, operations } from './generated/api-types.ts';

type Schemas = components['schemas'];

/** The schema of an operation's answer when it succeeds. */
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

/** An entry of the list that an operation answers. */
export type Listed<Id extends keyof operations> =
  Success<Id> extends ReadonlyArray<infer Item> ? Fields<Item> : unknown;
