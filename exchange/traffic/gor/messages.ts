// Splits a GoReplay file into its messages: a line of metadata, the bytes of an HTTP/1.x message, a separator.
type GorKind = 'request' | 'answer' | 'replayed answer';

export type GorPiece =
  | {
      readonly kind: GorKind;
      readonly id: string;
      /** Milliseconds since 1970. */
      readonly at: number;
      /** Milliseconds between the request and its answer, where the capture knows it. */
      readonly latency?: number;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'broken'; readonly reason: string };

export const separator = Buffer.from('\n🐵🙈🙉\n');
/** The separator at the end of a file, where the newline may be missing. */
const lastSeparator = separator.subarray(0, -1);
const longestMessage = 64 * 1024 * 1024;

const kinds: Readonly<Record<string, GorKind>> = { 1: 'request', 2: 'answer', 3: 'replayed answer' };
const metadata = /^([123]) ([0-9A-Za-z_-]+) (\d{1,19})(?: (-?\d{1,19}))?(?: .*)?\r?$/;

export const looksLikeGor = (beginning: Buffer): boolean => {
  const end = beginning.indexOf(10);
  return end > 0 && end < 200 && metadata.test(beginning.toString('latin1', 0, end));
};

const milliseconds = (nanoseconds: string): number =>
  Number(BigInt(nanoseconds) / 1_000_000n) + Number(BigInt(nanoseconds) % 1_000_000n) / 1_000_000;

const pieceOf = (bytes: Buffer): GorPiece => {
  const end = bytes.indexOf(10);
  const found = end < 0 ? undefined : metadata.exec(bytes.toString('latin1', 0, Math.min(end, 400)));
  const kind = found && kinds[found[1] as string];
  if (!found || !kind) return { kind: 'broken', reason: 'its first line is no metadata of a message' };
  return {
    kind,
    id: found[2] as string,
    at: milliseconds(found[3] as string),
    ...(found[4] !== undefined && Number(found[4]) > 0 && { latency: milliseconds(found[4]) }),
    bytes: bytes.subarray(end + 1),
  };
};

/** Holds only one message at a time. */
export async function* readGorMessages(chunks: AsyncIterable<Buffer>): AsyncGenerator<GorPiece> {
  let held: Buffer[] = [];
  let length = 0;
  /** The end of the bytes that are held, in which a separator may have begun. */
  let seam: Buffer = Buffer.alloc(0);
  const hold = (bytes: Buffer): void => {
    length += bytes.length;
    if (length <= longestMessage) held.push(bytes);
    else held = [];
    seam = Buffer.concat([seam, bytes.subarray(-separator.length)]).subarray(-(separator.length - 1));
  };
  const taken = (leaveOut: number): GorPiece | undefined => {
    const whole = length <= longestMessage ? Buffer.concat(held) : undefined;
    const size = length - leaveOut;
    held = [];
    length = 0;
    seam = Buffer.alloc(0);
    if (!whole) return { kind: 'broken', reason: `the message is longer than ${longestMessage} bytes` };
    const bytes = whole.subarray(0, size);
    return bytes.every((byte) => byte === 10 || byte === 13) ? undefined : pieceOf(bytes);
  };
  for await (const chunk of chunks) {
    let rest = chunk;
    while (rest.length > 0) {
      const joint = Buffer.concat([seam, rest.subarray(0, separator.length)]);
      const across = joint.indexOf(separator);
      const inside = across >= 0 && across < seam.length ? across - seam.length : rest.indexOf(separator);
      if (inside < 0 && !(across >= 0 && across < seam.length)) {
        hold(rest);
        break;
      }
      const end = inside + separator.length;
      hold(rest.subarray(0, end));
      const piece = taken(separator.length);
      if (piece) yield piece;
      rest = rest.subarray(end);
    }
  }
  const tail = Buffer.concat(held.slice(-2)).subarray(-lastSeparator.length);
  const piece = length > 0 ? taken(tail.equals(lastSeparator) ? lastSeparator.length : 0) : undefined;
  if (piece) yield piece;
}
