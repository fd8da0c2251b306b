// Texts as requests carry them: words of an alphabet, addresses, ids.
import fc from 'fast-check';
import { type Range, words } from './words.ts';

export const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Characters of an alphabet, whose first one is the simplest. */
export const wordOf = (alphabet: string, range: Range): fc.Arbitrary<string> =>
  words(fc.constantFrom(...alphabet), alphabet[0]!, range);

/** By code point, as JSON Schema counts. */
export const codePoints = (text: string): number => [...text].length;

export const uuids: fc.Arbitrary<string> = fc.uuid({ version: 4 });

/** In plain forms that every address parser accepts. */
export const emails: fc.Arbitrary<string> = fc
  .tuple(
    wordOf(letters, { least: 1, most: 1 }),
    wordOf(`${letters}0123456789`, { least: 0, most: 20 }),
    fc.constantFrom('example.com', 'example.org'),
  )
  .map(([first, rest, host]) => `${first}${rest}@${host}`);
