// Looks at texts for secrets and puts stand-ins in their places: by pattern, by value, and by echo.
import { mayBeCoded } from './coded.ts';
import { Echoes } from './echoes.ts';
import { HandedOut } from './handed-out.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { caught, isCardNumeral, looksSuspicious } from './pattern-net.ts';
import { createPseudonyms, isMaskedNumber, isPseudonym, pseudonymsIn } from './pseudonym.ts';
import type { Reason } from './reasons.ts';

export interface Inspection {
  /** The stand-in for what is a secret for certain. It will be looked for in the other parts of the exchange. */
  mask(secret: string): string;
  /** The same, where it is known why: the contract's own secrets are looked for however short they are. */
  maskFor(reason: Reason, secret: string): string;
  /** The stand-in for what stands in other places by chance, such as the name of a tenant: it is not looked for. */
  standIn(secret: string): string;
  /** The stand-in for a JSON number that is a secret for certain. */
  maskNumber(written: string): string;
  /** A text of no special meaning, with the secrets in it masked. */
  inspected(text: string): string;
  /** The same for a JSON number, as it is written. */
  inspectedNumber(written: string): string;
  /** A quick look: false when `inspected` would change nothing, and nothing in the text is coded. */
  worthInspecting(text: string): boolean;
  /** A text in which a word that was masked in an earlier exchange is masked again. */
  withoutHandedOut(value: string): string;
  /** Whether a JSON text has, under whatever name, what was masked in an earlier exchange. */
  hasHandedOut(json: string): boolean;
  /** What was masked since `begin`, to be looked for elsewhere. */
  readonly echoes: Pick<Echoes, 'size' | 'in' | 'has'>;
  /** A new exchange: what was masked in the last one is no longer looked for. */
  begin(): void;
  know(secret: string): void;
  /** Counts what has become known; what was found clean before may not be so any more. */
  readonly knowledge: number;
  /** Counts the secrets that exchanges have handed out. */
  readonly handedOut: number;
}

// An echo shorter than this would be found in innocent values, unless it stands in a sentence: `code 1234 is wrong`.
const shortestEcho = 6;
const shortEcho = /^(?=.*\d).{3,5}$/;
const shortestKnownNumber = 10;

const longestRemembered = 128;
const rememberedAtMost = 4_000;

interface Sought {
  readonly known?: Iterable<string>;
  /** Linear ones, with the flag `g`. */
  readonly patterns?: readonly RegExp[];
}

export const createInspection = (key: Uint8Array, { known: initial = [], patterns = [] }: Sought): Inspection => {
  const pseudonyms = createPseudonyms(key);
  const known = createKnownSecrets(initial);
  const echoes = new Echoes();
  const handedOut = new HandedOut();
  // Header values and paths come again and again.
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

  /** What stands for a secret may look like one. */
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
