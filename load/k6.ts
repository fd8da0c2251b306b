// Writes traffic as a k6 script, for load from many machines at once: k6's own runners carry it there.
//
// The script holds the schedule and the requests; where it goes to and with whose credentials it goes is read from the
// environment of whoever runs it. What a recording has masked stays masked: its bodies are as redacted as they were.
import { header, type WireRequest } from '../contract/wire.ts';
import type { RecordedExchange } from '../exchange/exchange.ts';

/** A request as the script sends it. */
interface Step {
  /** Milliseconds after the script's beginning. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Which of the credentials of the environment it carries. */
  readonly credentials?: 'bearer' | 'basic';
}

/** k6 makes these itself. */
const ofTheConnection = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'authorization',
  'cookie',
]);

const credentialsOf = (authorization: string | undefined): Step['credentials'] => {
  if (authorization === undefined) return undefined;
  return /^basic /i.test(authorization) ? 'basic' : 'bearer';
};

const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';

function stepOf({ method, url, headers, body }: WireRequest, at: number): Step {
  const credentials = credentialsOf(header(headers, 'authorization'));
  return {
    at: Math.round(at * 10) / 10,
    method,
    path: pathOf(url),
    headers: Object.fromEntries(
      headers
        .filter(([name]) => !ofTheConnection.has(name.toLowerCase()))
        .map(([name, value]) => [name.toLowerCase(), value]),
    ),
    ...(body !== undefined && body.length > 0 && { body: Buffer.from(body).toString('utf8') }),
    ...(credentials && { credentials }),
  };
}

/** JSON is JavaScript, but for two line ends in it. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const beginning = `// Written by assay convert, to be run by k6, on one machine or on many.
//
//     ASSAY_TARGET=https://… ASSAY_TOKEN=… k6 run SCRIPT
//
// ASSAY_TARGET     scheme and host; the paths are as they were recorded
// ASSAY_TOKEN      the access token of requests that carry one
// ASSAY_USERNAME, ASSAY_PASSWORD     the credentials of requests that log in
// ASSAY_SPEED      1 keeps the times as they were, 2 is twice as fast
// ASSAY_RUNNERS    how many send the whole schedule, each on its own (1)
//
// What was secret in a body is masked here, so that requests which need it will be refused.
import { sleep } from 'k6';
import encoding from 'k6/encoding';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const target = __ENV.ASSAY_TARGET;
if (!target) throw new Error('ASSAY_TARGET says where this goes to');
const speed = Number(__ENV.ASSAY_SPEED || 1);
const runners = Number(__ENV.ASSAY_RUNNERS || 1);
const limited = new Counter('answers_429');

const credentials = {
  bearer: () => 'Bearer ' + __ENV.ASSAY_TOKEN,
  basic: () => 'Basic ' + encoding.b64encode(__ENV.ASSAY_USERNAME + ':' + __ENV.ASSAY_PASSWORD),
};

// [milliseconds after the beginning, method, path, headers, body, credentials]
const steps = [
`;

const end = `];

export const options = {
  scenarios: { schedule: { executor: 'per-vu-iterations', vus: runners, iterations: 1, maxDuration: '24h' } },
};

// What is due at one moment goes out together; a moment that is late does not shift the ones after it.
export default function () {
  const began = Date.now();
  for (let next = 0; next < steps.length; ) {
    const due = steps[next][0] / speed;
    const late = Date.now() - began - due;
    if (late < 0) sleep(-late / 1000);
    const together = [];
    for (; next < steps.length && steps[next][0] / speed <= due + 1; next += 1) {
      const [, method, path, headers, body, whose] = steps[next];
      const own = whose ? Object.assign({ authorization: credentials[whose]() }, headers) : headers;
      together.push({ method, url: target + path, body, params: { headers: own } });
    }
    for (const answer of http.batch(together)) if (answer.status === 429) limited.add(1);
  }
}
`;

/** Piece by piece, since a recording may be long. Exchanges come in the order in which they were sent. */
export async function* k6Script(
  exchanges: AsyncIterable<RecordedExchange> | Iterable<RecordedExchange>,
): AsyncGenerator<string> {
  yield beginning;
  let began: number | undefined;
  for await (const { request, times } of exchanges) {
    const sent = times.startedAt + times.sent;
    began ??= sent;
    const { at, method, path, headers, body, credentials } = stepOf(request, Math.max(0, sent - began));
    yield `  ${literal([at, method, path, headers, body ?? null, credentials ?? null])},\n`;
  }
  yield end;
}
