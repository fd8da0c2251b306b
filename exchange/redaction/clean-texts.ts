// Remembers texts without secrets, because values of header fields and addresses come again and again.
import type { Inspection } from './inspection.ts';
import type { Side } from './sides.ts';

const longest = 512;
const rememberedAtMost = 4_000;

export class CleanTexts {
  readonly #inspection: Inspection;
  #texts = new Map<Side, Map<string, Set<string>>>();
  #size = 0;
  #knowledge = 0;

  constructor(inspection: Inspection) {
    this.#inspection = inspection;
  }

  /** `place` distinguishes equal texts with different meanings. */
  has(side: Side, place: string, text: string): boolean {
    this.#forget();
    return this.#texts.get(side)?.get(place)?.has(text) === true && !this.#inspection.echoes.in(text);
  }

  add(side: Side, place: string, text: string): void {
    if (text.length > longest) return;
    this.#forget();
    const places = this.#texts.get(side) ?? new Map<string, Set<string>>();
    const texts = places.get(place) ?? new Set<string>();
    this.#texts.set(side, places.set(place, texts.add(text)));
    this.#size += 1;
  }

  /** A clean text may be found to be a secret when more secrets are known. */
  #forget(): void {
    const knowledge = this.#inspection.knowledge + this.#inspection.handedOut;
    if (knowledge === this.#knowledge && this.#size < rememberedAtMost) return;
    this.#texts = new Map();
    this.#size = 0;
    this.#knowledge = knowledge;
  }
}
