// The recorded exchange and the candidate's for a view side by side, with the place marked where they differ.
import { walkableJson } from '../../contract/text/nesting.ts';
import { type Headers, header, type Outcome, type WireRequest, type WireResponse } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import type { Difference } from '../compare/difference.ts';
import type { Step } from '../plan/steps.ts';
import { type Excerpt, excerptOf, type Mark } from './excerpt.ts';
import { jsonLines, type Line } from './lines.ts';
import { type MarkedPlace, type MarkedPlaces, marksInBody, marksInHead, placesOf } from './marks.ts';

export interface ShownMessage {
  /** The request line, the status or why there was no answer; then the header fields. */
  readonly head: Excerpt;
  readonly body?: Excerpt;
}

/** An exchange as a report may show it: without secrets, with JSON laid out over lines, and cut where it is long. */
interface ShownExchange {
  /** In the recording, or in the evidence of the replay. */
  readonly id: string;
  readonly request: ShownMessage;
  readonly answer: ShownMessage;
}

export interface Exhibit {
  readonly recorded: ShownExchange;
  readonly got: ShownExchange;
}

type FailedOutcome = Extract<Outcome, { kind: 'failed' }>;

interface Known {
  readonly of: Exchange;
  readonly also: readonly Difference[];
  shown(places: MarkedPlaces): Exhibit;
}

/** Redacts an exchange and lays out its lines once, however many differences it has. */
export const createExhibits = (redaction: Redaction) => {
  let known: Known | undefined;
  /** `places`: those of the reported difference; `also`: all differences, which are marked as well. */
  return (step: Step, exchange: Exchange, places: MarkedPlaces, also: readonly Difference[]): Exhibit => {
    if (known?.of !== exchange || known.also !== also)
      known = { of: exchange, also, shown: exhibited(redacted(step, exchange, redaction), also) };
    return known.shown(places);
  };
};

const exhibited = ({ recorded, got }: Redacted, also: readonly Difference[]): ((places: MarkedPlaces) => Exhibit) => {
  const everywhere = also.map(placesOf);
  const before = shown(
    recorded,
    everywhere.flatMap((places) => places.recorded ?? []),
  );
  const now = shown(
    got,
    everywhere.map((places) => places.got),
  );
  return (places) => ({ recorded: before(places.recorded), got: now(places.got) });
};

export const sizeOfExhibit = ({ recorded, got }: Exhibit): number =>
  [recorded, got]
    .flatMap(({ request, answer }) => [request, answer])
    .flatMap(({ head, body }) => [...head.lines, ...(body?.lines ?? [])])
    .reduce((sum, line) => sum + line.length, 0);

interface Redacted {
  readonly recorded: Exchange;
  readonly got: Exchange;
}

/** The contract's marks of secrets are found by the candidate's address, so the recorded one is redacted under that address. */
const redacted = (step: Step, exchange: Exchange, redaction: Redaction): Redacted => {
  const outcome: Outcome = { kind: 'answered', response: step.response! };
  const before = redaction.exchange({
    id: step.id,
    request: { ...step.request, url: exchange.request.url },
    outcome,
    times: exchange.times,
  });
  const url = redaction.text(step.request.url);
  return { recorded: { ...before, request: { ...before.request, url } }, got: redaction.exchange(exchange) };
};

/** Returns a function that shows the exchange with one place marked as the main one. */
const shown = (
  { id, request, outcome }: Exchange,
  also: readonly MarkedPlace[],
): ((place: MarkedPlace | undefined) => ShownExchange) => {
  const asked = requestShown(request);
  const answer = outcome.kind === 'answered' ? answerShown(outcome.response, also) : () => failureShown(outcome);
  return (place) => ({ id, request: asked, answer: answer(place) });
};

const requestShown = ({ method, url, headers, body, cut }: WireRequest): ShownMessage => {
  const lines = body && bodyLines(body, headers, cut === true);
  return {
    head: excerptOf([`${method} ${url.replace(/^[a-z]+:\/\/[^/]+/i, '')}`, ...fieldsOf(headers)]),
    ...(lines && lines.length > 0 && { body: excerptOf(lines.map(({ text }) => text)) }),
  };
};

const failureShown = ({ failure, beginning }: FailedOutcome): ShownMessage => {
  const line = `no ${beginning ? 'whole ' : ''}answer: ${failure.kind}: ${failure.message}`;
  const came = beginning && [String(beginning.status), ...fieldsOf(beginning.headers)];
  const body = beginning ? bodyLines(beginning.body, beginning.headers, false) : [];
  return {
    head: excerptOf([line, ...(came ?? [])], { from: 0, to: 0, is: 'different' }),
    ...(body.length > 0 && { body: excerptOf(body.map(({ text }) => text)) }),
  };
};

const answerShown = (
  { status, headers, body, cut }: WireResponse,
  also: readonly MarkedPlace[],
): ((place: MarkedPlace | undefined) => ShownMessage) => {
  const head = excerpts([String(status), ...fieldsOf(headers)], marksInHead(headers), also);
  const lines = bodyLines(body, headers, cut === true);
  const rest = excerpts(
    lines.map(({ text }) => text),
    marksInBody(lines),
    also,
  );
  return (place) => ({ head: head(place), ...(lines.length > 0 && { body: rest(place) }) });
};

const excerpts = (
  lines: readonly string[],
  markOf: (place: MarkedPlace) => Mark | undefined,
  also: readonly MarkedPlace[],
): ((place: MarkedPlace | undefined) => Excerpt) => {
  const marked = also.flatMap((place) => {
    const mark = markOf(place);
    return mark ? [{ ...mark, ...(place.isOrder && { to: mark.from }), at: place.at }] : [];
  });
  return (place) =>
    excerptOf(
      lines,
      place && markOf(place),
      marked.filter(({ at }) => at !== place?.at),
    );
};

const fieldsOf = (headers: Headers): string[] => headers.map(([name, value]) => `${name}: ${value}`);

const bodyLines = (body: Uint8Array, headers: Headers, cut: boolean): Line[] => {
  const rest = cut ? [{ text: '(the rest was not recorded)', at: '' }] : [];
  if (body.length === 0) return rest;
  const text = bodyText(body)?.text;
  if (text === undefined)
    return [{ text: `(${body.length} bytes of ${header(headers, 'content-type') ?? 'no type'})`, at: '' }];
  return [...laidOut(text), ...rest];
};

const laidOut = (text: string): Line[] => {
  try {
    walkableJson(text);
  } catch {
    return text.split('\n').map((line) => ({ text: line, at: '' }));
  }
  return jsonLines(text);
};
