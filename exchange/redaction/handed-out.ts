// Secrets that were met before: a token that one answer handed out travels in later requests, under names that nobody has told.
//
// Only what is nothing but such a secret is taken for one; shorter ones, and plain numbers, may be equal by chance.
import type { Mask } from './pattern-net.ts';

const shortest = 8;
const longest = 1024;
const rememberedAtMost = 20_000;
/** Bodies that carry a token are short. */
const longestBody = 8 * 1024;
const words = /[^\s,;="'<>]{8,1024}/g;
const strings = /"([^"\\]{8,1024})"/g;

const isTelling = (secret: string): boolean =>
  secret.length >= shortest && secret.length <= longest && /[A-Za-z]/.test(secret);

export class HandedOut {
  readonly #secrets = new Set<string>();
  /** How many there ever were. */
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

  /** A text whose words may be such secrets. */
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
