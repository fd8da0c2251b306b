// What reading traffic yields, and where it stood.
import type { RecordedExchange } from '../exchange.ts';

export interface FilePlace {
  readonly file: string;
  /** Counts the file's entries from 1; in a GoReplay file the messages. Absent when the file as a whole is meant. */
  readonly entry?: number;
}

export type TrafficItem =
  /** `keyMark` is the same where equal stand-ins mean equal secrets. Without an outcome when only the request was captured. */
  | {
      readonly kind: 'exchange';
      readonly exchange: RecordedExchange;
      readonly place: FilePlace;
      readonly keyMark?: string;
    }
  | { readonly kind: 'unusable'; readonly place: FilePlace; readonly reason: string }
  /** A part of the exchange before it that says nothing of the server. */
  | { readonly kind: 'omitted'; readonly place: FilePlace; readonly reason: string };

export const placeText = ({ file, entry }: FilePlace): string =>
  entry === undefined ? file : `${file}, entry ${entry}`;
