// Walks XML and HTML and replaces the texts and attributes that are secret. Every other character stays as it was.
//
// It is no parser. Tags that do not match, or do not end, are read as far as they go, because a broken body leaks as much as a valid one.

interface MarkupRules<Place> {
  element(place: Place, name: string, attributes: ReadonlyMap<string, string>): Place;
  /** `place` is that of the element. */
  attribute(place: Place, name: string, value: string): string;
  text(place: Place, value: string): string;
}

/** The most open elements with which an end tag is compared; a tag that fits none of them is ignored. */
const deepest = 64;

// Each expression is matched where the previous one ended.
const opening = /<([A-Za-z_][^\s/>]*)/y;
const attribute = /[\s/]*([^\s=>/]+)(?:(\s*=\s*)("[^"]*"?|'[^']*'?|[^\s>]*))?/y;
const closing = /<\/([^\s>]*)[^>]*>?/y;
const withoutEnd = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi;

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

const plain = (written: string): string =>
  written.includes('&')
    ? written.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
        if (decimal !== undefined) return characterOf(Number(decimal));
        return hex === undefined ? (named[name?.toLowerCase() ?? ''] ?? whole) : characterOf(Number.parseInt(hex, 16));
      })
    : written;

const written = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const redactedMarkup = <Place>(text: string, root: Place, rules: MarkupRules<Place>): string => {
  const open: { readonly name: string; readonly place: Place }[] = [];
  const here = (): Place => open.at(-1)?.place ?? root;
  let result = '';
  let done = 0;
  const replace = (from: number, to: number, by: string) => {
    result += text.slice(done, from) + by;
    done = to;
  };

  const value = (from: number, to: number, how: { readonly verbatim: boolean }, shownOf: (value: string) => string) => {
    const as = text.slice(from, to);
    const given = how.verbatim ? as : plain(as);
    const shown = given.trim() === '' ? given : shownOf(given);
    if (shown !== given) replace(from, to, how.verbatim ? shown : written(shown));
  };

  /** Redacts the text up to an end mark, such as a comment, and returns where it ends; without the mark it is the rest of the text. */
  const between = (start: number, end: string): number => {
    const found = text.indexOf(end, start);
    const to = found < 0 ? text.length : found;
    value(start, to, { verbatim: true }, (given) => rules.text(here(), given));
    return Math.min(text.length, to + end.length);
  };

  /** Reads from behind the name of an element to behind its `>`. */
  const tag = (name: string, start: number): number => {
    const found: { readonly name: string; readonly from: number; readonly to: number }[] = [];
    let at = start;
    for (;;) {
      attribute.lastIndex = at;
      const match = attribute.exec(text);
      if (!match) break;
      const [whole, of = '', , given] = match;
      at += whole.length;
      if (given === undefined) continue;
      const quote = /^["']/.test(given) ? given[0] : '';
      const isClosed = quote !== '' && given.length > 1 && given.endsWith(quote!);
      found.push({ name: of, from: at - given.length + (quote ? 1 : 0), to: isClosed ? at - 1 : at });
    }
    const end = text.indexOf('>', at);
    const isWhole = end >= 0;
    const isEmpty = isWhole && /\/\s*$/.test(text.slice(Math.max(start, end - 8), end));
    const attributes = new Map(found.map(({ name: of, from, to }) => [of, plain(text.slice(from, to))]));
    const place = rules.element(here(), name, attributes);
    for (const { name: of, from, to } of found)
      value(from, to, { verbatim: false }, (given) => rules.attribute(place, of, given));
    if (!isEmpty && !withoutEnd.test(name)) open.push({ name, place });
    return isWhole ? end + 1 : text.length;
  };

  const close = (name: string): void => {
    const least = Math.max(0, open.length - deepest);
    for (let index = open.length - 1; index >= least; index -= 1)
      if (open[index]?.name === name) {
        open.length = index;
        return;
      }
  };

  for (let at = 0; at < text.length; ) {
    if (text.startsWith('<!--', at)) at = between(at + 4, '-->');
    else if (text.startsWith('<![CDATA[', at)) at = between(at + 9, ']]>');
    else if (text[at] === '<') {
      closing.lastIndex = at;
      opening.lastIndex = at;
      const [end, begin] = [closing.exec(text), opening.exec(text)];
      if (end) close(end[1] as string);
      at = end ? at + end[0].length : begin ? tag(begin[1] as string, at + begin[0].length) : between(at + 1, '>');
    } else {
      const next = text.indexOf('<', at);
      const to = next < 0 ? text.length : next;
      value(at, to, { verbatim: false }, (given) => rules.text(here(), given));
      at = to;
    }
  }
  return done === 0 ? text : result + text.slice(done);
};
