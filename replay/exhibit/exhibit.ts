// Two exchanges to be laid side by side, the recorded one and the candidate's, with the place marked in which they differ.
import { walkableJson } from '../../contract/text/nesting.ts';
import { type Headers, header, type Outcome, type WireRequest, type WireResponse } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import type { Difference } from '../compare/difference.ts';
import type { Step } from '../plan/steps.ts';
import { type Excerpt, excerptOf, type Mark } from './excerpt.ts';
import { jsonLines, type Line } from './lines.ts';

export interface ShownMessage {
  /** The method and the path, the status or why there was no answer; then the header fields. */
  readonly head: Excerpt;
  readonly body?: Excerpt;
}

/** As it may be shown: its secrets taken out, its JSON laid out, what is long cut. */
export interface ShownExchange {
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

interface Place {
  readonly at: string;
  /** The other exchange has something there that this one has not. */
  readonly isMissing?: boolean;
}

/** What is to be marked in either; undefined where nothing is. */
export interface Places {
  readonly recorded?: Place;
  readonly got: Place;
}

export const placesOf = ({ kind, at, recordedAt = at }: Difference): Places => ({
  recorded: { at: recordedAt, isMissing: kind === 'added' },
  got: { at, isMissing: kind === 'removed' },
});

/** The secrets of an exchange are taken out once, however many differences it has. */
export const createExhibits = (redaction: Redaction) => {
  let known: { readonly of: Exchange; readonly redacted: Redacted } | undefined;
  return (step: Step, exchange: Exchange, places: Places): Exhibit => {
    if (known?.of !== exchange) known = { of: exchange, redacted: redacted(step, exchange, redaction) };
    const { recorded, got } = known.redacted;
    return { recorded: shown(recorded, places.recorded), got: shown(got, places.got) };
  };
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

/** The marks of the contract are found by the address of the candidate, which the recorded path may lie below as well. */
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

const shown = ({ id, request, outcome }: Exchange, place: Place | undefined): ShownExchange => ({
  id,
  request: requestShown(request),
  answer: outcome.kind === 'answered' ? answerShown(outcome.response, place) : failureShown(outcome),
});

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

const answerShown = ({ status, headers, body, cut }: WireResponse, place: Place | undefined): ShownMessage => {
  const lines = bodyLines(body, headers, cut === true);
  return {
    head: excerptOf([String(status), ...fieldsOf(headers)], place && markInHead(headers, place)),
    ...(lines.length > 0 && {
      body: excerptOf(
        lines.map(({ text }) => text),
        place && markInBody(lines, place),
      ),
    }),
  };
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

const headerPrefix = 'header ';

/** The status line, or the field; where the field is missing, the line under which it would stand. */
const markInHead = (headers: Headers, { at, isMissing }: Place): Mark | undefined => {
  if (at === 'status') return { from: 0, to: 0, is: 'different' };
  if (!at.startsWith(headerPrefix)) return undefined;
  const name = at.slice(headerPrefix.length);
  const index = headers.findIndex(([each]) => each.toLowerCase() === name);
  if (isMissing || index < 0) return { from: 0, to: 0, is: 'missing' };
  return { from: index + 1, to: index + 1, is: 'different' };
};

/** The lines of that value; where it is missing, the line on which begins what it would stand in. */
const markInBody = (lines: readonly Line[], { at, isMissing }: Place): Mark | undefined => {
  if (at === 'body') return { from: 0, to: lines.length - 1, is: 'different' };
  if (at !== '' && !at.startsWith('/')) return undefined;
  const isWithin = (line: Line) => line.at === at || line.at.startsWith(`${at}/`);
  const from = isMissing ? -1 : lines.findIndex(isWithin);
  if (from >= 0) return { from, to: lines.findLastIndex(isWithin), is: 'different' };
  for (let around = at; around !== ''; ) {
    around = around.slice(0, around.lastIndexOf('/'));
    const line = lines.findIndex((each) => each.at === around);
    if (line >= 0) return { from: line, to: line, is: 'missing' };
  }
  return undefined;
};
