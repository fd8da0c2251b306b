// Makes exchanges from GoReplay's messages: finds the answer to each request, which may come late, never or twice.
import { type Headers, header, type Outcome, type WireRequest } from '../../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange.ts';
import { type HttpMessage, readHttpMessage } from '../http-message.ts';
import type { FilePlace, TrafficItem } from '../item.ts';
import { plainBody, plainRequest } from '../plain-body.ts';
import type { GorPiece } from './messages.ts';

type Message = Exclude<GorPiece, { kind: 'broken' }>;

interface Waiting {
  readonly message: Message;
  readonly place: EntryPlace;
}

type EntryPlace = Required<FilePlace>;

// Limits beyond which a request no longer waits for its answer.
const mostWaiting = 5_000;
const mostWaitingBytes = 32 * 1024 * 1024;
const longestWait = 120_000;
/** In ids of this length, the first hexadecimal digits name the connection. */
const longId = /^[0-9a-f]{24}$/i;
export const connectionDigits = 16;

const absolute = (target: string, headers: Headers): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? target : `http://${header(headers, 'host') ?? 'unknown.invalid'}${target}`;

const requestOf = (message: HttpMessage): WireRequest | undefined => {
  const [, method, target] = /^([!#$%&'*+.^_`|~\w-]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/.exec(message.first) ?? [];
  if (method === undefined || target === undefined) return undefined;
  const { headers, body, cut } = message;
  return {
    method,
    url: absolute(target, headers),
    headers,
    ...(body.length > 0 && { body }),
    ...(cut && { cut }),
  };
};

const outcomeOf = async (message: HttpMessage): Promise<Outcome | string> => {
  const [, status] = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(message.first) ?? [];
  if (status === undefined) return notHttp('answer');
  const plain = await plainBody(message.headers, message.body, message.cut);
  return { kind: 'answered', response: { status: Number(status), headers: message.headers, ...plain } };
};

const notHttp = (what: string): string => `the ${what} is not HTTP/1.x, or its head is not whole`;

/**
 * Requests wait here for their answers, within limits. They also wait from one file to the next, because a capture may be split into many
 * files.
 */
export class GorPairing {
  readonly #requests = new Map<string, Waiting>();
  readonly #answers = new Map<string, Waiting>();
  readonly #idOf: (place: EntryPlace) => string;
  #bytes = 0;

  constructor(idOf: (place: EntryPlace) => string) {
    this.#idOf = idOf;
  }

  async *take(message: Message, place: EntryPlace): AsyncGenerator<TrafficItem> {
    if (message.kind === 'replayed answer') {
      yield { kind: 'unusable', place, reason: 'it is an answer to a replay, not of the server that was recorded' };
      return;
    }
    const isRequest = message.kind === 'request';
    const [same, other] = isRequest ? [this.#requests, this.#answers] : [this.#answers, this.#requests];
    const repeated = this.#removed(same, message.id);
    if (repeated) yield* this.#alone(repeated);
    const partner = this.#removed(other, message.id);
    const own = { message, place };
    if (partner) yield await (isRequest ? this.#joined(own, partner) : this.#joined(partner, own));
    else this.#hold(same, own);
    yield* this.#released(message.at);
  }

  /** All messages that still wait. */
  async *rest(): AsyncGenerator<TrafficItem> {
    for (const waiting of [this.#requests, this.#answers]) for (const one of waiting.values()) yield* this.#alone(one);
    this.#requests.clear();
    this.#answers.clear();
  }

  #hold(waiting: Map<string, Waiting>, one: Waiting): void {
    waiting.set(one.message.id, one);
    this.#bytes += one.message.bytes.length;
  }

  #removed(waiting: Map<string, Waiting>, id: string): Waiting | undefined {
    const one = waiting.get(id);
    if (!one) return undefined;
    waiting.delete(id);
    this.#bytes -= one.message.bytes.length;
    return one;
  }

  async *#released(now: number): AsyncGenerator<TrafficItem> {
    for (const waiting of [this.#requests, this.#answers]) {
      for (const [id, one] of waiting) {
        const fits = this.#bytes <= mostWaitingBytes && waiting.size <= mostWaiting;
        if (fits && Math.abs(now - one.message.at) <= longestWait) break;
        this.#removed(waiting, id);
        yield* this.#alone(one);
      }
    }
  }

  async *#alone({ message, place }: Waiting): AsyncGenerator<TrafficItem> {
    if (message.kind === 'answer') {
      yield { kind: 'unusable', place, reason: 'it is an answer, and its request is not in the file' };
      return;
    }
    yield await this.#joined({ message, place });
  }

  async #joined(asked: Waiting, answered?: Waiting): Promise<TrafficItem> {
    const { message, place } = asked;
    const broken = (reason: string): TrafficItem => ({ kind: 'unusable', place, reason });
    const head = readHttpMessage(message.bytes);
    const request = head && requestOf(head);
    if (!request) return broken(notHttp('request'));
    if (request.method === 'CONNECT') return broken('it opens a tunnel');
    const answer = answered && readHttpMessage(answered.message.bytes);
    if (answered && !answer) return broken(notHttp('answer'));
    const outcome = answer && (await outcomeOf(answer));
    if (typeof outcome === 'string') return broken(outcome);
    const took = Math.max(0, answered ? (answered.message.latency ?? answered.message.at - message.at) : 0);
    const exchange: RecordedExchange = {
      id: this.#idOf(place),
      request: await plainRequest(request),
      ...(outcome && { outcome }),
      times: { startedAt: message.at, sent: 0, ...(answered && { answered: took }), ended: took },
      ...(longId.test(message.id) && { connection: message.id.slice(0, connectionDigits) }),
    };
    return { kind: 'exchange', exchange, place };
  }
}
