// An exchange as a finding shows it: redacted, and with a shell line that sends it again.
import { describeFailure, describeStatus } from '../../contract/judgement/answers.ts';
import { curlLine } from '../../exchange/curl.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction.ts';
import type { ShownExchange } from './record.ts';

const longestBody = 2000;

export const showing =
  (redaction: Redaction) =>
  (exchange: Exchange): ShownExchange => {
    const fit = redaction.exchange(exchange);
    const { request, outcome } = fit;
    const body = Buffer.from(request.body ?? []).toString('utf8');
    return {
      id: fit.id,
      sent: `${request.method} ${pathOf(request.url)}`,
      ...(body !== '' && { body: cut(body) }),
      answered: outcome.kind === 'failed' ? describeFailure(outcome.failure) : describeStatus(outcome.response),
      curl: curlLine(exchange, redaction),
    };
  };

const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/';

const cut = (text: string): string => (text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`);
