// The places where a fault or a variant can change the service: each seam wraps what the clean service does there.
import type { Socket } from 'node:net';
import type { Decision } from '../limits.ts';
import type { Service } from '../service-state.ts';
import type { Changes, Settings } from '../settings.ts';
import type { Data } from '../store/data.ts';
import type { Token, TokenKind } from '../tokens.ts';
import type { User } from '../users.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import type { Answer, Call, Handler, OperationName, Reading } from './call.ts';

export type Around = (next: Handler, call: Call, service: Service) => Answer | Promise<Answer>;

/** Why a request reached no operation. */
export type Stray = 'route' | 'method' | 'url' | 'size' | 'host' | 'syntax' | 'headers' | 'timeout' | 'bug';

export interface Seams {
  /** Other settings than those of the clean service. */
  readonly settings?: Changes<Settings>;
  /** Changes the data once, before the first request. */
  readonly seed?: (data: Data) => void;
  /** Wraps the operation itself, after the caller is known, allowed and within the limit; `every` wraps all of them. */
  readonly around?: { readonly [O in OperationName | 'every']?: Around };
  /** Wraps everything that happens to a call of an operation: authentication, permission, limit, body, handler. */
  readonly outside?: { readonly [O in OperationName | 'every']?: Around };
  /** Changes the address by which a request is routed. */
  readonly route?: (next: (url: string) => string, url: string) => string;
  /** Finds the caller; `undefined` is answered with 401. */
  readonly authenticate?: (next: (call: Call) => User | undefined, call: Call, service: Service) => User | undefined;
  /** Whether this user may call this operation; `false` is answered with 403. */
  readonly permit?: (next: (call: Call) => boolean, call: Call) => boolean;
  readonly limit?: (next: (call: Call) => Decision | undefined, call: Call, service: Service) => Decision | undefined;
  readonly read?: (next: (call: Call) => Reading, call: Call) => Reading;
  readonly issue?: (
    next: (kind: TokenKind, user: User) => Token,
    kind: TokenKind,
    user: User,
    service: Service,
  ) => Token;
  readonly owner?: (
    next: (kind: TokenKind, token: string) => User | undefined,
    kind: TokenKind,
    token: string,
  ) => User | undefined;
  /** Wraps the answer to a request that reached no operation. */
  readonly stray?: (next: () => Answer, reason: Stray, method: string) => Answer;
  /** Wraps one attempt to deliver an event; returns the status that the receiver answered, or undefined when there was no answer. */
  readonly deliver?: (
    next: (delivery: Delivery) => Promise<number | undefined>,
    delivery: Delivery,
    service: Service,
  ) => Promise<number | undefined>;
  /** Whether an event is delivered at all. */
  readonly subscribed?: (next: (event: string, user: User) => boolean, event: string, user: User) => boolean;
  /** Called with each connection that comes in. */
  readonly connection?: (socket: Socket) => void;
}
