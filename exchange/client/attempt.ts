// One sending of one request over one connection: a handler for undici that collects the answer and its times.
import type { Dispatcher } from 'undici';
import type { ConnectionState, Wire } from './connection.ts';

export type Ending =
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'late' }
  | { readonly kind: 'error'; readonly error: Error };

interface AttemptLimits {
  readonly timeout: number;
  readonly bodyLimit: number;
}

/** Milliseconds in which this process only waited. */
const idleSoFar = (): number => performance.eventLoopUtilization().idle;

const nothing = Buffer.alloc(0);

/** The parser leaves the space after a value, which is not part of it. */
const fieldValue = (raw: Buffer): string => {
  const value = raw.toString('latin1');
  const last = raw[raw.length - 1];
  return last === 32 || last === 9 ? value.replace(/[ \t]+$/, '') : value;
};

const pairs = (raw: readonly Buffer[]): [string, string][] => {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i]!.toString('latin1'), fieldValue(raw[i + 1]!)]);
  return headers;
};

// The older form of undici's handler is used, because only it gives the raw header fields and the moment of sending.
export class Attempt implements Dispatcher.DispatchHandler {
  sent: number | undefined;
  answered: number | undefined;
  ended = 0;
  idle = 0;
  status = 0;
  headers: [string, string][] = [];
  connection: ConnectionState | undefined;
  readonly #wire: Wire;
  readonly #limits: AttemptLimits;
  readonly #done: (ending: Ending) => void;
  #abort: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #chunks: Buffer[] = [];
  #length = 0;
  #over = false;
  #idleBefore = 0;

  constructor(wire: Wire, limits: AttemptLimits, done: (ending: Ending) => void) {
    this.#wire = wire;
    this.#limits = limits;
    this.#done = done;
  }

  get body(): Buffer {
    return this.#chunks.length < 2 ? (this.#chunks[0] ?? nothing) : Buffer.concat(this.#chunks, this.#length);
  }

  /** The caller no longer wants the answer, so the connection is given up. */
  stop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#abort?.();
  }

  #end(ending: Ending): void {
    if (this.#over) return;
    this.#over = true;
    this.ended = performance.now();
    if (this.sent !== undefined) this.idle = idleSoFar() - this.#idleBefore;
    clearTimeout(this.#timer);
    this.#done(ending);
  }

  onConnect(abort: () => void): void {
    this.#abort = abort;
    if (this.#over) abort();
  }

  onRequestSent(): void {
    this.sent = performance.now();
    this.#idleBefore = idleSoFar();
    const connection = this.#wire.written;
    if (connection) {
      connection.requests += 1;
      connection.heard = false;
      connection.awaiting = true;
      this.connection = connection;
    }
    // If this process was busy for long, the answer may be there unread, so it gets one more turn of the event loop.
    this.#timer = setTimeout(() => setImmediate(() => this.#late()), this.#limits.timeout);
  }

  #late(): void {
    this.#end({ kind: 'late' });
    this.#abort?.();
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    if (status < 200) return true;
    this.answered = performance.now();
    this.status = status;
    this.headers = pairs(raw);
    return true;
  }

  onData(chunk: Buffer): boolean {
    const room = this.#limits.bodyLimit - this.#length;
    if (chunk.length > room) {
      this.#chunks.push(chunk.subarray(0, room));
      this.#length += room;
      this.#end({ kind: 'cut' });
      this.#abort?.();
      return false;
    }
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    return true;
  }

  onComplete(): void {
    this.#end({ kind: 'whole' });
  }

  onError(error: Error): void {
    this.#end({ kind: 'error', error });
  }
}
