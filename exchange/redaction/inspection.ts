// Searches texts for secrets and replaces them with stand-ins: by pattern, by value, and by echo.
import { mayBeCoded } from './coded.ts';
import { Echoes } from './echoes.ts';
import { HandedOut } from './handed-out.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { caught, isCardNumeral, looksSuspicious } from './pattern-net.ts';
import { createPseudonyms, isMaskedNumber, isPseudonym, pseudonymsIn } from './pseudonym.ts';
import type { Reason } from './reasons.ts';

export interface Inspection {
  /** The stand-in for a certain secret. The secret is then searched in the other parts of the exchange. */
  mask(secret: string): string;
  /** The same with a known reason: secrets of the contract are searched in other parts even if they are short. */
  maskFor(reason: Reason, secret: string): string;
  /** The stand-in for a value that occurs elsewhere by chance, such as the name of a tenant, so it is not searched in other parts. */
  standIn(secret: string): string;
  /** The stand-in for a JSON number that is certainly secret. */
  maskNumber(written: string): string;
  /** A text without a special meaning, with its secrets masked. */
  inspected(text: string): string;
  /** The same for a JSON number, as it is written. */
  inspectedNumber(written: string): string;
  /** A quick test: false if `inspected` would change nothing and no part of the text is coded. */
  worthInspecting(text: string): boolean;
  /** Masks the words of a text that were masked in an earlier exchange. */
  withoutHandedOut(value: string): string;
  /** Whether a JSON text has, under any name, a text that was masked in an earlier exchange. */
  hasHandedOut(json: string): boolean;
  /** The texts masked since `begin`, to be searched elsewhere. */
  readonly echoes: Pick<Echoes, 'size' | 'in' | 'has'>;
  /** Begins a new exchange: texts masked in the last one are no longer searched. */
  begin(): void;
  know(secret: string): void;
  /** Counts the secrets that became known, because a clean text may then be clean no longer. */
  readonly knowledge: number;
  /** Counts the secrets that were masked in exchanges. */
  readonly handedOut: number;
}

// A shorter echo would be found in harmless values, unless it is a word of a sentence: `code 1234 is wrong`.
const shortestEcho = 6;
const shortEcho = /^(?=.*\d).{3,5}$/;
const shortestKnownNumber = 10;

const longestRemembered = 128;
const rememberedAtMost = 4_000;

interface Sought {
  readonly known?: Iterable<string>;
  /** Patterns that take linear time, with the flag `g`. */
  readonly patterns?: readonly RegExp[];
}

export const createInspection = (key: Uint8Array, { known: initial = [], patterns = [] }: Sought): Inspection => {
  const pseudonyms = createPseudonyms(key);
  const known = createKnownSecrets(initial);
  const echoes = new Echoes();
  const handedOut = new HandedOut();
  // Clean header values and paths, which come again and again.
  const clean = new Set<string>();
  let knowledge = 0;

  const mask = (secret: string): string => {
    if (secret.length >= shortestEcho && !isPseudonym(secret) && !isMaskedNumber(secret)) {
      echoes.add(secret);
      handedOut.add(secret);
    }
    return pseudonyms.text(secret);
  };

  const maskFor = (reason: Reason, secret: string): string => {
    if (reason === 'mark' && shortEcho.test(secret)) echoes.add(secret, 'as a word');
    return mask(secret);
  };

  const isSought = (text: string): boolean => patterns.some((pattern) => text.search(pattern) >= 0);

  /** Stand-ins are skipped, because one may look like a secret. */
  const unsought = (text: string): string => {
    if (!isSought(text)) return text;
    const masked = (part: string) => patterns.reduce((left, each) => left.replace(each, (found) => mask(found)), part);
    let [result, done] = ['', 0];
    for (const { index, pseudonym } of pseudonymsIn(text)) {
      result += masked(text.slice(done, index)) + pseudonym;
      done = index + pseudonym.length;
    }
    return result + masked(text.slice(done));
  };

  const suspicious = (text: string): boolean => {
    if (text.length <= longestRemembered && clean.has(text)) return false;
    if (looksSuspicious(text) || mayBeCoded(text) || known.in(text) || isSought(text)) return true;
    if (text.length > longestRemembered) return false;
    if (clean.size >= rememberedAtMost) clean.clear();
    clean.add(text);
    return false;
  };

  const worthInspecting = (text: string): boolean => handedOut.has(text) || suspicious(text) || echoes.in(text);

  return {
    mask,
    maskFor,
    standIn: pseudonyms.text,
    maskNumber: pseudonyms.number,
    inspected(text) {
      if (!worthInspecting(text)) return text;
      if (handedOut.has(text)) return mask(text);
      const unknown = known.masked(unsought(text), mask);
      const uncaught = looksSuspicious(unknown) ? caught(unknown, mask) : unknown;
      return echoes.in(uncaught) ? echoes.masked(uncaught, pseudonyms.text) : uncaught;
    },
    inspectedNumber: (written) =>
      isCardNumeral(written) ||
      isSought(written) ||
      (written.length >= shortestKnownNumber && known.masked(written, pseudonyms.text) !== written)
        ? pseudonyms.number(written)
        : written,
    worthInspecting,
    withoutHandedOut: (value) => handedOut.masked(value, mask),
    hasHandedOut: (json) => handedOut.amongStringsOf(json),
    echoes,
    begin: () => echoes.clear(),
    know(secret) {
      known.add(secret);
      clean.clear();
      knowledge += 1;
    },
    get knowledge() {
      return knowledge;
    },
    get handedOut() {
      return handedOut.count;
    },
  };
};
