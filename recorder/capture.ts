// The parts of an exchange that are kept while it passes: whole heads, bodies up to a bound, and the times.
import type { WireFailure } from '../contract/wire.ts';

/** An exchange as it was seen on the wire; bodies are without transfer coding and with their content coding. */
export interface RawExchange {
  readonly id: string;
  readonly connection: string;
  /** As the upstream got it. */
  readonly requestHead: Buffer;
  readonly requestBody: readonly Buffer[];
  readonly requestCut: boolean;
  /** Absent when there was no answer. */
  readonly answerHead?: Buffer;
  readonly answerBody: readonly Buffer[];
  readonly answerCut: boolean;
  /** Why there is no whole answer, when the upstream caused that. */
  readonly failure?: WireFailure;
  readonly startedAt: number;
  readonly sent: number;
  readonly answered?: number;
  readonly ended: number;
}

/** Bytes that all unfinished exchanges together may keep. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

class BodyCapture {
  readonly pieces: Buffer[] = [];
  size = 0;
  cut = false;
  readonly #limit: number;
  readonly #budget: Budget;

  constructor(limit: number, budget: Budget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  add(bytes: Buffer): void {
    if (this.cut) return;
    const room = Math.min(bytes.length, this.#limit - this.size);
    const granted = this.#budget.take(room);
    this.cut = room < bytes.length || !granted;
    if (!granted || room === 0) return;
    this.pieces.push(bytes.subarray(0, room));
    this.size += room;
  }
}

const clock = (): number => performance.timeOrigin + performance.now();

export class Capture {
  readonly method: string;
  readonly #id: string;
  readonly #connection: string;
  readonly #head: Buffer;
  readonly #request: BodyCapture;
  readonly #answer: BodyCapture;
  readonly #budget: Budget;
  readonly #startedAt = clock();
  #answerHead: Buffer | undefined;
  #sent: number | undefined;
  #answered: number | undefined;
  #ended: number | undefined;
  #failure: WireFailure | undefined;

  constructor(
    of: { readonly id: string; readonly connection: string; readonly method: string; readonly head: Buffer },
    limits: { readonly body: number; readonly budget: Budget },
  ) {
    this.method = of.method;
    this.#id = of.id;
    this.#connection = of.connection;
    this.#head = of.head;
    this.#budget = limits.budget;
    this.#request = new BodyCapture(limits.body, limits.budget);
    this.#answer = new BodyCapture(limits.body, limits.budget);
  }

  get requestEnded(): boolean {
    return this.#sent !== undefined;
  }

  get answerBegan(): boolean {
    return this.#answerHead !== undefined;
  }

  get over(): boolean {
    return this.#ended !== undefined;
  }

  requestData(bytes: Buffer): void {
    this.#request.add(bytes);
  }

  requestEnds(): void {
    this.#sent = clock();
  }

  answerBegins(head: Buffer): void {
    this.#answerHead = head;
    this.#answered = clock();
  }

  answerData(bytes: Buffer): void {
    this.#answer.add(bytes);
  }

  answerEnds(): void {
    this.#ended ??= clock();
  }

  fails(failure: WireFailure): void {
    this.#failure = failure;
    this.#ended ??= clock();
  }

  /** The client went away: the answer is recorded as far as it came, without a failure of the upstream. */
  abandoned(): void {
    this.#answer.cut = true;
    this.#ended ??= clock();
  }

  taken(): RawExchange {
    const ended = this.#ended ?? clock();
    this.#budget.giveBack(this.#request.size + this.#answer.size);
    return {
      id: this.#id,
      connection: this.#connection,
      requestHead: this.#head,
      requestBody: this.#request.pieces,
      requestCut: this.#request.cut || !this.requestEnded,
      ...(this.#answerHead && { answerHead: this.#answerHead }),
      answerBody: this.#answer.pieces,
      answerCut: this.#answer.cut,
      ...(this.#failure && { failure: this.#failure }),
      startedAt: this.#startedAt,
      sent: Math.max(0, Math.min(this.#sent ?? ended, ended) - this.#startedAt),
      ...(this.#answered !== undefined && { answered: this.#answered - this.#startedAt }),
      ended: ended - this.#startedAt,
    };
  }
}
