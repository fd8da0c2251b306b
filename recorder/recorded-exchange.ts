// Makes of the bytes that were seen the exchange that is written down: fields taken apart, content coding undone.
import { header, type Outcome } from '../contract/wire.ts';
import { CodingError, decoded } from '../exchange/client/content-coding.ts';
import type { RecordedExchange } from '../exchange/exchange.ts';
import { readHttpHead } from '../exchange/traffic/http-message.ts';
import { plainRequest } from '../exchange/traffic/plain-body.ts';
import type { RawExchange } from './capture.ts';

const nothing = Buffer.alloc(0);

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 0 ? nothing : pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);

const outcomeOf = async (raw: RawExchange, bodyLimit: number): Promise<Outcome | undefined> => {
  if (raw.failure) return { kind: 'failed', failure: raw.failure };
  if (!raw.answerHead) return undefined;
  const { first, headers } = readHttpHead(raw.answerHead);
  const status = Number(/^\S+ (\d{3})/.exec(first)?.[1]);
  const coding = header(headers, 'content-encoding');
  const coded = { body: joined(raw.answerBody), cut: raw.answerCut };
  try {
    const { body, cut } = coding ? await decoded(coding, coded.body, coded.cut, bodyLimit) : coded;
    return { kind: 'answered', response: { status, headers, body, ...(cut && { cut: true as const }) } };
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    return { kind: 'failed', failure: { kind: 'malformed', message: error.message } };
  }
};

/** `origin` is the upstream's scheme and host. */
export const recordedExchange = async (
  raw: RawExchange,
  { origin, bodyLimit }: { readonly origin: string; readonly bodyLimit: number },
): Promise<RecordedExchange> => {
  const { first, headers } = readHttpHead(raw.requestHead);
  const [method = '', target = ''] = first.split(' ');
  const outcome = await outcomeOf(raw, bodyLimit);
  return {
    id: raw.id,
    request: await plainRequest({
      method,
      url: /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? target : origin + target,
      headers,
      ...(raw.requestBody.length > 0 && { body: joined(raw.requestBody) }),
      ...(raw.requestCut && { cut: true as const }),
    }),
    ...(outcome && { outcome }),
    times: {
      startedAt: raw.startedAt,
      sent: raw.sent,
      ...(raw.answered !== undefined && { answered: raw.answered }),
      ended: raw.ended,
    },
    connection: raw.connection,
  };
};
