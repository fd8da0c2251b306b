// The names under which a thing of an answer is known.
import type { Field } from '../compare/fields/field.ts';
import { isScalar } from './places.ts';
import { nameKey } from './renaming.ts';

/** The names that a thing itself has. */
export const keysOf = (item: Readonly<Record<string, unknown>>, field: Field): string[] =>
  ['uuid', 'id'].flatMap((name) => {
    const value = item[name];
    const key = isScalar(value) ? nameKey(value, field.member(name).identity) : undefined;
    return key === undefined ? [] : [key];
  });
