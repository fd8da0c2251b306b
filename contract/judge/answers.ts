// Answers and failures in the words that a finding shows.
import type { FailureKind, WireFailure, WireResponse } from '../wire.ts';
import { shown } from './wording.ts';

const failures: Readonly<Record<FailureKind, string>> = {
  refused: 'a refused connection',
  tls: 'no trusted connection',
  dropped: 'a connection that ended before the response was whole',
  timeout: 'no whole response in time',
  malformed: 'something that is no HTTP response',
};

export const describeFailure = ({ kind, message }: WireFailure): string => `${failures[kind]} (${message})`;

export const describeStatus = (response: WireResponse): string => `${response.status}${describeBody(response)}`;

/** The beginning of the body, as the end of a sentence about the answer. */
export function describeBody(response: WireResponse): string {
  const text = Buffer.from(response.body).toString('utf8').trim();
  return text === '' ? '' : ` with ${shown(text)}`;
}
