// Follows the messages in one direction of a connection, as they pass in chunks of any size.
import { type Framing, NotHttp } from './framing.ts';

interface MessageEvents {
  /** Called with a whole head; says how to go on. `head`: another head follows. `blind`: nothing that follows is a message. */
  head(bytes: Buffer): Framing | 'head' | 'blind';
  /** Called with bytes as they travelled, except heads. */
  passed?(bytes: Buffer): void;
  /** Called with the content of a body, without the marks between its chunks. */
  data(bytes: Buffer): void;
  end(): void;
  /** From here on the bytes cannot be read, but they still go to `passed`. */
  lost(reason: string): void;
}

const longestHead = 256 * 1024;
const nothing = Buffer.alloc(0);
const blankLine = Buffer.from('\r\n\r\n');
const bareBlankLine = Buffer.from('\n\n');

/** Index behind the blank line; a line may end without a carriage return. */
const headEnd = (bytes: Buffer): number => {
  // Blank lines may come before a message, and do not end it.
  let begin = 0;
  while (bytes[begin] === 13 || bytes[begin] === 10) begin += 1;
  const end = bytes.indexOf(blankLine, begin);
  const bare = (end < 0 ? bytes : bytes.subarray(0, end)).indexOf(bareBlankLine, begin);
  if (bare >= 0) return bare + bareBlankLine.length;
  return end < 0 ? -1 : end + blankLine.length;
};

export class MessageReader {
  readonly #events: MessageEvents;
  #held: Buffer = nothing;
  #framing: Framing | undefined;
  #blind = false;
  readonly #onData: (data: Buffer) => void;

  constructor(events: MessageEvents) {
    this.#events = events;
    this.#onData = (data) => events.data(data);
  }

  /** Whether it is in the middle of a message. */
  get busy(): boolean {
    return this.#held.length > 0 || this.#framing !== undefined;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    try {
      while (rest.length > 0 && !this.#blind) rest = this.#framing ? this.#body(rest, this.#framing) : this.#head(rest);
    } catch (error) {
      if (!(error instanceof NotHttp)) throw error;
      const held = this.#giveUp(error.message);
      if (held.length > 0) rest = held;
    }
    if (rest.length > 0) this.#events.passed?.(rest);
  }

  /** The connection is over, which ends a message without a length. */
  close(): void {
    if (this.#held.length > 0 && !this.#blind) {
      const rest = this.#giveUp('the connection ended inside a head');
      this.#events.passed?.(rest);
    }
  }

  /** What follows belongs to another protocol; returns the bytes that were held. */
  goBlind(): Buffer {
    const held = this.#held;
    this.#blind = true;
    this.#held = nothing;
    this.#framing = undefined;
    return held;
  }

  #giveUp(reason: string): Buffer {
    const rest = this.goBlind();
    this.#events.lost(reason);
    return rest;
  }

  #head(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = headEnd(bytes);
    if (end < 0) {
      this.#held = bytes;
      if (bytes.length > longestHead) throw new NotHttp(`the head is longer than ${longestHead} bytes`);
      return nothing;
    }
    // The head is held until it has been read, so that none of it is lost when reading fails.
    this.#held = bytes;
    const next = this.#events.head(bytes.subarray(0, end));
    this.#held = nothing;
    if (next === 'blind') this.#blind = true;
    else if (next !== 'head') {
      this.#framing = next;
      this.#ended();
    }
    return bytes.subarray(end);
  }

  #body(chunk: Buffer, framing: Framing): Buffer {
    const to = framing.take(chunk, 0, this.#onData);
    this.#events.passed?.(to === chunk.length ? chunk : chunk.subarray(0, to));
    this.#ended();
    return chunk.subarray(to);
  }

  #ended(): void {
    if (!this.#framing?.done) return;
    this.#framing = undefined;
    this.#events.end();
  }
}
