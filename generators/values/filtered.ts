// Keeps the values that fit, with a bounded number of draws: fast-check's own filter does not end when hardly anything fits.
import fc from 'fast-check';
import { impossible } from './cannot-generate.ts';

const trialSeed = 20_250_101;
const shortTrial = 10;
const longTrial = 400;
const draws = 1000;
const detours = 12;

/**
 * A first trial finds a value that fits, or throws. When many draws in a row do not fit, that value is used again, so draws may be less
 * varied, but are never wrong.
 */
export function filtered<Value>(
  arbitrary: fc.Arbitrary<Value>,
  fits: (value: Value) => boolean,
  keyword: string,
  at: string,
): fc.Arbitrary<Value> {
  const found = trial(arbitrary, fits, shortTrial) ?? trial(arbitrary, fits, longTrial);
  if (found === undefined) throw impossible(keyword, at, `none of ${longTrial} values fitted`);
  return new Filtered(arbitrary, fits, found.witness);
}

function trial<Value>(
  arbitrary: fc.Arbitrary<Value>,
  fits: (value: Value) => boolean,
  numRuns: number,
): { readonly witness: Value } | undefined {
  const values = fc.sample(arbitrary, { numRuns, seed: trialSeed });
  const found = values.findIndex((value) => fits(value));
  return found < 0 ? undefined : { witness: values[found] as Value };
}

class Filtered<Value> extends fc.Arbitrary<Value> {
  readonly #inner: fc.Arbitrary<Value>;
  readonly #fits: (value: Value) => boolean;
  readonly #witness: Value;

  constructor(inner: fc.Arbitrary<Value>, fits: (value: Value) => boolean, witness: Value) {
    super();
    this.#inner = inner;
    this.#fits = fits;
    this.#witness = witness;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    for (let draw = 0; draw < draws; draw++) {
      const drawn = this.#inner.generate(random, bias);
      if (this.#fits(drawn.value_)) return drawn;
    }
    return new fc.Value(this.#witness, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#inner.canShrinkWithoutContext(value) && this.#fits(value);
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    if (context === undefined && !this.#inner.canShrinkWithoutContext(value)) return fc.Stream.nil();
    return this.#inner.shrink(value, context).flatMap((shrunk) =>
      this.#fits(shrunk.value_)
        ? fc.Stream.of(shrunk)
        : // A shrunk value that does not fit may shrink further to one that does.
          this.#inner
            .shrink(shrunk.value_, shrunk.context)
            .take(detours)
            .filter((further) => this.#fits(further.value_)),
    );
  }
}
