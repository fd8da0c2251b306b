// Reads the bytes of both directions of a connection as they pass, and joins requests and answers to exchanges.
import type { WireFailure } from '../contract/wire.ts';
import { type Budget, Capture, type RawExchange } from './capture.ts';
import { type Direction, readAnswerHead, readRequestHead, redirected } from './http/head.ts';
import { MessageReader } from './http/message-reader.ts';

export interface ConversationOptions {
  readonly direction: Direction;
  readonly bodyLimit: number;
  readonly budget: Budget;
  nextId(): string;
  onExchange(exchange: RawExchange): void;
  /** Something passed that cannot be recorded as an exchange. */
  onUnreadable(reason: string): void;
}

interface Surroundings {
  /** Sends the client's bytes on to the upstream. */
  forward(bytes: Buffer): void;
  /** Whether the rest of a request may still come. */
  clientMayGoOn(): boolean;
  /** Called when an answer is over. */
  answered(): void;
}

export class Conversation {
  readonly #connection: string;
  readonly #options: ConversationOptions;
  readonly #around: Surroundings;
  /** Exchanges whose answer is still to come, or not over; oldest first. */
  readonly #open: Capture[] = [];
  /** The exchange whose request is not over. */
  #asking: Capture | undefined;
  /** The answer under way ends with the connection. */
  #endless = false;
  /** The two sides speak another protocol now. */
  #switched = false;
  #saidUnreadable = false;
  readonly #requests: MessageReader;
  readonly #answers: MessageReader;

  constructor(connection: string, options: ConversationOptions, around: Surroundings) {
    this.#connection = connection;
    this.#options = options;
    this.#around = around;
    this.#requests = new MessageReader({
      head: (bytes) => this.#requestBegins(bytes),
      passed: (bytes) => around.forward(bytes),
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
  }

  /** Whether nothing is under way. */
  get idle(): boolean {
    return this.#open.length === 0 && !this.#requests.busy;
  }

  /** Whether no answer is still to come, in HTTP or in a protocol switched to. */
  get answered(): boolean {
    return this.#open.length === 0 && !this.#switched;
  }

  clientSays(bytes: Buffer): void {
    this.#requests.push(bytes);
  }

  clientEnds(): void {
    this.#requests.close();
  }

  clientCloses(): void {
    this.abandon();
    // The answer of this exchange is over already, and the rest of its request will not come.
    if (this.#asking) this.#hand(this.#asking);
  }

  upstreamSays(bytes: Buffer): void {
    this.#answers.push(bytes);
  }

  upstreamEnds(): void {
    this.#answers.close();
    // Without a length, an answer ends with the connection.
    if (this.#open[0]?.answerBegan && this.#endless) this.#answerEnds();
  }

  /** No open answer will come whole, because of the client. */
  abandon(): void {
    this.#breakOff(this.#open.splice(0), (capture) => capture.abandoned());
  }

  /** No open answer will come whole, because of the upstream. */
  fail(failureOf: (capture: Capture) => WireFailure): void {
    this.#breakOff(this.#open.splice(0), (capture) => capture.fails(failureOf(capture)));
  }

  // ---- requests

  #requestBegins(bytes: Buffer) {
    const { direction, bodyLimit, budget, nextId } = this.#options;
    const head = bytes.toString('latin1');
    const { method, framing } = readRequestHead(head);
    const turned = redirected(head, direction);
    const forwarded = turned === head ? bytes : Buffer.from(turned, 'latin1');
    this.#around.forward(forwarded);
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
      if (held.length > 0) this.#around.forward(held);
      this.#answerEnds();
      return 'blind';
    }
    this.#endless = next.endless === true;
    return next;
  }

  #answerEnds(): void {
    const capture = this.#open.shift();
    capture?.answerEnds();
    if (capture) this.#finish(capture);
    this.#around.answered();
  }

  #answersLost(reason: string): void {
    const [first, ...others] = this.#open.splice(0);
    if (!first) {
      this.#unreadable(reason);
      return;
    }
    this.#breakOff([first], () => first.fails({ kind: 'malformed', message: `not an HTTP response: ${reason}` }));
    this.#breakOff(others, (capture) => capture.abandoned());
  }

  // ---- the record

  /** Reported once for a connection, because nothing after it can be read either. */
  #unreadable(reason: string): void {
    if (!this.#saidUnreadable) this.#options.onUnreadable(reason);
    this.#saidUnreadable = true;
  }

  #breakOff(captures: readonly Capture[], how: (capture: Capture) => void): void {
    for (const capture of captures) {
      how(capture);
      this.#finish(capture);
    }
  }

  /** An answer may be over before its request; then the exchange stays open while the rest may come. */
  #finish(capture: Capture): void {
    if (capture === this.#asking && this.#around.clientMayGoOn()) return;
    this.#hand(capture);
  }

  #hand(capture: Capture): void {
    if (capture === this.#asking) this.#asking = undefined;
    this.#options.onExchange(capture.taken());
  }
}
