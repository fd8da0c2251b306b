// Bodies as text: which are text at all, and which cannot be searched and are therefore not kept.
import { isUtf8 } from 'node:buffer';

interface BodyText {
  readonly text: string;
  /** `latin1` stands for bytes that are no UTF-8 but mostly readable: one character is one byte. */
  readonly encoding: 'utf8' | 'latin1';
}

const readableShare = 0.8;

const unreadable = (bytes: Uint8Array): number => {
  let count = 0;
  for (const byte of bytes) if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte > 126) count += 1;
  return count;
};

/** Undefined for bodies that cannot be searched for secrets: compressed, encrypted, images, UTF-16. */
export const bodyText = (body: Uint8Array): BodyText | undefined => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isUtf8(bytes))
    return unreadable(bytes) > bytes.length * (1 - readableShare)
      ? undefined
      : { text: bytes.toString('latin1'), encoding: 'latin1' };
  if (bytes.includes(0) && unreadable(bytes) > bytes.length * (1 - readableShare)) return undefined;
  return { text: bytes.toString(), encoding: 'utf8' };
};

/** The text in place of such a body. */
export const leftOut = (body: Uint8Array): string => `~binary body of ${body.length} bytes left out~`;
