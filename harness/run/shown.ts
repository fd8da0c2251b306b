// An exchange as a finding shows it: redacted, and with a shell line that sends it again.
import { describeFailure, describeStatus } from '../../contract/judge/answers.ts';
import { curlOf } from '../../exchange/curl.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { invocation } from '../../exchange/invocation.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import { withRepetitions } from '../../exchange/shell.ts';
import type { ShownExchange } from '../record.ts';

const longestBody = 2000;
const longestLine = 2000;

export const showing =
  (redaction: Redaction) =>
  (exchange: Exchange): ShownExchange => {
    const fit = redaction.exchange(exchange);
    const { request, outcome } = fit;
    const body = Buffer.from(request.body ?? []).toString('utf8');
    const { line, placeholders } = curlOf(fit, redaction);
    return {
      id: fit.id,
      sent: `${request.method} ${pathOf(request.url)}`,
      ...(body !== '' && { body: cut(inShort(body)) }),
      answered: outcome.kind === 'failed' ? describeFailure(outcome.failure) : describeStatus(outcome.response),
      curl: line.length > longestLine ? lineFromEvidence(fit.id) : line,
      ...(placeholders.length > 0 && { placeholders }),
      ...(exchange.user !== undefined && { user: exchange.user }),
    };
  };

/** Replaces a curl line that is too long to be read and pasted by one that gets the request from the evidence. */
export const lineFromEvidence = (id: string, folder: readonly string[] = []): string =>
  `eval "$(${[invocation, 'show', id, ...folder, '--curl'].join(' ')})"`;

const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/';

const cut = (text: string): string => (text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`);

/** Shortens repetitions to a count, so that the text after them is visible too. */
const inShort = (text: string): string =>
  withRepetitions(text)
    .map((piece) => ('text' in piece ? piece.text : `‹${piece.repeated} × ${piece.times}›`))
    .join('');

/** The lines of a failure that say how to send it again. */
export const howToRepeat = ({ curl, placeholders }: ShownExchange): readonly string[] => [
  `again     ${curl}`,
  ...(placeholders ? [`where     ${invocation} token prints a token, and the report says the rest`] : []),
];
