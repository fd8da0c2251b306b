// Secrets of earlier exchanges: a token from one answer is sent in later requests, under names that the contract does not know.
//
// Only a text that equals such a secret is taken for one, because shorter texts and plain numbers may be equal by chance.
import type { Mask } from './pattern-net.ts';

const shortest = 8;
const longest = 1024;
const rememberedAtMost = 20_000;
/** Bodies with a token are short. */
const longestBody = 8 * 1024;
const words = /[^\s,;="'<>]{8,1024}/g;
const strings = /"([^"\\]{8,1024})"/g;

const isTelling = (secret: string): boolean =>
  secret.length >= shortest && secret.length <= longest && /[A-Za-z]/.test(secret);

export class HandedOut {
  readonly #secrets = new Set<string>();
  /** The number of all secrets so far. */
  count = 0;

  add(secret: string): void {
    if (!isTelling(secret) || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.count += 1;
    if (this.#secrets.size > rememberedAtMost) this.#secrets.delete(this.#secrets.values().next().value as string);
  }

  has(text: string): boolean {
    return this.#secrets.has(text);
  }

  /** Masks such secrets among the words of a text. */
  masked(value: string, mask: Mask): string {
    if (this.#secrets.size === 0) return value;
    return value.replace(words, (word) => (this.#secrets.has(word) ? mask(word) : word));
  }

  /** Whether one of the strings of a JSON text is such a secret. */
  amongStringsOf(json: string): boolean {
    if (this.#secrets.size === 0 || json.length > longestBody) return false;
    for (const [, text] of json.matchAll(strings)) if (this.#secrets.has(text!)) return true;
    return false;
  }
}
