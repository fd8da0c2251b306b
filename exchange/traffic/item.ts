// The results of reading traffic, with their places.
import type { RecordedExchange } from '../exchange.ts';

export interface FilePlace {
  readonly file: string;
  /** The number of the entry, or of the message in a GoReplay file, from 1. Absent if the whole file is meant. */
  readonly entry?: number;
}

export type TrafficItem =
  /** Equal stand-ins mean equal secrets only under the same `keyMark`. Without an outcome, only the request was captured. */
  | {
      readonly kind: 'exchange';
      readonly exchange: RecordedExchange;
      readonly place: FilePlace;
      readonly keyMark?: string;
    }
  | { readonly kind: 'unusable'; readonly place: FilePlace; readonly reason: string }
  /** A part of the previous exchange that says nothing about the server. */
  | { readonly kind: 'omitted'; readonly place: FilePlace; readonly reason: string };

export const placeText = ({ file, entry }: FilePlace): string =>
  entry === undefined ? file : `${file}, entry ${entry}`;
