// Words of a POSIX shell: any bytes, quoted, with variables in place of values that must not be shown.

/** Literal text, a variable in place of a value, or a repeated text, which the shell can produce itself. */
export type Piece =
  | { readonly text: string }
  | { readonly variable: string }
  | { readonly repeated: string; readonly times: number };

const harmless = /^[A-Za-z0-9_@%+=:,./~-]+$/;
// These have a meaning between double quotes, and `!` has one at a prompt.
const special = /["\\$`!]/;

// Characters that are visible and fit on a line: letters, marks, digits, punctuation, symbols and spaces.
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

/** Whether the text passes unchanged through a terminal, a page and the clipboard. */
export const isReadable = (text: string): boolean => readable.test(text);

/** Bytes as part of a format of `printf`, which can write every byte as an octal number. A leading dash would look like an option. */
const formatOf = (bytes: Uint8Array, isFirst: boolean): string => {
  let format = '';
  for (const byte of bytes) {
    const plain =
      byte >= 32 &&
      byte < 127 &&
      byte !== 37 &&
      byte !== 39 &&
      byte !== 92 &&
      !(byte === 45 && format === '' && isFirst);
    format += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return format;
};

/** The format with which `printf` writes these bytes. */
export const octal = (bytes: Uint8Array): string => `'${formatOf(bytes, true)}'`;

/** The format with which `printf` writes these pieces, and the variables that it takes. */
export const printed = (...pieces: readonly Piece[]): string => {
  const format = pieces.map((piece, index) =>
    'text' in piece ? formatOf(Buffer.from(piece.text), index === 0) : '%s',
  );
  const values = pieces.flatMap((piece) => ('text' in piece ? [] : [`"${expansion(piece)}"`]));
  return [`'${format.join('')}'`, ...values].join(' ');
};

/** The text that the shell expands, between double quotes, for a piece that is no text. */
const expansion = (piece: Exclude<Piece, { readonly text: string }>): string =>
  'variable' in piece
    ? `$${piece.variable}`
    : `$(yes ${bareWord(piece.repeated)} | head -n ${piece.times} | tr -d '\\n')`;

// Excludes characters that end quotes or mean something at a prompt, and a dash at the beginning.
const unit = /(?!-)([ "-&(-[\]-~]{1,8}?)\1{49}/g;
const longEnough = 400;

/** Separates long repetitions from the rest, because nobody reads or pastes ten thousand letters a. */
export function withRepetitions(text: string): readonly Exclude<Piece, { readonly variable: string }>[] {
  const found: Exclude<Piece, { readonly variable: string }>[] = [];
  let done = 0;
  for (const { index, 0: begin, 1: repeated = '' } of text.matchAll(unit)) {
    if (index < done) continue;
    let end = index + begin.length;
    while (text.startsWith(repeated, end)) end += repeated.length;
    if (end - index < longEnough) continue;
    if (index > done) found.push({ text: text.slice(done, index) });
    found.push({ repeated, times: (end - index) / repeated.length });
    done = end;
  }
  if (done < text.length || found.length === 0) found.push({ text: text.slice(done) });
  return found;
}

const quotedText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The pieces as one word. */
export const word = (...pieces: readonly Piece[]): string => {
  const texts = pieces.flatMap((piece) => ('text' in piece ? [piece.text] : []));
  if (texts.length === pieces.length) return quotedText(texts.join(''));
  if (!texts.some((text) => special.test(text))) {
    const inner = pieces.map((piece, index) => {
      if ('text' in piece) return piece.text;
      const next = pieces[index + 1];
      return 'variable' in piece && next && 'text' in next && /^\w/.test(next.text)
        ? `\${${piece.variable}}`
        : expansion(piece);
    });
    return `"${inner.join('')}"`;
  }
  return pieces.map((piece) => ('text' in piece ? quotedText(piece.text) : `"${expansion(piece)}"`)).join('');
};

/** A word that needs no quotes when it has nothing to quote. */
export const bareWord = (text: string): string => (harmless.test(text) ? text : quotedText(text));
