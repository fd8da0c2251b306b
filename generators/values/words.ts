// Texts that shrink in few steps, because each step sends a request; those of fast-check shrink character by character.
import fc from 'fast-check';

/** How long a text may be. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Texts of the characters, between the lengths; they shrink towards the shortest one of `plainest` alone. */
export function words(
  characters: fc.Arbitrary<string>,
  plainest: string,
  { least, most }: Range,
): fc.Arbitrary<string> {
  const drawn = fc.string({ unit: characters, minLength: least, maxLength: most, size: 'max' });
  return new Words(drawn, plainest, { least, most });
}

class Words extends fc.Arbitrary<string> {
  readonly #drawn: fc.Arbitrary<string>;
  readonly #plainest: string;
  readonly #range: Range;

  constructor(drawn: fc.Arbitrary<string>, plainest: string, range: Range) {
    super();
    this.#drawn = drawn;
    this.#plainest = plainest;
    this.#range = range;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<string> {
    return new fc.Value(this.#drawn.generate(random, bias).value_, 'word');
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return this.#drawn.canShrinkWithoutContext(value);
  }

  override shrink(value: string): fc.Stream<fc.Value<string>> {
    return fc.stream(this.#smaller([...value])).map((smaller) => new fc.Value(smaller.join(''), 'word'));
  }

  /** Each is shorter, or as long with more plain characters, so that shrinking ends. */
  *#smaller(text: readonly string[]): IterableIterator<readonly string[]> {
    const { least } = this.#range;
    const plain = (length: number) => Array.from({ length }, () => this.#plainest);
    const odd = [...text.keys()].filter((index) => text[index] !== this.#plainest);
    if (text.length > least) yield plain(least);
    if (odd.length > 0) yield plain(text.length);
    for (let cut = Math.floor((text.length - least) / 2); cut > 0; cut = Math.floor(cut / 2)) {
      yield text.slice(0, text.length - cut);
      yield text.slice(cut);
    }
    for (const index of odd) {
      if (odd.length > 1) yield text.with(index, this.#plainest);
    }
    if (text.length > least) for (const index of text.keys()) yield text.toSpliced(index, 1);
  }
}
