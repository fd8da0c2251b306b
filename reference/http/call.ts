// One request as an operation sees it, and its answer: the data that all seams of the service pass on.
import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../users.ts';

export type OperationName =
  | 'login'
  | 'refreshSession'
  | 'issueWebSocketToken'
  | 'exchangeSignToken'
  | 'confirmMfa'
  | 'listCards'
  | 'readCard'
  | 'listCardsV1'
  | 'readCardV1'
  | 'readCardLimitsV1'
  | 'calculateCardLimits'
  | 'readCardCredentials'
  | 'setSmsBalanceNotification'
  | 'readPayment'
  | 'cancelPayment'
  | 'signPayments'
  | 'createBeneficiary'
  | 'readBeneficiary'
  | 'inviteMember'
  | 'readWebhook'
  | 'listWebhookEvents'
  | 'refreshV2'
  | 'refreshTokenV2'
  | 'createPayment'
  | 'setCardLimits';

export type Body = Readonly<Record<string, unknown>>;

/** The result of reading the request's body: nothing to read, an object, or a reason why it cannot be read. */
export type Reading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'object'; readonly as: 'json' | 'form'; readonly value: Body }
  | { readonly kind: 'unreadable'; readonly status: 400 | 415; readonly message: string };

export interface Call {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** A repeated parameter counts as one with its values joined by commas. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** As they were sent, in capital or small letters. */
  readonly headerNames: readonly string[];
  readonly bytes: Buffer;
  readonly body: Reading;
  /** Identifies the connection on which the request came. */
  readonly connection: object;
  /** The caller; undefined where no credentials are asked for. */
  readonly user: User | undefined;
}

/** How an answer is sent when not in the usual way. */
export type Wire =
  | { readonly how: 'dropped' } // the connection ends before a byte of it
  | { readonly how: 'cut'; readonly after: number } // the connection ends after so many bytes of the body
  | { readonly how: 'silent' } // nothing is sent and the connection stays
  | { readonly how: 'late'; readonly by: number } // after so many milliseconds
  | { readonly how: 'chunked'; readonly size: number } // without a length, in pieces
  | { readonly how: 'gzip' }
  | { readonly how: 'last' } // and the connection is closed after it
  | { readonly how: 'raw'; readonly bytes: string | Buffer }; // these bytes instead

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a Buffer is sent as it is; undefined is no body. */
  readonly body?: unknown;
  readonly wire?: Wire;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type Operations = Partial<Record<OperationName, Handler>>;
