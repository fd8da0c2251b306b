// The part of a stream of bytes that is still needed, as one buffer: it grows at the end and is cut at the beginning.
export class Window {
  #bytes: Buffer = Buffer.allocUnsafe(512 * 1024);
  length = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  append(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.length);
    this.length = needed;
  }

  /** Drops the first bytes; the rest begins at 0 again. */
  drop(count: number): void {
    this.#bytes.copyWithin(0, count, this.length);
    this.length -= count;
  }
}
