// Why a value is taken for a secret, which decides what else at its place is one.
import { type Doubt, looksDoubtful } from './rules/doubtful-names.ts';
import { isAboutSecret, type Telling } from './rules/telling-names.ts';

/**
 * `mark`: by the contract. `said`: by a person. `name`: by a name that the contract uses for nothing else. `perhaps`: by one that it
 * uses for other things as well. `issued`, `one-time`: by one that means other things as often, so that the value decides. `family`, `families`: by what such a name usually means, in the singular and in the plural.
 * `within`: it is a part of what such a name names.
 */
export type Reason = 'mark' | 'said' | 'name' | 'perhaps' | 'family' | 'families' | 'within' | Doubt;

export const isDoubt = (reason: Reason): reason is NonNullable<Doubt> => reason === 'issued' || reason === 'one-time';

export const familyOf = (telling: Telling): Reason =>
  telling === 'secret' ? 'family' : telling === 'secrets' ? 'families' : undefined;

/** Of all that is at its place. */
export const isCertain = (reason: Reason): boolean => reason === 'mark' || reason === 'said';

/** Beside it there may be how long it lasts, or how often it was tried. */
const theThingItself = /^(?:value|code|number|digits|data|text|content)$/i;

/** Why a member of such a value is a secret, when its own name says nothing. */
export const inherited = (reason: Reason, name: string): Reason => {
  if (isCertain(reason)) return reason;
  if (reason === undefined || reason === 'perhaps' || isDoubt(reason)) return undefined;
  return theThingItself.test(name) ? 'family' : 'within';
};

export const ofItem = (reason: Reason): Reason => (reason === 'families' ? 'family' : reason);

/** A name that usually means a secret may also stand before a word about it. */
const isUsual = (reason: Reason): boolean => reason === 'family' || reason === 'families' || reason === 'within';

export const hidesText = (reason: Reason, value: string): boolean =>
  isDoubt(reason) ? looksDoubtful(reason, value) : reason !== undefined && !(isUsual(reason) && isAboutSecret(value));

/** Under a name in the plural a number is a count. */
export const hidesNumber = (reason: Reason, written: string): boolean =>
  isCertain(reason) ||
  (reason === 'one-time' && looksDoubtful(reason, written)) ||
  ((reason === 'name' || reason === 'family') && !isAboutSecret(written));
