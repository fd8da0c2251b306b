// What a composite value is built from: the arbitraries of its children.
import type fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';

export interface Children {
  /** Where the value stands. */
  readonly at: string;
  /** Throws when there is none. */
  of(schema: Schema, name: string): fc.Arbitrary<unknown>;
  /** For a child that can be left out: undefined when there is none, or when it is time to come to an end. */
  maybe(schema: Schema, name: string): fc.Arbitrary<unknown> | undefined;
  /** How many children that nobody asked for there may be here, of so many at the top: deep down they get few. */
  room(atTop: number): number;
  /** How much likelier a child that can be left out is to be left out than to be there. */
  reluctance(siblings: number): number;
  fits(schema: Schema, value: unknown): boolean;
}
