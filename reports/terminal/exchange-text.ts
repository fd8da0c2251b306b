// One exchange as text: the request and the answer, with JSON laid out.
import { describeFailure } from '../../contract/judge/answers.ts';
import { type Headers, header, type WireResponse } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { inkFor } from './ink.ts';
import { visible } from './visible.ts';

export function exchangeText(exchange: RecordedExchange, { colour }: { readonly colour: boolean }): string {
  const { id, request, outcome } = exchange;
  const ink = inkFor(colour);
  const part = (title: string, headers: Headers, body: Uint8Array | undefined, cut: boolean) => [
    '',
    ink.bold(visible(title)),
    ...headers.map(([name, value]) => `${ink.dim(`${visible(name)}:`)} ${visible(value)}`),
    ...bodyLines(body, header(headers, 'content-type'), cut),
  ];
  const sent = part(`${request.method} ${request.url}`, request.headers, request.body, request.cut === true);
  const answer = ({ status, headers, body, cut }: WireResponse) => part(String(status), headers, body, cut === true);
  const came =
    outcome === undefined
      ? ['', ink.bold('the answer was not recorded')]
      : outcome.kind === 'answered'
        ? answer(outcome.response)
        : [
            '',
            ink.bold(visible(describeFailure(outcome.failure))),
            ...(outcome.beginning ? ['', 'Until then there came:', ...answer(outcome.beginning)] : []),
          ];
  return [ink.dim([`exchange ${id}`, ...circumstances(exchange)].join(' · ')), ...sent, ...came].join('\n');
}

const circumstances = ({ times, user, purpose, resent }: RecordedExchange): readonly string[] => [
  ...(purpose === undefined ? [] : [`for ${purpose}`]),
  ...(user === undefined ? [] : [`by the user ${user}`]),
  new Date(times.startedAt).toISOString(),
  `took ${Math.round(times.ended)} ms`,
  ...(resent ? ['sent twice, as the first connection had ended'] : []),
];

function bodyLines(body: Uint8Array | undefined, type: string | undefined, cut: boolean): readonly string[] {
  if (body === undefined || body.length === 0) return cut ? ['', '(the body was not recorded)'] : [];
  const text = bodyText(body)?.text;
  if (text === undefined) return ['', `(${body.length} bytes of ${type ?? 'no type'})`];
  return ['', visible(laidOut(text)), ...(cut ? ['(the rest was not recorded)'] : [])];
}

/**
 * Lays one-line JSON out over several lines. Text that parsing would change (a long number, a member given twice) stays as it came.
 */
function laidOut(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
