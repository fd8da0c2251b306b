// Lines that wait to be written together, kept as bytes. Waiting strings would get old in memory, where the garbage collector leaves them
// until there are hundreds of megabytes.

export class WaitingLines {
  readonly #room: number;
  #bytes: Buffer;
  #length = 0;

  /** `room` is the number of bytes that usually wait. */
  constructor(room: number) {
    this.#room = room;
    this.#bytes = Buffer.allocUnsafeSlow(room);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(line: string): void {
    const free = this.#bytes.length - this.#length;
    // A UTF-16 unit takes three bytes at most.
    if (line.length * 3 > free && Buffer.byteLength(line) > free) this.#grow(Buffer.byteLength(line));
    this.#length += this.#bytes.write(line, this.#length);
  }

  /** Takes all of them, so that none waits. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(this.#room);
    this.#length = 0;
    return taken;
  }

  #grow(by: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.#length + by, this.#bytes.length * 2));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }
}
