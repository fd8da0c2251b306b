// Walks JSON text and replaces the scalars that are secret. Every other character stays as it was.
//
// It is no parser. Text that is cut off, or has stray commas or bare words, is walked as far as its parts can be recognised, because a broken
// body leaks as much as a valid one.

/** Returns the replacement for each part; a rule returns the part itself if it may be shown. */
interface JsonRules<Place> {
  member(place: Place, name: string): Place;
  item(place: Place): Place;
  /** `escaped`: the text has escapes, so it differs from the value. */
  string(place: Place, value: string, escaped: boolean): string;
  number(place: Place, written: string): string;
  /** A bare word, which valid JSON does not have. */
  word(place: Place, written: string): string;
  name(name: string, escaped: boolean): string;
}

const numberOrWord = /-?\d[\d.eE+-]*|[^\s{}[\]",:]+/y;
const literals = new Set(['true', 'false', 'null']);

/** The end of the string that begins at `start`: behind its closing quote, or the end of the text. */
const stringEnd = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
};

const unquoted = (quoted: string, closed: boolean): string => {
  const inner = quoted.slice(1, closed ? -1 : undefined);
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
};

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

const afterSpace = (text: string, start: number): number => {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
};

export const redactedJson = <Place>(text: string, root: Place, rules: JsonRules<Place>): string => {
  const stack: { readonly place: Place; readonly isArray: boolean }[] = [];
  let current = root;
  let result = '';
  let copied = 0;
  const replace = (from: number, to: number, by: string) => {
    result += text.slice(copied, from) + by;
    copied = to;
  };

  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === 58 /* : */) {
      at += 1;
    } else if (code === 123 /* { */ || code === 91 /* [ */) {
      const isArray = code === 91;
      stack.push({ place: current, isArray });
      if (isArray) current = rules.item(current);
      at += 1;
    } else if (code === 125 /* } */ || code === 93 /* ] */) {
      const closed = stack.pop();
      if (closed) current = closed.place;
      at += 1;
    } else if (code === 44 /* , */) {
      const around = stack.at(-1);
      if (around) current = around.isArray ? rules.item(around.place) : around.place;
      else current = root;
      at += 1;
    } else {
      let end: number;
      let value: string;
      const isString = code === 34;
      if (isString) {
        end = stringEnd(text, at);
        value = unquoted(text.slice(at, end), end - at > 1 && text[end - 1] === '"');
      } else {
        numberOrWord.lastIndex = at;
        value = numberOrWord.exec(text)?.[0] ?? (text[at] as string);
        end = at + value.length;
      }
      const next = afterSpace(text, end);
      const around = stack.at(-1);
      if (text.charCodeAt(next) === 58 && !around?.isArray) {
        const shown = rules.name(value, end - at !== value.length + 2);
        if (shown !== value) replace(at, end, JSON.stringify(shown));
        current = rules.member(around ? around.place : root, value);
        at = next + 1;
      } else {
        if (isString) {
          const shown = rules.string(current, value, end - at !== value.length + 2);
          if (shown !== value) replace(at, end, JSON.stringify(shown));
        } else if (/^-?\d/.test(value)) {
          const shown = rules.number(current, value);
          if (shown !== value) replace(at, end, shown);
        } else if (!literals.has(value)) {
          const shown = rules.word(current, value);
          if (shown !== value) replace(at, end, JSON.stringify(shown));
        }
        at = end;
      }
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
};
