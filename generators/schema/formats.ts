// Strings of the formats that JSON Schema names, in plain lawful spellings that every reader of the format takes.
import fc from 'fast-check';
import type { Range } from './shape.ts';
import { words } from './words.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

/** Characters of an alphabet, whose first one is the simplest. */
export const wordOf = (alphabet: string, range: Range): fc.Arbitrary<string> =>
  words(fc.constantFrom(...alphabet), alphabet[0]!, range);

const label = wordOf(lower + digits, { least: 1, most: 12 });
const two = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((value) => String(value).padStart(2, '0'));

const hostname = fc.tuple(label, fc.constantFrom('example.com', 'example.org', 'test')).map((parts) => parts.join('.'));

const date = fc
  .tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(
    ([year, month, day]) =>
      [2000 + year - (year > 60 ? 70 : 0), month, Math.min(day, lastDay(2000 + year, month))] as const,
  )
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);

/** 28 in every February: no leap years to be wrong about. */
const lastDay = (_year: number, month: number): number => (month === 2 ? 28 : [4, 6, 9, 11].includes(month) ? 30 : 31);

const fraction = fc.oneof(
  fc.constant(''),
  wordOf(digits, { least: 1, most: 6 }).map((text) => `.${text}`),
);
const clock = fc.tuple(two(0, 23), two(0, 59), two(0, 59)).map((parts) => parts.join(':'));
const offset = fc.oneof(
  fc.constant('Z'),
  fc
    .tuple(fc.constantFrom('+', '-'), two(0, 13), fc.constantFrom('00', '30'))
    .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
);
const time = fc.tuple(clock, fraction, offset).map((parts) => parts.join(''));

const path = fc.array(label, { maxLength: 4 }).map((steps) => steps.map((step) => `/${step}`).join(''));
const uri = fc
  .tuple(
    fc.constantFrom('https', 'http'),
    hostname,
    path,
    fc.oneof(
      fc.constant(''),
      label.map((text) => `?q=${text}`),
    ),
  )
  .map(([scheme, host, steps, query]) => `${scheme}://${host}${steps}${query}`);

const email = fc
  .tuple(
    wordOf(lower, { least: 1, most: 1 }),
    wordOf(lower + digits, { least: 0, most: 20 }),
    fc.constantFrom('example.com', 'example.org'),
  )
  .map(([first, rest, host]) => `${first}${rest}@${host}`);

const bytes = fc.uint8Array({ maxLength: 24 }).map((value) => Buffer.from(value).toString('base64'));
const anyText = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
const seconds = fc.integer({ min: 0, max: 59 });

export const uuids: fc.Arbitrary<string> = fc.uuid({ version: 4 });

/** A format that is not here is not built. */
export const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: uuids,
  email,
  date,
  time,
  'date-time': fc.tuple(date, time).map((parts) => parts.join('T')),
  'iso-date-time': fc.tuple(date, time).map((parts) => parts.join('T')),
  'iso-time': time,
  duration: fc.oneof(
    fc.integer({ min: 1, max: 400 }).map((days) => `P${days}D`),
    fc.tuple(seconds, seconds).map(([minutes, rest]) => `PT${minutes}M${rest}S`),
  ),
  hostname,
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri,
  url: uri,
  'uri-reference': fc.oneof(path, uri),
  'uri-template': fc.tuple(uri, label).map(([base, name]) => `${base}/{${name}}`),
  'json-pointer': path,
  'relative-json-pointer': fc.tuple(fc.nat({ max: 9 }), path).map(([up, steps]) => `${up}${steps}`),
  'json-pointer-uri-fragment': path.map((steps) => `#${steps}`),
  regex: fc.oneof(
    label.map((text) => `^${text}$`),
    fc.constantFrom('.*', '[a-z]+', '\\d{2,4}', '(a|b)?'),
  ),
  byte: bytes,
  password: anyText,
  binary: anyText,
};

/** Formats of numbers: of text they say nothing. */
export const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double']);
