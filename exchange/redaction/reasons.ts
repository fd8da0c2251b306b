// Why a value counts as a secret, which decides about the other values at its place.
import { type Doubt, looksDoubtful } from './rules/doubtful-names.ts';
import { isAboutSecret, type Telling } from './rules/telling-names.ts';

/**
 * `mark`: the contract marks it. `said`: a person named it. `name`: the contract uses its name for nothing else. `perhaps`: the contract also
 * uses its name for other things. `issued`, `one-time`: its name means other things as often, so the value decides. `family`, `families`:
 * such a name, in the singular or plural, usually means a secret. `within`: it is a part of a value with such a name.
 */
export type Reason = 'mark' | 'said' | 'name' | 'perhaps' | 'family' | 'families' | 'within' | Doubt;

export const isDoubt = (reason: Reason): reason is NonNullable<Doubt> => reason === 'issued' || reason === 'one-time';

export const familyOf = (telling: Telling): Reason =>
  telling === 'secret' ? 'family' : telling === 'secrets' ? 'families' : undefined;

/** Whether everything at its place is secret. */
export const isCertain = (reason: Reason): boolean => reason === 'mark' || reason === 'said';

/** Members with these names hold the secret itself; others may say how long it is valid, or how often it was tried. */
const theThingItself = /^(?:value|code|number|digits|data|text|content)$/i;

/** Why a member of such a value is a secret, if its own name does not say it. */
export const inherited = (reason: Reason, name: string): Reason => {
  if (isCertain(reason)) return reason;
  if (reason === undefined || reason === 'perhaps' || isDoubt(reason)) return undefined;
  return theThingItself.test(name) ? 'family' : 'within';
};

export const ofItem = (reason: Reason): Reason => (reason === 'families' ? 'family' : reason);

/** A name that usually means a secret may also have a value that describes it, such as `expired`. */
const isUsual = (reason: Reason): boolean => reason === 'family' || reason === 'families' || reason === 'within';

export const hidesText = (reason: Reason, value: string): boolean =>
  isDoubt(reason) ? looksDoubtful(reason, value) : reason !== undefined && !(isUsual(reason) && isAboutSecret(value));

/** Under a name in the plural a number is a count. */
export const hidesNumber = (reason: Reason, written: string): boolean =>
  isCertain(reason) ||
  (reason === 'one-time' && looksDoubtful(reason, written)) ||
  ((reason === 'name' || reason === 'family') && !isAboutSecret(written));
