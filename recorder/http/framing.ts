// Finds the end of the body of an HTTP/1.1 message from the bytes that pass.

export interface Framing {
  /** Returns the index after the last byte of the chunk that belongs to this body; the content goes to `onData`. */
  take(chunk: Buffer, from: number, onData: (data: Buffer) => void): number;
  readonly done: boolean;
  /** Only the end of the connection ends the body. */
  readonly endless?: true;
}

/** The bytes cannot be read as HTTP/1.1. */
export class NotHttp extends Error {}

const longestLine = 64 * 1024;
const newline = 10;

class Counted implements Framing {
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  get done(): boolean {
    return this.#left === 0;
  }

  take(chunk: Buffer, from: number, onData: (data: Buffer) => void): number {
    const to = Math.min(chunk.length, from + this.#left);
    if (to > from) onData(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to));
    this.#left -= to - from;
    return to;
  }
}

class Chunked implements Framing {
  #state: 'size' | 'data' | 'after data' | 'trailers' | 'done' = 'size';
  #line = '';
  #left = 0;

  get done(): boolean {
    return this.#state === 'done';
  }

  take(chunk: Buffer, from: number, onData: (data: Buffer) => void): number {
    let at = from;
    while (at < chunk.length && this.#state !== 'done') {
      if (this.#state === 'data') {
        const to = Math.min(chunk.length, at + this.#left);
        onData(chunk.subarray(at, to));
        this.#left -= to - at;
        at = to;
        if (this.#left === 0) this.#state = 'after data';
        continue;
      }
      const end = chunk.indexOf(newline, at);
      this.#line += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
      at = end < 0 ? chunk.length : end + 1;
      if (this.#line.length > longestLine) throw new NotHttp('a chunk begins with a line that does not end');
      if (end >= 0) this.#lineEnds();
    }
    return at;
  }

  #lineEnds(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (this.#state === 'trailers') {
      if (line === '') this.#state = 'done';
    } else if (this.#state === 'after data') {
      if (line !== '') throw new NotHttp('a chunk is longer than its size');
      this.#state = 'size';
    } else {
      const [, size] = /^[ \t]*([0-9a-f]{1,13})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
      if (size === undefined) throw new NotHttp('a chunk has no size');
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'data';
    }
  }
}

class Endless implements Framing {
  readonly done = false;
  readonly endless = true;

  take(chunk: Buffer, from: number, onData: (data: Buffer) => void): number {
    if (from < chunk.length) onData(chunk.subarray(from));
    return chunk.length;
  }
}

export const counted = (length: number): Framing => new Counted(length);
export const chunked = (): Framing => new Chunked();
export const endless = (): Framing => new Endless();
