// Words of a POSIX shell: any bytes, quoted, with variables standing where a value must not be shown.

/** Literal text, or the variable to put in its place. */
export type Piece = { readonly text: string } | { readonly variable: string };

const harmless = /^[A-Za-z0-9_@%+=:,./~-]+$/;
// Between double quotes these mean something, and `!` does so at a prompt.
const special = /["\\$`!]/;

/** For `printf`, whose format knows every byte by its octal number. A format that begins with a dash looks like an option. */
export const octal = (bytes: Uint8Array): string => {
  let format = '';
  for (const byte of bytes) {
    const plain =
      byte >= 32 && byte < 127 && byte !== 37 && byte !== 39 && byte !== 92 && !(byte === 45 && format === '');
    format += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `'${format}'`;
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
