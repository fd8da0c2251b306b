// Makes an exchange of a few parts, and returns these parts after redaction.
import type { Headers } from '../../../contract/wire.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { createRedaction, type RedactionOptions } from '../../../exchange/redaction/redaction.ts';

export interface Parts {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Headers;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly answerType?: string;
  readonly answerHeaders?: Headers;
  readonly answer?: string | Uint8Array;
}

export const exchangeOf = (parts: Parts): Exchange => ({
  id: 'x-1',
  times: { startedAt: 1_700_000_000_000.5, sent: 1, answered: 2, ended: 3 },
  request: {
    method: parts.method ?? 'GET',
    url: `http://target.example${parts.path ?? '/v2/card'}`,
    headers: [...(parts.headers ?? []), ...(parts.type ? [['content-type', parts.type] as const] : [])],
    ...(parts.body === undefined ? {} : { body: Buffer.from(parts.body as string) }),
  },
  outcome: {
    kind: 'answered',
    response: {
      status: parts.status ?? 200,
      headers: [['content-type', parts.answerType ?? 'application/json'], ...(parts.answerHeaders ?? [])],
      body: Buffer.from((parts.answer ?? '') as string),
    },
  },
});

/** The redacted parts as text. */
export const redacted = (parts: Parts, options?: RedactionOptions) => {
  const exchange = createRedaction(options).exchange(exchangeOf(parts));
  if (exchange.outcome.kind !== 'answered') throw new Error('no answer');
  return {
    path: exchange.request.url.replace('http://target.example', ''),
    headers: exchange.request.headers,
    body: Buffer.from(exchange.request.body ?? []).toString(),
    answerHeaders: exchange.outcome.response.headers,
    answer: Buffer.from(exchange.outcome.response.body).toString(),
  };
};
