// The outcome of a request: the whole answer, or the failure and the part of the answer that came.
import { sameBytes } from '../../contract/text/same-bytes.ts';
import type { Headers, Outcome, WireFailure } from '../../contract/wire.ts';
import { CodingError, decoded } from './content-coding.ts';

/** An answer whose head has arrived, as it was sent. */
interface Arrived {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly cut: boolean;
}

const nothing = new Uint8Array();

export const outcomeOf = async (answer: Arrived, failure: WireFailure | undefined, limit: number): Promise<Outcome> => {
  const { status, headers } = answer;
  const coding = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(',');
  const isPart = answer.cut || failure !== undefined;
  try {
    const { body, cut } = coding === '' ? answer : await decoded(coding, answer.body, isPart, limit);
    const response = { status, headers, body: sameBytes(body), ...(cut && { cut: true as const }) };
    return failure === undefined
      ? { kind: 'answered', response }
      : { kind: 'failed', failure, beginning: { status, headers, body } };
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    // A body that cannot be decoded is not kept, because it could not be searched for secrets.
    const beginning = { status, headers, body: nothing };
    return { kind: 'failed', failure: failure ?? { kind: 'malformed', message: error.message }, beginning };
  }
};
