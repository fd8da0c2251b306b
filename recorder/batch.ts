// Packs many exchanges into one block of bytes, which the thread that passes bytes on hands to the thread that writes.
import type { RawExchange } from './capture.ts';

interface Slot {
  readonly exchange: Omit<RawExchange, 'requestHead' | 'requestBody' | 'answerHead' | 'answerBody'>;
  /** Lengths, in the order in which the bytes lie; -1 for an answer that did not come. */
  readonly lengths: readonly [requestHead: number, requestBody: number, answerHead: number, answerBody: number];
}

export interface Batch {
  readonly bytes: ArrayBuffer;
  readonly slots: readonly Slot[];
}

const sum = (pieces: readonly Uint8Array[]): number => pieces.reduce((total, piece) => total + piece.length, 0);

export const sizeOf = (raw: RawExchange): number =>
  raw.requestHead.length + sum(raw.requestBody) + (raw.answerHead?.length ?? 0) + sum(raw.answerBody);

export const packedBatch = (exchanges: readonly RawExchange[]): Batch => {
  const size = exchanges.reduce((total, raw) => total + sizeOf(raw), 0);
  const bytes = new Uint8Array(new ArrayBuffer(size));
  let at = 0;
  const put = (piece: Uint8Array): void => {
    bytes.set(piece, at);
    at += piece.length;
  };
  const slots = exchanges.map(({ requestHead, requestBody, answerHead, answerBody, ...exchange }): Slot => {
    put(requestHead);
    requestBody.forEach(put);
    if (answerHead) put(answerHead);
    answerBody.forEach(put);
    return {
      exchange,
      lengths: [requestHead.length, sum(requestBody), answerHead?.length ?? -1, sum(answerBody)],
    };
  });
  return { bytes: bytes.buffer, slots };
};

export function* unpackedBatch({ bytes, slots }: Batch): Generator<RawExchange> {
  let at = 0;
  const take = (length: number): Buffer => {
    const piece = Buffer.from(bytes, at, length);
    at += length;
    return piece;
  };
  const body = (length: number): Buffer[] => (length === 0 ? [] : [take(length)]);
  for (const { exchange, lengths } of slots) {
    const [requestHead, requestBody, answerHead, answerBody] = lengths;
    yield {
      ...exchange,
      requestHead: take(requestHead),
      requestBody: body(requestBody),
      ...(answerHead >= 0 && { answerHead: take(answerHead) }),
      answerBody: body(answerBody),
    };
  }
}
