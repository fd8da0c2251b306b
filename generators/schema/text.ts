// Strings of given lengths, patterns and formats.
import fc from 'fast-check';
import { firstPossible, impossible, unsupported } from './cannot-generate.ts';
import { filtered } from './filtered.ts';
import { formats, numberFormats } from './formats.ts';
import type { Range, Shape } from './shape.ts';
import { words } from './words.ts';

export type Alphabet = 'ascii' | 'unicode';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ascii = `${plain} -_.,:;!?'"()[]{}<>/\\|@#$%^&*+=~\``;
const roomy = 24;
/** Longer strings are built where they are asked for, not for the sake of an upper edge. */
const longestEdge = 4096;

export function texts(shape: Shape, alphabet: Alphabet, at: string): fc.Arbitrary<string> {
  const { length, patterns } = shape;
  if (length.least > length.most) {
    throw impossible('minLength', at, `no text has at least ${length.least} and at most ${length.most} characters`);
  }
  const named = shape.formats.filter((format) => !numberFormats.has(format));
  const strange = named.find((format) => formats[format] === undefined);
  if (strange !== undefined) throw unsupported('format', at, `the format ${strange} is not known`);
  if (patterns.length === 0 && named.length === 0) return lengths(length, alphabet);

  const expressions = patterns.map((pattern) => expressionOf(pattern, at));
  const fits = (text: string) =>
    inRange(codePoints(text), length) && expressions.every((expression) => expression.test(text));
  const keyword = patterns.length > 0 ? 'pattern' : 'format';
  const bases = [
    ...named.map((format) => formats[format]!),
    ...expressions.flatMap((expression) => matching(expression, length, at)),
  ];
  const others = named.length > 1 || (named.length > 0 && patterns.length > 0);
  return firstPossible(bases.map((base) => () => filtered(base, fits, others ? 'format' : keyword, at)));
}

/** By code point, as JSON Schema counts. */
export const codePoints = (text: string): number => [...text].length;

const inRange = (value: number, { least, most }: Range): boolean => value >= least && value <= most;

/** Any one of Unicode, surrogates aside. */
const codePoint = fc
  .nat({ max: 0x10_ffff - 0x800 })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));

const character = (alphabet: Alphabet): fc.Arbitrary<string> => {
  const plainly = fc.constantFrom(...plain);
  const any = { arbitrary: fc.constantFrom(...ascii), weight: 2 };
  const beyond = { arbitrary: codePoint, weight: 1 };
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: plainly, weight: 6 },
    any,
    ...(alphabet === 'ascii' ? [] : [beyond]),
  );
};

/** Short ones mostly, and both edges of the range. */
function lengths({ least, most }: Range, alphabet: Alphabet): fc.Arbitrary<string> {
  const unit = character(alphabet);
  const of = (from: number, to: number) => words(unit, plain[0]!, { least: from, most: to });
  const edges = most <= longestEdge && most > least ? [{ arbitrary: of(most, most), weight: 1 }] : [];
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: of(least, Math.min(most, least + roomy)), weight: 4 },
    { arbitrary: of(least, least), weight: 1 },
    ...edges,
  );
}

function expressionOf(pattern: string, at: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw unsupported('pattern', at, `${pattern} is no regular expression`);
  }
}

/** Texts that match, at several sizes: the one that suits the lengths is found by trying. */
function matching(expression: RegExp, { least, most }: Range, at: string): ReadonlyArray<fc.Arbitrary<string>> {
  try {
    const unlimited = /^\^?(\.|\[[^\]]+\]|\\[dws])[*+]\$?$/.exec(expression.source);
    const exact = unlimited ? [exactLengths(expression, unlimited[1]!, { least, most })] : [];
    const sizes = least > 100 ? (['large', 'medium'] as const) : (['small', 'medium', 'xsmall', 'large'] as const);
    return [...exact, ...sizes.map((size) => fc.stringMatching(expression, { size }))];
  } catch (error) {
    throw unsupported(
      'pattern',
      at,
      `${expression.source} (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

/** One class of characters repeated: its length can be chosen, not only hoped for. */
function exactLengths(expression: RegExp, one: string, { least, most }: Range): fc.Arbitrary<string> {
  const from = Math.max(least, expression.source.includes('+') ? 1 : 0);
  const unit = fc.stringMatching(new RegExp(`^${one}$`, 'u'));
  return fc.string({ unit, minLength: from, maxLength: Math.min(most, from + roomy), size: 'max' });
}
