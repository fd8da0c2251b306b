// Answers and failures in the words that a finding shows.
import type { FailureKind, WireFailure, WireResponse } from '../wire.ts';
import { mediaTypeOf } from './body.ts';
import { shown } from './wording.ts';

const failures: Readonly<Record<FailureKind, string>> = {
  refused: 'a refused connection',
  tls: 'no trusted connection',
  dropped: 'a connection that ended before the response was whole',
  timeout: 'no whole response in time',
  malformed: 'something that is no HTTP response',
};

export const describeFailure = ({ kind, message }: WireFailure): string => `${failures[kind]} (${message})`;

export const describeStatus = (response: WireResponse): string => `${response.status}${briefly(response)}`;

function briefly(response: WireResponse): string {
  const text = Buffer.from(response.body).toString('utf8').trim();
  return text === '' ? '' : ` with ${shown(text)}`;
}

/** A body that is not the JSON that was due. */
export function describeOtherBody(response: WireResponse): string {
  if (response.body.byteLength === 0) return 'no body';
  return `${mediaTypeOf(response) ?? 'a body of no type'} that is no JSON${briefly(response)}`;
}
