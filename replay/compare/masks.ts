// Remembers the masked number of each thing, to tell whether a whole number can be the one behind the mask.
import { isMaskedNumber } from '../../exchange/redaction/pseudonym.ts';
import { Bounded } from '../correlate/bounded.ts';
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

/** Whether a whole number may be the one behind the mask; true for whatever is no such number. */
export const fits = (value: unknown, mask: string): boolean => {
  const number = String(value);
  if (!wholeNumber.test(number)) return true;
  const digits = mask.replaceAll(/[ -]/g, '');
  return digits.length === number.length && [...digits].every((sign, at) => !/\d/.test(sign) || sign === number[at]);
};
