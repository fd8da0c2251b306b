// What was masked in one part of an exchange, to be found in its other parts: everything in one pass over a text.
//
// An echo stands by itself, with no letter or digit beside it. So few places of a text can begin one, and there it is looked up
// by its length, however many there are.
import { isWordCharacter } from './known-secrets.ts';

/** So few are looked for one by one, which the engine is quick with. */
const few = 8;

export class Echoes {
  readonly #all = new Set<string>();
  #byLength = new Map<number, Set<string>>();

  get size(): number {
    return this.#all.size;
  }

  add(secret: string): void {
    if (this.#all.has(secret)) return;
    this.#all.add(secret);
    const alike = this.#byLength.get(secret.length);
    if (alike) alike.add(secret);
    else {
      // The longest first, so that nothing of it is left over.
      const lengths = [...this.#byLength, [secret.length, new Set([secret])] as const];
      this.#byLength = new Map(lengths.sort(([one], [other]) => other - one));
    }
  }

  clear(): void {
    this.#all.clear();
    this.#byLength.clear();
  }

  /** False when `masked` would change nothing. */
  in(text: string | Buffer): boolean {
    if (this.size === 0) return false;
    if (this.size > few) return this.#find(text.toString(), 0) !== undefined;
    for (const echo of this.#all) if (text.includes(echo)) return true;
    return false;
  }

  masked(text: string, standIn: (secret: string) => string): string {
    let result = '';
    let done = 0;
    for (let at = this.#find(text, 0); at; at = this.#find(text, done)) {
      result += text.slice(done, at.from) + standIn(text.slice(at.from, at.to));
      done = at.to;
    }
    return done === 0 ? text : result + text.slice(done);
  }

  #find(text: string, start: number): { readonly from: number; readonly to: number } | undefined {
    for (let from = start; from < text.length; from += 1) {
      if (from > 0 && isWordCharacter(text.charCodeAt(from - 1))) continue;
      for (const [length, echoes] of this.#byLength) {
        const to = from + length;
        if (to > text.length || (to < text.length && isWordCharacter(text.charCodeAt(to)))) continue;
        if (echoes.has(text.slice(from, to))) return { from, to };
      }
    }
    return undefined;
  }
}
