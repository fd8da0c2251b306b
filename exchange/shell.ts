// Words of a POSIX shell: any bytes, quoted, with variables standing where a value must not be shown.

/** Literal text, or the variable to put in its place. */
export type Piece = { readonly text: string } | { readonly variable: string };

const harmless = /^[A-Za-z0-9_@%+=:,./~-]+$/;
// Between double quotes these mean something, and `!` does so at a prompt.
const special = /["\\$`!]/;

// What a line can hold and a reader can see: letters, marks, digits, punctuation, symbols and spaces.
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

/** Whether the text comes through a terminal, a page and the clipboard as it is. */
export const isReadable = (text: string): boolean => readable.test(text);

/** Bytes as a part of a format of `printf`, which knows every byte by its octal number. A dash at its beginning looks like an option. */
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

/** For `printf`: the format that makes these bytes. */
export const octal = (bytes: Uint8Array): string => `'${formatOf(bytes, true)}'`;

/** For `printf`: the format that makes these pieces, and the variables that it takes. */
export const printed = (...pieces: readonly Piece[]): string => {
  const format = pieces.map((piece, index) =>
    'text' in piece ? formatOf(Buffer.from(piece.text), index === 0) : '%s',
  );
  const values = pieces.flatMap((piece) => ('variable' in piece ? [`"$${piece.variable}"`] : []));
  return [`'${format.join('')}'`, ...values].join(' ');
};

const quotedText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** One word. */
export const word = (...pieces: readonly Piece[]): string => {
  const texts = pieces.flatMap((piece) => ('text' in piece ? [piece.text] : []));
  if (texts.length === pieces.length) return quotedText(texts.join(''));
  if (!texts.some((text) => special.test(text))) {
    const inner = pieces.map((piece, index) => {
      if ('text' in piece) return piece.text;
      const next = pieces[index + 1];
      return next && 'text' in next && /^\w/.test(next.text) ? `\${${piece.variable}}` : `$${piece.variable}`;
    });
    return `"${inner.join('')}"`;
  }
  return pieces.map((piece) => ('text' in piece ? quotedText(piece.text) : `"$${piece.variable}"`)).join('');
};

/** A word that needs no quotes when it has nothing to quote. */
export const bareWord = (text: string): string => (harmless.test(text) ? text : quotedText(text));
