// One client's connection and the connection to the upstream that stands behind it.
//
// Bytes go through as they come, with what a client would have written itself had it spoken to the upstream: its host, and
// the path below which it lives. Everything the two sides do with their connections (answering early, closing one half,
// switching protocols, breaking off) is done on the other side too. Recording only looks on.
import type { Socket } from 'node:net';
import { readOnWhenClosed } from '../exchange/client/connection.ts';
import { type Budget, Capture, type RawExchange } from './capture.ts';
import { type Direction, readAnswerHead, readRequestHead, redirected } from './head.ts';
import { MessageReader } from './message-reader.ts';
import { refusalOf, type Upstream } from './upstream.ts';

export interface LinkOptions {
  readonly upstream: Upstream;
  readonly direction: Direction;
  readonly bodyLimit: number;
  readonly budget: Budget;
  nextId(): string;
  onExchange(exchange: RawExchange): void;
  /** Something passed that cannot be recorded as an exchange. */
  onUnreadable(reason: string): void;
}

/** How long a client gets to read that there is no upstream, before its connection is taken down. */
const farewell = 2_000;

const unreachable = (reason: string): string => {
  const body = `assay record: the upstream cannot be reached (${reason})\n`;
  const fields = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  return `HTTP/1.1 502 Bad Gateway\r\n${fields}\r\n\r\n${body}`;
};

export class Link {
  readonly #client: Socket;
  readonly #options: LinkOptions;
  readonly #connection: string;
  #upstream: Socket | undefined;
  #connected = false;
  #dismissed = false;
  /** The answer is still to come, or not over; oldest first. */
  readonly #open: Capture[] = [];
  /** Its request is not over. */
  #asking: Capture | undefined;
  #upstreamError: NodeJS.ErrnoException | undefined;
  #clientEnded = false;
  #clientGone = false;
  /** The answer under way ends with the connection. */
  #endless = false;
  /** The two sides speak another protocol now. */
  #switched = false;
  #saidUnreadable = false;
  #stopping = false;
  readonly #requests: MessageReader;
  readonly #answers: MessageReader;
  readonly #closed: () => void;

  constructor(client: Socket, connection: string, options: LinkOptions, closed: () => void) {
    this.#client = client;
    this.#connection = connection;
    this.#options = options;
    this.#closed = closed;
    this.#requests = new MessageReader({
      head: (bytes) => this.#requestBegins(bytes),
      passed: (bytes) => this.#send(bytes),
      data: (bytes) => this.#asking?.requestData(bytes),
      end: () => this.#requestEnds(),
      lost: (reason) => this.#requestsLost(reason),
    });
    this.#answers = new MessageReader({
      head: (bytes) => this.#answerBegins(bytes),
      data: (bytes) => this.#open[0]?.answerData(bytes),
      end: () => this.#answerEnds(),
      lost: (reason) => this.#answersLost(reason),
    });
    client.setNoDelay(true);
    client.on('data', (chunk: Buffer) => this.#fromClient(chunk));
    client.on('end', () => this.#clientEnds());
    client.on('drain', () => this.#upstream?.resume());
    client.on('error', () => {});
    client.on('close', () => this.#clientCloses());
    this.#connect();
  }

  /** Takes no further request; goes when what is under way is over. */
  stop(): void {
    this.#stopping = true;
    if (this.#open.length === 0 && !this.#requests.busy) this.#client.destroy();
  }

  destroy(): void {
    this.#client.destroy();
  }

  // ---- the connection to the upstream

  #connect(): void {
    const upstream = this.#options.upstream.connect(() => {
      this.#connected = true;
    });
    this.#upstream = upstream;
    readOnWhenClosed(upstream, { unwritten: false });
    upstream.on('data', (chunk: Buffer) => this.#fromUpstream(chunk));
    upstream.on('end', () => this.#upstreamEnds());
    upstream.on('drain', () => this.#client.resume());
    upstream.on('error', (error) => {
      this.#upstreamError = error;
    });
    upstream.on('close', () => this.#upstreamCloses(upstream));
  }

  #send(bytes: Buffer): void {
    if (!this.#upstream?.write(bytes)) this.#client.pause();
  }

  #fromUpstream(chunk: Buffer): void {
    if (!this.#client.write(chunk)) this.#upstream?.pause();
    this.#answers.push(chunk);
  }

  #upstreamEnds(): void {
    this.#answers.close();
    const answering = this.#open[0];
    // Without a length, an answer ends with the connection.
    if (answering?.answerBegan && this.#endless) {
      answering.answerEnds();
      this.#answerOver();
    }
    this.#breakOff();
    this.#client.end();
  }

  #upstreamCloses(upstream: Socket): void {
    if (this.#upstream !== upstream) return;
    if (!this.#connected) {
      this.#unreachable();
      return;
    }
    this.#breakOff();
    if (this.#upstreamError && !this.#client.destroyed) this.#client.resetAndDestroy();
    else this.#client.destroySoon();
  }

  #breakOff(): void {
    const code = this.#upstreamError?.code;
    for (const capture of this.#open.splice(0)) {
      const where = capture.answerBegan ? 'before the body was whole' : 'before a response came';
      const message = `the connection ended ${where}${code ? ` (${code})` : ''}`;
      // A client that has closed its half may have gone for good, and many a server breaks off then.
      if (this.#clientGone || this.#clientEnded) capture.abandoned();
      else capture.fails({ kind: 'dropped', message });
      this.#finish(capture);
    }
  }

  /** Nobody asked anything yet: the next request tries again. */
  #unreachable(): void {
    this.#upstream = undefined;
    if (this.#clientGone) return;
    if (this.#open.length === 0 && !this.#requests.busy) {
      if (this.#clientEnded) this.#client.end();
      return;
    }
    const failure = refusalOf(this.#upstreamError, this.#options.upstream);
    for (const capture of this.#open.splice(0)) {
      capture.fails(failure);
      this.#finish(capture);
    }
    this.#dismissed = true;
    this.#client.resume();
    this.#client.end(unreachable(failure.message));
    const timer = setTimeout(() => this.#client.destroy(), farewell);
    this.#client.once('close', () => clearTimeout(timer));
  }

  // ---- the client

  #fromClient(chunk: Buffer): void {
    if (this.#dismissed) return;
    if (!this.#upstream) {
      this.#upstreamError = undefined;
      this.#connect();
    }
    this.#upstream?.cork();
    this.#requests.push(chunk);
    this.#upstream?.uncork();
  }

  #clientEnds(): void {
    this.#clientEnded = true;
    this.#requests.close();
    if (this.#upstream) this.#upstream.end();
    else if (!this.#dismissed) this.#client.end();
  }

  #clientCloses(): void {
    this.#clientGone = true;
    for (const capture of this.#open.splice(0)) {
      capture.abandoned();
      this.#finish(capture);
    }
    // Its answer was over long ago; the rest of the request will not come.
    if (this.#asking) this.#hand(this.#asking);
    this.#upstream?.destroy();
    this.#closed();
  }

  // ---- requests

  #requestBegins(bytes: Buffer) {
    const { direction, bodyLimit, budget, nextId } = this.#options;
    const head = bytes.toString('latin1');
    const { method, framing } = readRequestHead(head);
    const turned = redirected(head, direction);
    const forwarded = turned === head ? bytes : Buffer.from(turned, 'latin1');
    this.#send(forwarded);
    const capture = new Capture(
      { id: nextId(), connection: this.#connection, method, head: forwarded },
      { body: bodyLimit, budget },
    );
    this.#open.push(capture);
    this.#asking = capture;
    return framing;
  }

  #requestEnds(): void {
    const capture = this.#asking;
    this.#asking = undefined;
    capture?.requestEnds();
    if (capture?.over) this.#hand(capture);
  }

  #requestsLost(reason: string): void {
    this.#unreadable(reason);
    const capture = this.#asking;
    if (capture?.over) this.#hand(capture);
    this.#asking = undefined;
  }

  // ---- answers

  #answerBegins(bytes: Buffer) {
    const capture = this.#open[0];
    const { next } = readAnswerHead(bytes.toString('latin1'), capture?.method ?? 'GET');
    if (next === 'interim') return 'head';
    if (!capture) this.#unreadable('an answer came that nobody had asked for');
    capture?.answerBegins(Buffer.from(bytes));
    if (next === 'switched') {
      this.#switched = true;
      const held = this.#requests.goBlind();
      if (held.length > 0) this.#send(held);
      this.#answerEnds();
      return 'blind';
    }
    this.#endless = next.endless === true;
    return next;
  }

  #answerEnds(): void {
    this.#open[0]?.answerEnds();
    this.#answerOver();
  }

  #answerOver(): void {
    const capture = this.#open.shift();
    if (capture) this.#finish(capture);
    if (this.#stopping && this.#open.length === 0 && !this.#switched) this.#client.destroySoon();
  }

  #answersLost(reason: string): void {
    const [first, ...others] = this.#open.splice(0);
    if (!first) {
      this.#unreadable(reason);
      return;
    }
    first.fails({ kind: 'malformed', message: `not an HTTP response: ${reason}` });
    this.#finish(first);
    for (const capture of others) {
      capture.abandoned();
      this.#finish(capture);
    }
  }

  // ---- the record

  /** Said once of a connection: what follows on it follows from that. */
  #unreadable(reason: string): void {
    if (!this.#saidUnreadable) this.#options.onUnreadable(reason);
    this.#saidUnreadable = true;
  }

  /** An answer may be over before its request is. */
  #finish(capture: Capture): void {
    if (capture === this.#asking && !this.#client.destroyed && !this.#clientGone && !this.#dismissed) return;
    this.#hand(capture);
  }

  #hand(capture: Capture): void {
    if (capture === this.#asking) this.#asking = undefined;
    this.#options.onExchange(capture.taken());
  }
}
