// Made-up traffic of any length: sessions that log in once and then read cards, as a recording and as a GoReplay file.
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { exchangeLine, format, headerLine } from '../../exchange/recording/line.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';

const uuidOf = (label: string): string => {
  const hex = createHash('sha256').update(label).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const ids = Array.from({ length: 200 }, (_, index) => uuidOf(`card ${index}`));
const permissions = [
  'canActivate',
  'canBlock',
  'canUnblock',
  'canGetPin',
  'canSetPin',
  'canGetCvv',
  'canGetPassword',
  'canSetPassword',
  'canGetPan',
  'canClose',
  'canSetSmsBalanceNotification',
  'canGetLimits',
  'canSetLimits',
  'canGetOperations',
  'canSetOperations',
];
const bodies = new Map<string, string>();

export const cardBody = (id: string): string => {
  const known = bodies.get(id);
  if (known !== undefined) return known;
  const made = JSON.stringify({
    id,
    walletId: uuidOf('wallet'),
    type: 'Virtual',
    maskedPan: '400000******4242',
    status: 'ACTIVE',
    validUntilDate: '2029-08-31',
    cardholderName: 'MADE UP',
    notification: { type: 'none', title: '', message: '' },
    orderInfo: { title: 'Issued', message: 'Nothing to deliver', orderedAt: 1_736_900_000, delivery: {} },
    permissions: Object.fromEntries(permissions.map((name, index) => [name, index % 2 === 0])),
    updatedAt: 1_736_900_120,
    isSmsBalanceNotification: true,
    designId: 'standard-black',
    version: 3,
  });
  bodies.set(id, made);
  return made;
};

/** `now` in milliseconds since 1970. */
export const tokenPair = (label: string, now: number): string => {
  const token = (kind: string) => `${kind}_${createHash('sha256').update(`${label}/${kind}`).digest('base64url')}`;
  const expiredAt = Math.floor(now / 1000) + 86_400;
  const part = (kind: string) => ({ token: token(kind), expiredAt, expiresIn: 86_400 });
  return JSON.stringify({ access: part('at'), refresh: part('rt') });
};

export interface Traffic {
  readonly exchanges: number;
  /** At the same time. */
  readonly sessions: number;
  /** Exchanges of one session, after which another session takes its place; without it, a session goes on to the end. */
  readonly length?: number;
  /** Requests a second, by the recorded times. */
  readonly perSecond: number;
}

const base = 'http://127.0.0.1:18080';
const answered = (body: string) => ({
  kind: 'answered' as const,
  response: {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'no-store'],
      ['content-length', String(Buffer.byteLength(body))],
    ] as const,
    body: Buffer.from(body),
  },
});

/** Sessions that run at the same time all log in first, and then take turns. */
function* exchanges({
  exchanges: count,
  sessions,
  length = Number.POSITIVE_INFINITY,
  perSecond,
}: Traffic): Generator<RecordedExchange> {
  const begins = Date.UTC(2026, 0, 15);
  const basic = `Basic ${Buffer.from('somebody:made-up-password').toString('base64')}`;
  const together = sessions * length;
  let tokens: readonly string[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = number < together ? 0 : Math.floor(number / together) * together;
    const isLogin = number - before < sessions;
    const session = number % sessions;
    const name = `session ${before} ${session}`;
    if (number === before)
      tokens = Array.from(
        { length: sessions },
        (_, index) => JSON.parse(tokenPair(`session ${before} ${index}`, begins)).access.token,
      );
    const times = { startedAt: begins + (number * 1000) / perSecond, sent: 0.1, answered: 0.4, ended: 0.5 };
    const id = ids[Math.floor(number / sessions) % ids.length]!;
    const body = '{"fingerprint":"a-device"}';
    yield isLogin
      ? {
          id: `b-${number}`,
          request: {
            method: 'POST',
            url: `${base}/v3/auth/token`,
            headers: [
              ['host', '127.0.0.1:18080'],
              ['authorization', basic],
              ['content-type', 'application/json'],
              ['content-length', String(body.length)],
            ],
            body: Buffer.from(body),
          },
          outcome: answered(tokenPair(name, times.startedAt)),
          times,
        }
      : {
          id: `b-${number}`,
          request: {
            method: 'GET',
            url: `${base}/v2/card/${id}`,
            headers: [
              ['host', '127.0.0.1:18080'],
              ['accept', 'application/json'],
              ['authorization', `Bearer ${tokens[session]}`],
            ],
          },
          outcome: answered(cardBody(id)),
          times,
        };
  }
}

const pieces = 1 << 20;

const written = (path: string, lines: Iterable<string>): void => {
  const file = openSync(path, 'w');
  let waiting = '';
  for (const line of lines) {
    waiting += line;
    if (waiting.length < pieces) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, waiting);
  closeSync(file);
};

export const writeRecording = (path: string, traffic: Traffic): void => {
  const redaction = createRedaction();
  written(
    path,
    (function* () {
      yield headerLine({ format, writtenBy: 'bench', at: new Date().toISOString(), about: {} });
      for (const exchange of exchanges(traffic)) yield exchangeLine(redaction.exchange(exchange));
    })(),
  );
};

/** Requests only, as GoReplay replays them. */
export const writeGor = (path: string, traffic: Traffic): void => {
  const separator = '\n🐵🙈🙉\n';
  written(
    path,
    (function* () {
      let number = 0;
      for (const { request, times } of exchanges(traffic)) {
        number += 1;
        const id = number.toString(16).padStart(24, '0');
        const target = request.url.slice(base.length);
        const head = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const body = request.body ? Buffer.from(request.body).toString() : '';
        yield `1 ${id} ${Math.round(times.startedAt * 1e6)} 0\n${request.method} ${target} HTTP/1.1\r\n${head}\r\n${body}${separator}`;
      }
    })(),
  );
};

/** Requests and answers as a browser saves them, to be replayed to an address. */
export const writeHar = (path: string, traffic: Traffic, address: string): void => {
  const named = (headers: readonly (readonly [string, string])[]) => headers.map(([name, value]) => ({ name, value }));
  written(
    path,
    (function* () {
      yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[\n';
      let between = '';
      for (const { request, outcome, times } of exchanges(traffic)) {
        if (outcome?.kind !== 'answered') continue;
        const { status, headers, body } = outcome.response;
        const size = { headersSize: -1, bodySize: -1 };
        const common = { httpVersion: 'HTTP/1.1', cookies: [], ...size };
        const sent = request.body && Buffer.from(request.body).toString();
        yield between +
          JSON.stringify({
            startedDateTime: new Date(times.startedAt).toISOString(),
            time: times.ended,
            request: {
              ...common,
              method: request.method,
              url: address + request.url.slice(base.length),
              headers: named(
                request.headers.map(
                  ([name, value]) => [name, name === 'host' ? new URL(address).host : value] as const,
                ),
              ),
              queryString: [],
              ...(sent && { postData: { mimeType: 'application/json', text: sent } }),
            },
            response: {
              ...common,
              status,
              statusText: 'OK',
              headers: named(headers),
              content: { size: body.length, mimeType: 'application/json', text: Buffer.from(body).toString() },
              redirectURL: '',
            },
            cache: {},
            timings: { send: 0, wait: times.ended, receive: 0 },
          });
        between = ',\n';
      }
      yield '\n]}}\n';
    })(),
  );
};
