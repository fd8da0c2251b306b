// The values that break one constraint, in each of the ways in which it can be broken.
import fc from 'fast-check';
import { credentialFieldValues } from '../../contract/generated/api-types.ts';
import { akinTo, takenFor } from '../values/akin.ts';
import { codePoints, letters, uuids, wordOf } from '../values/texts.ts';
import { type Constraint, type Keywords, typesOf } from './constraints.ts';

/** How a broken value is made of what stands in its place. */
type Spoil = (current: unknown) => unknown;

export interface Way {
  readonly by: string;
  readonly spoils: fc.Arbitrary<Spoil>;
  /** The nearest valid value for the twin, where that is not the original value. */
  readonly sound?: (broken: unknown) => unknown;
}

const capitals = letters.toUpperCase();
const digits = '0123456789';

const always = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Spoil> => values.map((value) => () => value);
const one = (spoil: Spoil): fc.Arbitrary<Spoil> => fc.constant(spoil);

export function waysToBreak({ keyword, value, own, field }: Constraint, free: boolean): readonly Way[] {
  switch (keyword) {
    case 'maxLength':
      return [tooLong(value as number, own, free, field), ...(free ? [tooLongBeyondAscii(value as number)] : [])];
    case 'minLength':
      return tooShort(value as number, own);
    case 'enum':
    case 'const':
      return outside([value].flat());
    case 'type':
      return otherTypes(own);
    case 'format':
      if (value === 'uuid') return misspeltUuids;
      break;
    case 'minimum':
      return [below(value as number)];
    case 'minItems':
      return [
        { by: 'too few', spoils: one((current) => ((current ?? []) as unknown[]).slice(0, (value as number) - 1)) },
      ];
    case 'minProperties':
      return [{ by: 'no member', spoils: one(() => ({})) }];
  }
  throw new Error(`nobody has said how ${keyword} of ${field} can be broken`);
}

/** Far beyond every bound: a server may refuse a text that is a little too long, and fail on one that is much too long. */
export const farLengths: readonly number[] = [1_000, 20_000, 100_000];

function tooLong(most: number, own: Keywords, free: boolean, field: string): Way {
  const code = own.minLength === most;
  const alphabet = code ? capitals : field.endsWith('/code') ? digits : letters;
  const of = (from: number, to: number) => wordOf(alphabet, { least: from, most: to });
  const further = code ? most + 4 : most * 2 + 100;
  // They are rare because they are large. Even so, 999 of 1,000 runs of the usual depth, a hundred cases, try each of them.
  const far = farLengths.map((length) => alphabet[0]!.repeat(length));
  return {
    by: 'too long',
    spoils: always(
      fc.oneof(
        { withCrossShrink: true },
        { arbitrary: of(most + 1, further), weight: 8 },
        { arbitrary: of(most + 1, most + 1), weight: 16 },
        { arbitrary: fc.constantFrom(...far), weight: 6 },
      ),
    ),
    ...(free && { sound: (broken) => [...String(broken)].slice(0, most).join('') }),
  };
}

/** One character more than allowed. The twin is exactly as long as allowed; a server that counts bytes or UTF-16 units refuses it. */
const tooLongBeyondAscii = (most: number): Way => ({
  by: 'too long, beyond ASCII',
  spoils: always(fc.constantFrom('é', '漢', '😀').map((character) => character.repeat(most + 1))),
  sound: (broken) => [...String(broken)].slice(0, most).join(''),
});

function tooShort(least: number, own: Keywords): readonly Way[] {
  const alphabet = own.maxLength === least ? capitals : letters;
  const empty: Way = { by: 'empty', spoils: one(() => '') };
  if (least < 2) return [empty];
  return [{ by: 'too short', spoils: always(wordOf(alphabet, { least: 1, most: least - 1 })) }, empty];
}

function outside(values: readonly unknown[]): readonly Way[] {
  const texts = values.filter((value) => typeof value === 'string');
  const fresh = (text: string) => !texts.includes(text);
  const spellings = (change: (text: string) => readonly string[]) => texts.flatMap(change).filter(fresh);
  const way = (by: string, changed: readonly string[]): readonly Way[] =>
    changed.length === 0 ? [] : [{ by, spoils: always(fc.constantFrom(...new Set(changed))) }];
  if (texts.length === 0) {
    const numbers = values.filter((value) => typeof value === 'number');
    const others = [2, -1, 3, 10, 99].filter((number) => !numbers.includes(number));
    return [
      { by: 'outside', spoils: always(fc.constantFrom(...others)) },
      { by: 'between', spoils: always(fc.constantFrom(0.5, 1.5)) },
    ];
  }
  return [
    { by: 'outside', spoils: always(otherWord(texts)) },
    ...way(
      'homoglyph',
      spellings((text) => [...homoglyphs(text)]),
    ),
    ...way(
      'other case',
      spellings((text) => [text.toUpperCase(), text.toLowerCase(), swappedCase(text)]),
    ),
    ...way(
      'padded',
      spellings((text) => [` ${text}`, `${text} `]),
    ),
    { by: 'empty', spoils: one(() => '') },
  ];
}

function otherWord(texts: readonly string[]): fc.Arbitrary<string> {
  const any = wordOf(letters, { least: 5, most: 12 }).filter((word) => !texts.includes(word));
  const akin = akinTo(texts);
  const other = akin.length === 0 ? any : fc.oneof({ withCrossShrink: true }, any, fc.constantFrom(...akin));
  return fc.oneof({ withCrossShrink: true }, { arbitrary: other, weight: 2 }, fc.constantFrom(...takenFor(texts)));
}

/** Letters of other scripts that look the same. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  I: 'І',
  O: 'О',
  P: 'Р',
};

function* homoglyphs(text: string): Iterable<string> {
  for (const [index, character] of [...text].entries()) {
    const other = lookalikes[character];
    if (other !== undefined) yield text.slice(0, index) + other + text.slice(index + 1);
  }
}

const swappedCase = (text: string): string =>
  [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');

/** A value of each type that the place may not have; in place of a number also texts that a lenient reader may take for one. */
function otherTypes(own: Keywords): readonly Way[] {
  const types = typesOf(own);
  const numeric = types.includes('number') || types.includes('integer');
  const takes = (type: string) => types.includes(type) || (type === 'number' && numeric);
  const ways: ReadonlyArray<readonly [type: string, by: string, spoils: fc.Arbitrary<Spoil>]> = [
    ['string', 'text', always(wordOf(letters, { least: 1, most: 12 }))],
    ...(numeric ? [['string', 'text', one((current) => `${current ?? 1}abc`)] as const] : []),
    ...(numeric ? [['string', 'numeric text', one((current) => String(current ?? 1))] as const] : []),
    [
      'number',
      'number',
      always(fc.oneof({ withCrossShrink: true }, fc.integer({ min: 0, max: 999_999 }), fc.constantFrom(-1, 1.5))),
    ],
    ['boolean', 'boolean', always(fc.boolean())],
    ['object', 'object', always(fc.constantFrom<unknown>({}, { value: 'a' }))],
    ['array', 'array', one((current) => [current ?? 'a'])],
    ['null', 'null', one(() => null)],
  ];
  const wrong = ways.filter(([type]) => !takes(type)).map(([, by, spoils]): Way => ({ by, spoils }));
  const whole = types.includes('integer') && !types.includes('number');
  return whole ? [...wrong, { by: 'fraction', spoils: always(fc.constantFrom(1.5, 0.5, 1e9 + 0.25)) }] : wrong;
}

const misspeltUuids: readonly Way[] = [
  {
    by: 'malformed',
    spoils: always(
      fc.oneof(
        { withCrossShrink: true },
        wordOf(letters, { least: 1, most: 12 }),
        uuids.map((uuid) => uuid.slice(0, -1)),
        uuids.map((uuid) => `${uuid}0`),
        uuids.map((uuid) => `g${uuid.slice(1)}`),
      ),
    ),
  },
  {
    by: 'other spelling',
    spoils: always(uuids.chain((uuid) => fc.constantFrom(uuid.replaceAll('-', ''), `{${uuid}}`))),
  },
  { by: 'empty', spoils: one(() => '') },
];

const below = (least: number): Way => ({
  by: 'too small',
  spoils: always(
    fc.oneof({ withCrossShrink: true }, fc.integer({ min: least - 1_000_000, max: least - 1 }), fc.constant(least - 1)),
  ),
  sound: () => least,
});

/** Odd content that a target may accept or refuse, as long as it answers. */
export const oddTexts: ReadonlyArray<readonly [by: string, text: string]> = [
  ['NUL', 'a\u0000b'],
  ['control characters', 'a\u0001\u0008\u001b\u007fb'],
  ['line breaks', 'a\r\nb\u2028c'],
  ['lone surrogate', 'a\ud800b'],
  ['right-to-left mark', 'a\u202eb\u200f'],
  ['zero-width marks', 'a\u200b\u200d\ufeffb'],
  ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
  ['combining marks', `a${'\u0301'.repeat(20)}`],
  ['blanks', '   '],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a target might evaluate this template; we must not
  ['template', '{{7*7}}${7*7}<%= 7*7 %>'],
  ['quotes', `'";--`],
  ['markup', '<b>a</b>&amp;'],
];

export const oddNumbers: readonly number[] = [
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
];

/** More items than any list of this API needs. Not more, because a server may need time for each of them (Endpoints / Cards). */
const manyItems = 10_000;
const manyCredentials = 100;
const credentials: ReadonlySet<unknown> = new Set(credentialFieldValues);
export const longList = (item: unknown): readonly unknown[] =>
  Array.from({ length: credentials.has(item) ? manyCredentials : manyItems }, () => item);

/** A value nested so deeply that a recursive parser may run out of stack. */
const levels = 500;
export const deeplyNested: unknown = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

export const megabyte = (text: string): string => text.repeat(Math.ceil(1_048_576 / Math.max(1, codePoints(text))));
