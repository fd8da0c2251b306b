// Requests and responses as they went over the wire, as far as the judge needs them. The exchanges of other folders extend these types.

/** Header fields in the order and spelling in which they travelled; a repeated field appears repeatedly. */
export type Headers = ReadonlyArray<readonly [name: string, value: string]>;

export interface WireRequest {
  readonly method: string;
  /** Absolute, as sent. */
  readonly url: string;
  readonly headers: Headers;
  /** Absent when nothing was sent as a body. */
  readonly body?: Uint8Array;
  /** The recording has only the beginning of the body, or none of it. */
  readonly cut?: true;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded from any content coding; empty when there was none. */
  readonly body: Uint8Array;
  /** The body was longer than the client keeps; this is its beginning. */
  readonly cut?: true;
}

/** Why there is no response to judge. */
export type FailureKind =
  | 'refused' // nothing listens, or the name does not resolve
  | 'tls' // no trusted connection
  | 'dropped' // the connection ended before the response was whole
  | 'timeout' // no whole response in time
  | 'malformed'; // what came is not HTTP, or its coding does not decode

export interface WireFailure {
  readonly kind: FailureKind;
  readonly message: string;
}

export type Outcome =
  | { readonly kind: 'answered'; readonly response: WireResponse }
  | {
      readonly kind: 'failed';
      readonly failure: WireFailure;
      /** The part of the answer that came nevertheless, from its head on. It only helps a person to find the cause. */
      readonly beginning?: WireResponse;
    };

export interface WireExchange {
  readonly request: WireRequest;
  readonly outcome: Outcome;
}

/** The first value of a header field, in any spelling of its name. */
export const header = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key.length === name.length && key.toLowerCase() === name.toLowerCase())?.[1];
