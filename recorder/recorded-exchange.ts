// Makes the exchange that is written from the bytes that passed: splits the header fields and undoes the content coding.
import type { Outcome } from '../contract/wire.ts';
import { outcomeOf } from '../exchange/client/outcome.ts';
import type { RecordedExchange } from '../exchange/exchange.ts';
import { readHttpHead } from '../exchange/traffic/http-message.ts';
import { plainRequest } from '../exchange/traffic/plain-body.ts';
import type { RawExchange } from './capture.ts';

const nothing = Buffer.alloc(0);

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 0 ? nothing : pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);

const outcomeOfRaw = async (raw: RawExchange, bodyLimit: number): Promise<Outcome | undefined> => {
  const { answerHead, answerBody, answerCut, failure } = raw;
  if (!answerHead) return failure && { kind: 'failed', failure };
  const { first, headers } = readHttpHead(answerHead);
  const status = Number(/^\S+ (\d{3})/.exec(first)?.[1]);
  return outcomeOf({ status, headers, body: joined(answerBody), cut: answerCut }, failure, bodyLimit);
};

/** `origin` is the upstream's scheme and host. */
export const recordedExchange = async (
  raw: RawExchange,
  { origin, bodyLimit }: { readonly origin: string; readonly bodyLimit: number },
): Promise<RecordedExchange> => {
  const { first, headers } = readHttpHead(raw.requestHead);
  const [method = '', target = ''] = first.split(' ');
  const outcome = await outcomeOfRaw(raw, bodyLimit);
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
