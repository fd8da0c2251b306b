// Splits a regular expression into characters, repetitions and alternatives, as far as needed to find out its cost.

export type Part =
  /** `source` matches one character. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'boundary'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

/** The pattern has a part that is not supported. */
export class PatternError extends Error {}

const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
const character =
  /\\u\{[\da-f]+\}|\\p\{[^}]*\}|\\c[a-z]|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^bB\dk]|\[(?:[^\]\\]|\\.)*\]|[^\\^$()|]/iuy;

export const partsOf = (source: string): Part => {
  let at = 0;
  const taken = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source) ?? undefined;
    if (found) at += found[0].length;
    return found;
  };

  const repeated = (part: Part): Part => {
    const found = taken(quantifier);
    if (!found) return part;
    const [written, least, comma, most] = found;
    const endless = Number.POSITIVE_INFINITY;
    if (least !== undefined)
      return {
        kind: 'repeat',
        part,
        least: +least,
        most: comma === '' ? +least : most === '' ? endless : +(most ?? 0),
      };
    if (written.startsWith('?')) return { kind: 'repeat', part, least: 0, most: 1 };
    return { kind: 'repeat', part, least: written.startsWith('+') ? 1 : 0, most: endless };
  };

  const atom = (): Part => {
    if (source[at] === '(') {
      if (/^\(\?(?!:)/.test(source.slice(at))) throw new PatternError('a group is (…) or (?:…); it cannot look around');
      at += source.startsWith('(?:', at) ? 3 : 1;
      const inner = choice();
      at += 1;
      return inner;
    }
    if (source[at] === '^' || source[at] === '$')
      throw new PatternError('^ and $ are not taken: a pattern finds its secret anywhere in a text');
    const boundary = taken(/\\[bB]/y);
    if (boundary) return { kind: 'boundary', source: boundary[0] };
    const found = taken(character);
    if (!found) throw new PatternError('what was found before cannot be referred to');
    return { kind: 'character', source: found[0] };
  };

  const sequence = (): Part => {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  };

  const choice = (): Part => {
    const parts = [sequence()];
    while (source[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts };
  };

  return choice();
};
