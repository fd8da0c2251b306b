// The bytes of a file as chunks, unpacked on the way when they are gzip, whatever the file is called.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const readAtOnce = 256 * 1024;
const unpackedAtOnce = 64 * 1024;

/** The packed file ends too early, or is damaged; what could be unpacked has been given out. */
export const isTornPacking = (error: unknown): boolean => /^Z_/.test((error as NodeJS.ErrnoException).code ?? '');

/** Chunks of which the first can be looked at before they are taken. */
export class Chunks implements AsyncIterable<Buffer> {
  readonly #source: AsyncIterator<Buffer>;
  #beginning: Buffer[] = [];

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least so many bytes, fewer only when there are no more. */
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

// Not by pipe: an error would take with it what had been unpacked and not yet been read.
async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let done: Buffer[] = [];
  gunzip.on('data', (chunk: Buffer) => done.push(chunk));
  const over = new Promise<Error | undefined>((resolve) => {
    gunzip.once('end', () => resolve(undefined)).on('error', resolve);
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
        const error = await new Promise<Error | null | undefined>((resolve) => gunzip.write(piece, resolve));
        yield* taken();
        if (error) throw error;
      }
    }
    gunzip.end();
    const error = await over;
    yield* taken();
    if (error) throw error;
  } finally {
    gunzip.destroy();
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

export async function* openFile(path: string): AsyncGenerator<Buffer> {
  const chunks = new Chunks(plain(path));
  const [first, second] = await chunks.beginning(2);
  yield* first === 0x1f && second === 0x8b ? unpacked(chunks) : chunks;
}
