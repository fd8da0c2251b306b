// A client's connection, joined to a connection to the upstream.
//
// Bytes pass unchanged, except that a request gets the host and the base path of the upstream, as if the client spoke to it
// directly. What one side does with its connection (answering early, closing one half, switching protocols, breaking off) is
// repeated on the other side.
import type { Socket } from 'node:net';
import { readOnWhenClosed } from '../exchange/client/connection.ts';
import { Conversation, type ConversationOptions } from './conversation.ts';
import type { Client } from './listener.ts';
import { refusalOf, type Upstream } from './upstream.ts';

interface LinkOptions extends ConversationOptions {
  readonly upstream: Upstream;
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
  readonly #reset: () => void;
  readonly #target: Upstream;
  readonly #conversation: Conversation;
  readonly #closed: () => void;
  #upstream: Socket | undefined;
  #upstreamError: NodeJS.ErrnoException | undefined;
  #connected = false;
  #dismissed = false;
  #clientEnded = false;
  #clientGone = false;
  #stopping = false;

  constructor({ socket: client, reset }: Client, connection: string, options: LinkOptions, closed: () => void) {
    this.#client = client;
    this.#reset = reset;
    this.#target = options.upstream;
    this.#closed = closed;
    this.#conversation = new Conversation(connection, options, {
      forward: (bytes) => this.#send(bytes),
      clientMayGoOn: () => !client.destroyed && !this.#clientGone && !this.#dismissed,
      answered: () => {
        if (this.#stopping && this.#conversation.answered) client.destroySoon();
      },
    });
    client.setNoDelay(true);
    client.on('data', (chunk: Buffer) => this.#fromClient(chunk));
    client.on('end', () => this.#clientEnds());
    client.on('drain', () => this.#upstream?.resume());
    client.on('error', () => {});
    client.on('close', () => this.#clientCloses());
    this.#connect();
  }

  /** Takes no further request, and closes when what is under way is over. */
  stop(): void {
    this.#stopping = true;
    if (this.#conversation.idle) this.#client.destroy();
  }

  destroy(): void {
    this.#client.destroy();
  }

  // ---- the connection to the upstream

  #connect(): void {
    const upstream = this.#target.connect(() => {
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
    this.#conversation.upstreamSays(chunk);
  }

  #upstreamEnds(): void {
    this.#conversation.upstreamEnds();
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
    if (this.#upstreamError && !this.#client.destroyed) this.#reset();
    else this.#client.destroySoon();
  }

  #breakOff(): void {
    // A client that has closed its half may be gone. Many servers break off then, so this is no failure of the upstream.
    if (this.#clientGone || this.#clientEnded) {
      this.#conversation.abandon();
      return;
    }
    const code = this.#upstreamError?.code;
    this.#conversation.fail(({ answerBegan }) => {
      const where = answerBegan ? 'before the body was whole' : 'before a response came';
      return { kind: 'dropped', message: `the connection ended ${where}${code ? ` (${code})` : ''}` };
    });
  }

  /** The upstream cannot be reached. Where nothing was asked yet, the next request tries again. */
  #unreachable(): void {
    this.#upstream = undefined;
    if (this.#clientGone) return;
    if (this.#conversation.idle) {
      if (this.#clientEnded) this.#client.end();
      return;
    }
    const failure = refusalOf(this.#upstreamError, this.#target);
    this.#conversation.fail(() => failure);
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
    this.#conversation.clientSays(chunk);
    this.#upstream?.uncork();
  }

  #clientEnds(): void {
    this.#clientEnded = true;
    this.#conversation.clientEnds();
    if (this.#upstream) this.#upstream.end();
    else if (!this.#dismissed) this.#client.end();
  }

  #clientCloses(): void {
    this.#clientGone = true;
    this.#conversation.clientCloses();
    this.#upstream?.destroy();
    this.#closed();
  }
}
