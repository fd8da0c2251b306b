// Numbers within bounds and of given multiples, small and plain ones first, the edges often.
import fc from 'fast-check';
import { impossible, unsupported } from './cannot-generate.ts';
import { filtered } from './filtered.ts';
import type { Shape } from './shape.ts';

const widest = Number.MAX_SAFE_INTEGER;

export function numbers(shape: Shape, at: string): fc.Arbitrary<number> {
  const { lower, upper, multiples } = narrowed(shape);
  if (
    lower &&
    upper &&
    (lower.value > upper.value || (lower.value === upper.value && (lower.exclusive || upper.exclusive)))
  ) {
    throw impossible('minimum', at, `no number lies between ${lower.value} and ${upper.value}`);
  }
  if (multiples.length > 0) return multiplesOf(commonMultiple(multiples, at), shape, at);
  if (lower && upper && upper.value - lower.value < 1e-9)
    return fc.constant(lower.exclusive ? upper.value : lower.value);
  const fractions = fc
    .double({
      noNaN: true,
      noDefaultInfinity: true,
      ...(lower ? { min: lower.value, minExcluded: lower.exclusive } : { min: -1e15 }),
      ...(upper ? { max: upper.value, maxExcluded: upper.exclusive } : { max: 1e15 }),
    })
    // JSON has no negative zero.
    .map((value) => (Object.is(value, -0) ? 0 : value));
  const whole = range(shape, 1);
  if (whole.from > whole.to) return fractions;
  const plain = edged(whole.from, whole.to);
  if (whole.from === whole.to) return fc.oneof({ withCrossShrink: true }, plain, fractions);
  // A few decimal places, as people write them.
  const decimals = fc
    .tuple(edged(whole.from, whole.to - 1), fc.integer({ min: 0, max: 99 }))
    .map(([before, after]) => before + after / 100);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: plain, weight: 4 },
    { arbitrary: decimals, weight: 3 },
    { arbitrary: fractions, weight: 1 },
  );
}

function narrowed(shape: Shape): Pick<Shape, 'lower' | 'upper' | 'multiples'> {
  const { whole, formats } = shape;
  return {
    ...shape,
    multiples:
      whole || formats.includes('int32') || formats.includes('int64') ? [...shape.multiples, 1] : shape.multiples,
  };
}

/** The counts of steps that stay within the bounds. */
function range(shape: Shape, step: number): { readonly from: number; readonly to: number } {
  const { lower, upper, formats } = shape;
  const int32 = formats.includes('int32');
  const from = lower === undefined ? -widest : Math.ceil(lower.value / step);
  const to = upper === undefined ? widest : Math.floor(upper.value / step);
  const first = lower?.exclusive && from * step <= lower.value ? from + 1 : from;
  const last = upper?.exclusive && to * step >= upper.value ? to - 1 : to;
  const reach = int32 ? [-(2 ** 31), 2 ** 31 - 1] : [-widest, widest];
  return {
    from: Math.max(first, Math.ceil(reach[0]! / Math.max(step, 1))),
    to: Math.min(last, Math.floor(reach[1]! / Math.max(step, 1))),
  };
}

function multiplesOf(step: number, shape: Shape, at: string): fc.Arbitrary<number> {
  const { from, to } = range(shape, step);
  if (from > to) throw impossible('multipleOf', at, `no multiple of ${step} lies within the bounds`);
  if (step >= 1) return edged(from, to).map((count) => count * step);
  // 0.07 / 0.01 is not whole in floating point, 7 / 100 is 0.07: only what divides cleanly is a multiple to a validator.
  const parts = Math.round(1 / step);
  const reach = 1e9;
  const fine = edged(Math.max(from, -reach), Math.min(to, reach)).map((count) =>
    parts * step === 1 ? count / parts : count * step,
  );
  return filtered(fine, (value) => Number.isInteger(value / step), 'multipleOf', at);
}

function commonMultiple(steps: readonly number[], at: string): number {
  const distinct = [...new Set(steps)];
  if (distinct.length === 1) return distinct[0]!;
  const places = Math.max(...distinct.map((step) => (String(step).split('.')[1] ?? '').length));
  if (distinct.some((step) => String(step).includes('e'))) throw unsupported('multipleOf', at, 'steps this fine');
  const scale = 10 ** places;
  const scaled = distinct.map((step) => Math.round(step * scale));
  return scaled.reduce((one, other) => (one / greatestDivisor(one, other)) * other) / scale;
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);

/** Whole numbers, small ones first, with both ends and their neighbours more often than chance would have them. */
function edged(from: number, to: number): fc.Arbitrary<number> {
  const edges = [...new Set([from, from + 1, to - 1, to])].filter((edge) => edge >= from && edge <= to);
  const middle = Math.min(Math.max(0, from), to);
  const near = fc.integer({ min: Math.max(from, middle - 1000), max: Math.min(to, middle + 1000) });
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: near, weight: 3 },
    { arbitrary: fc.integer({ min: from, max: to }), weight: 2 },
    { arbitrary: fc.constantFrom(...edges), weight: 1 },
  );
}
