// The bytes of a file as chunks. Gzip and zlib are unpacked under any file name.
import { createReadStream } from 'node:fs';
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';

const readAtOnce = 256 * 1024;
const unpackedAtOnce = 64 * 1024;

/** The packed file ends too early or is damaged; everything that could be unpacked has been returned. */
export const isTornPacking = (error: unknown): boolean => /^Z_/.test((error as NodeJS.ErrnoException).code ?? '');

/** Chunks whose beginning can be read before they are consumed. */
export class Chunks implements AsyncIterable<Buffer> {
  readonly #source: AsyncIterator<Buffer>;
  #beginning: Buffer[] = [];

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns at least so many bytes, or fewer if there are no more. */
  async beginning(length: number): Promise<Buffer> {
    while (this.#beginning.reduce((sum, chunk) => sum + chunk.length, 0) < length) {
      const { value, done } = await this.#source.next();
      if (done) break;
      this.#beginning.push(value);
    }
    return Buffer.concat(this.#beginning);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (let first = this.#beginning.shift(); first; first = this.#beginning.shift()) yield first;
      for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

// Not with a pipe, because an error would discard unpacked data that was not read yet.
async function* unpacked(packed: AsyncIterable<Buffer>, unpacking: Gunzip | Inflate): AsyncGenerator<Buffer> {
  let done: Buffer[] = [];
  unpacking.on('data', (chunk: Buffer) => done.push(chunk));
  const over = new Promise<Error | undefined>((resolve) => {
    unpacking.once('end', () => resolve(undefined)).on('error', resolve);
  });
  const taken = (): Buffer[] => {
    const chunks = done;
    done = [];
    return chunks;
  };
  try {
    for await (const chunk of packed) {
      for (let at = 0; at < chunk.length; at += unpackedAtOnce) {
        const piece = chunk.subarray(at, at + unpackedAtOnce);
        const error = await new Promise<Error | null | undefined>((resolve) => unpacking.write(piece, resolve));
        yield* taken();
        if (error) throw error;
      }
    }
    unpacking.end();
    const error = await over;
    yield* taken();
    if (error) throw error;
  } finally {
    unpacking.destroy();
  }
}

async function* plain(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: readAtOnce });
  try {
    yield* stream as AsyncIterable<Buffer>;
  } finally {
    stream.destroy();
  }
}

/**
 * Recognised by the first two bytes, with which no HAR file, recording or GoReplay file begins. mitmproxy packs HAR files with zlib
 * (`.zhar`).
 */
const unpackingOf = ([first, second = 0]: Buffer): Gunzip | Inflate | undefined => {
  if (first === 0x1f && second === 0x8b) return createGunzip();
  return first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second) ? createInflate() : undefined;
};

export async function* openFile(path: string): AsyncGenerator<Buffer> {
  const chunks = new Chunks(plain(path));
  const unpacking = unpackingOf(await chunks.beginning(2));
  yield* unpacking ? unpacked(chunks, unpacking) : chunks;
}
