// Finds texts that were masked in one part of an exchange in its other parts, all of them in one pass over a text.
//
// An echo has no letter or digit beside it, so it can begin only at few places of a text. There it is looked up by its length, which is fast
// for any number of echoes.
import { isWordCharacter } from './known-secrets.ts';

/** Up to so many are searched one by one, which the engine does fast. */
const few = 8;

/**
 * `as a word`: found only within a longer text, because a text that equals it may do so by chance, and so may a part of a date, a number, an
 * address or a UUID.
 */
type Standing = 'anywhere' | 'as a word';

interface Echo {
  readonly secret: string;
  readonly standing: Standing;
}

interface Find {
  readonly from: number;
  readonly to: number;
  readonly secret: string;
}

const partBefore = /[-_/=+]$|\d[.:,]$/;
const partBehind = /^[-_/=+]|^[.:,]\d/;

const isWord = (text: string, from: number, to: number): boolean =>
  text.length > to - from &&
  !partBefore.test(text.slice(Math.max(0, from - 2), from)) &&
  !partBehind.test(text.slice(to, to + 2));

export class Echoes {
  readonly #all = new Map<string, Echo>();
  #byLength = new Map<number, Map<string, Echo>>();

  get size(): number {
    return this.#all.size;
  }

  /** Adds it also in its percent-encoded form, because a text may quote it as it was sent. */
  add(secret: string, standing: Standing = 'anywhere'): void {
    if (this.#all.get(secret)?.standing === 'anywhere' || (this.#all.has(secret) && standing === 'as a word')) return;
    for (const form of new Set([secret, encodeURIComponent(Buffer.from(secret).toString())]))
      this.#note(form, { secret, standing });
  }

  #note(form: string, echo: Echo): void {
    this.#all.set(form, echo);
    const alike = this.#byLength.get(form.length);
    if (alike) alike.set(form, echo);
    else {
      // The longest come first, so that no part of one is left over.
      const lengths = [...this.#byLength, [form.length, new Map([[form, echo]])] as const];
      this.#byLength = new Map(lengths.sort(([one], [other]) => other - one));
    }
  }

  clear(): void {
    this.#all.clear();
    this.#byLength.clear();
  }

  /** Whether the whole text is an echo. */
  has(text: string): boolean {
    return this.#all.has(text);
  }

  /** False when `masked` would change nothing. */
  in(text: string | Buffer): boolean {
    if (this.size === 0) return false;
    if (this.size > few) return this.#find(text.toString(), 0) !== undefined;
    for (const echo of this.#all.keys()) if (text.includes(echo)) return true;
    return false;
  }

  masked(text: string, standIn: (secret: string) => string): string {
    let result = '';
    let done = 0;
    for (let at = this.#find(text, 0); at; at = this.#find(text, done)) {
      result += text.slice(done, at.from) + standIn(at.secret);
      done = at.to;
    }
    return done === 0 ? text : result + text.slice(done);
  }

  #find(text: string, start: number): Find | undefined {
    for (let from = start; from < text.length; from += 1) {
      if (from > 0 && isWordCharacter(text.charCodeAt(from - 1))) continue;
      for (const [length, echoes] of this.#byLength) {
        const to = from + length;
        if (to > text.length || (to < text.length && isWordCharacter(text.charCodeAt(to)))) continue;
        const echo = echoes.get(text.slice(from, to));
        if (echo && (echo.standing === 'anywhere' || isWord(text, from, to))) return { from, to, secret: echo.secret };
      }
    }
    return undefined;
  }
}
