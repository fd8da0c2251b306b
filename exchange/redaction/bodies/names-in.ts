// Whether a text names something that may be secret: `"name":` in all its spellings, `name=`, `<name>`. This is a quick test, because most
// bodies have no such name and need not be parsed.

const longestName = 64;
const shortestName = 2;
const [quote, apostrophe, backslash, space] = [34, 39, 92, 32];

/** The last two characters of some names. A name with another ending needs no closer look. */
export class Endings {
  readonly #known = new Uint8Array(1 << 14);

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const ending = name.toLowerCase();
      this.#known[this.#at(ending.charCodeAt(ending.length - 2), ending.charCodeAt(ending.length - 1))] = 1;
    }
  }

  /** Also true for names with a number at the end, and for names beyond ASCII. */
  mayEnd(text: string, end: number): boolean {
    const [one, other] = [text.charCodeAt(end - 2), text.charCodeAt(end - 1)];
    return isDigit(other) || one > 127 || other > 127 || this.#known[this.#at(one | 32, other | 32)] === 1;
  }

  #at(one: number, other: number): number {
    return ((one & 127) << 7) | (other & 127);
  }
}

const isOfName = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 46 ||
  code > 127;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The name before the sign; empty if there is none, or none with such an ending. */
const nameBefore = (text: string, sign: number, endings: Endings): string => {
  let end = sign;
  while (end > 0 && text.charCodeAt(end - 1) <= space && sign - end < longestName) end -= 1;
  const closing = text.charCodeAt(end - 1);
  if (closing === quote || closing === apostrophe) {
    end -= 1;
    while (end > 0 && text.charCodeAt(end - 1) === backslash) end -= 1;
  }
  if (!endings.mayEnd(text, end)) return '';
  let start = end;
  const least = Math.max(0, end - longestName);
  if (closing === quote) while (start > least && text.charCodeAt(start - 1) !== quote) start -= 1;
  else while (start > least && isOfName(text.charCodeAt(start - 1))) start -= 1;
  const isTime = isDigit(text.charCodeAt(start)) && isDigit(text.charCodeAt(end - 1));
  if (end - start < shortestName || isTime) return '';
  return text.slice(start, end);
};

const [comma, brace, lineEnd, lowerF, lowerN, lowerT] = [44, 125, 10, 102, 110, 116];

/** The values true, false and null hide nothing under any name; half the members of a card are permissions. */
const isLiteral = (text: string, sign: number): boolean => {
  const start = text.charCodeAt(sign + 1) === space ? sign + 2 : sign + 1;
  const code = text.charCodeAt(start);
  const word = code === lowerT ? 'true' : code === lowerF ? 'false' : code === lowerN ? 'null' : undefined;
  if (word === undefined || !text.startsWith(word, start)) return false;
  const next = text.charCodeAt(start + word.length);
  return next === comma || next === brace || next === lineEnd;
};

export const namesAny = (text: string, endings: Endings, tells: (name: string) => boolean): boolean => {
  for (const sign of [':', '=', '>']) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (isLiteral(text, at)) continue;
      const name = nameBefore(text, at, endings);
      if (name !== '' && tells(name)) return true;
    }
  }
  return false;
};
