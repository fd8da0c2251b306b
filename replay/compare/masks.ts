// Tells whether a secret is another one than was recorded. Remembers the masked number of each thing, because a whole number must be
// one that its mask lets through.
import { isMaskedNumber, isOfKind, isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import { Bounded } from '../correlate/bounded.ts';
import type { Scalar } from '../correlate/places.ts';
import type { Field } from './fields/field.ts';
import { isItem } from './pairing.ts';

const mostMasks = 20_000;

export class Masks {
  /** By the candidate's own name of the thing. */
  readonly #masks = new Bounded<string, string>(mostMasks);

  /** To be called with every JSON answer. */
  learn(answer: unknown): void {
    if (Array.isArray(answer)) for (const each of answer) this.learn(each);
    else if (isItem(answer)) {
      const { uuid, id } = answer;
      const mask = Object.values(answer).find((value) => typeof value === 'string' && isMaskedNumber(value));
      if (mask === undefined) return;
      for (const name of [uuid, id]) if (name !== undefined) this.#masks.set(String(name), String(mask));
    }
  }

  /** The mask of the thing that the path of an address names. */
  of(url: string): string | undefined {
    if (this.#masks.isEmpty) return undefined;
    for (const segment of url.split(/[?#]/, 1)[0]!.split('/')) {
      const mask = this.#masks.get(segment);
      if (mask !== undefined) return mask;
    }
    return undefined;
  }
}

const wholeNumber = /^\d{12,19}$/;

/** Whether a whole number fits the mask, whose asterisks do not tell how many digits they hide; true for any other value. */
const fits = (value: unknown, mask: string): boolean => {
  const number = String(value);
  if (!wholeNumber.test(number)) return true;
  const digits = mask.replaceAll(/[ -]/g, '');
  const [first, last] = [/^\d*/.exec(digits)![0], /\d*$/.exec(digits)![0]];
  return number.length >= first.length + last.length && number.startsWith(first) && number.endsWith(last);
};

/** Secrets that change with every session or use, so that they are expected to differ. */
const passing =
  /(?:token|code|otp|jwt|session(?:[_-]?id)?|sid|csrf|xsrf|ticket|signature|nonce)s?(?:[_-]?value)?(?:\/\*)?$/i;

interface Known {
  /** Makes the stand-in that the recording would have; absent where its key is not known. */
  readonly standIn?: (secret: Scalar) => string;
  readonly mask?: string;
  /** The candidate has not shown its value of this secret before. */
  readonly isNew: boolean;
}

/** What shows that the candidate has another secret: a mask, its kind or its stand-in; undefined where nothing shows it. */
export const whyAnotherSecret = (
  one: Scalar,
  other: Scalar,
  { path }: Field,
  { standIn, mask, isNew }: Known,
): string | undefined => {
  if (mask !== undefined && !fits(other, mask)) return `its digits do not fit the mask ${mask}`;
  if (!isPseudonym(String(one))) return undefined;
  if (other === '') return 'it is empty';
  if (isMaskedNumber(String(other))) return 'it is masked';
  if (passing.test(path)) return undefined;
  if (standIn !== undefined && standIn(other) !== String(one)) return 'it is not the recorded one';
  // The stand-in of a number has no fixed length, so it tells nothing about the value.
  const isOfItsKind = !isNew || typeof one !== 'string' || isOfKind(one, String(other));
  return isOfItsKind ? undefined : 'it is of another kind or length';
};
