// A small lawful server with adjustable behaviour: the parts of the API that sessions and discovery use.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Card {
  readonly id: string;
  readonly legacyId: number;
  readonly status: string;
  readonly type: string;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Fields of a JSON or form body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Habits {
  readonly names?: Partial<Record<'status' | 'type' | 'sort' | 'include' | 'expand', string>>;
  /** The requested values, in whatever notation; by default they are separated by commas. */
  readonly listed?: (query: URLSearchParams, name: string) => readonly string[];
  readonly unknownParameters?: 'ignored' | 'refused';
  readonly wrongValues?: 'ignored' | 'refused';
  readonly cards?: readonly Card[];
  /** Divides a list into pages. */
  readonly page?: (cards: readonly unknown[], request: Received, url: string) => Reply;
  /** Further parameters that the target knows. */
  readonly known?: readonly string[];
  /** How many sessions a user may have at a time; without it, any number. */
  readonly sessions?: number;
  /** Seconds that a token pair is valid, and what it says of its expiry. */
  readonly lifetime?: number;
  readonly expiry?: (seconds: number) => Readonly<Record<string, unknown>>;
  /** Called first; undefined leaves the request to the usual handling. */
  readonly before?: (request: Received) => Reply | undefined;
}

export interface SmallTarget {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const paymentId = uuid(900);
/** A payment whose only expansion is its currency. */
export const plainPaymentId = uuid(901);

const statuses = ['ACTIVE', 'BLOCKED', 'CLOSED', 'ORDERED'];
const types = ['ChipAndPin', 'Virtual', 'Disposable'];
export const manyCards: readonly Card[] = Array.from({ length: 9 }, (_, index) => ({
  id: uuid(100 + ((index * 7) % 9)),
  legacyId: 100 + ((index * 7) % 9),
  status: statuses[index % statuses.length]!,
  type: types[index % types.length]!,
}));

export async function startSmallTarget(habits: Habits = {}): Promise<SmallTarget> {
  const received: Received[] = [];
  const tokens = new Map<string, number>();
  let issued = 0;

  const pair = (): Reply => {
    const kept = habits.sessions === undefined ? tokens.size : 2 * (habits.sessions - 1);
    for (const token of [...tokens.keys()].slice(0, Math.max(0, tokens.size - kept))) tokens.delete(token);
    const seconds = habits.lifetime ?? 3600;
    const expiry = habits.expiry ?? ((left) => ({ expiredAt: Math.floor(Date.now() / 1000) + left, expiresIn: left }));
    const token = () => {
      issued += 1;
      tokens.set(`token-${issued}`, Date.now() + seconds * 1000);
      return { token: `token-${issued}`, ...expiry(seconds) };
    };
    return { status: 200, json: { access: token(), refresh: token() } };
  };

  const holds = (token: string) => (tokens.get(token) ?? 0) > Date.now();

  const names = { status: 'status', type: 'type', sort: 'sort', include: 'include', expand: 'expand', ...habits.names };
  const listed = habits.listed ?? ((query, name) => query.get(name)?.split(',') ?? []);

  function answer(request: Received): Reply {
    const early = habits.before?.(request);
    if (early) return early;
    const { method, path, headers, fields } = request;
    if (path === '/v3/auth/token' && method === 'POST') {
      return headers.authorization === basic('ann', 'open sesame') ? pair() : refusal(401, 'bad credentials');
    }
    if (path === '/v3/auth/token' && method === 'PUT') {
      return holds(String(fields.token)) ? pair() : { status: 404, json: { message: 'no such token' } };
    }
    if (!holds(headers.authorization?.replace('Bearer ', '') ?? '')) return refusal(401, 'no session');
    if (path === '/v2/card')
      return list(
        request,
        (card) => ({ ...current(card) }),
        (card) => card.id,
      );
    if (path === '/v1/card') return list(request, legacy, (card) => String(card.legacyId).padStart(9, '0'));
    if (path.startsWith('/v1/card/')) return detail(request);
    if (path === `/v2/payment/${paymentId}`) return payment(request, { card: { id: 1 } });
    if (path === `/v2/payment/${plainPaymentId}`) return payment(request);
    return refusal(404, 'nothing here');
  }

  const unexpected = ({ query }: Received, known: readonly string[]) =>
    habits.unknownParameters === 'refused' &&
    [...query.keys()].some(
      (key) => ![...known, ...(habits.known ?? [])].includes(key.replace(/\[\d*\]$/, '')) && !known.includes(key),
    );

  function list(request: Received, written: (card: Card) => unknown, key: (card: Card) => string): Reply {
    const { query } = request;
    if (unexpected(request, [names.status, names.type, names.sort])) return refusal(400, 'unknown parameter');
    const wanted = { status: query.get(names.status), type: query.get(names.type), sort: query.get(names.sort) };
    const wrong =
      (wanted.status && ![...statuses, 'PROCESS', 'DISPATCHED'].includes(wanted.status)) ||
      (wanted.type && !types.includes(wanted.type)) ||
      (wanted.sort && !['id', '-id'].includes(wanted.sort));
    if (wrong && habits.wrongValues === 'refused') return refusal(400, 'wrong value');
    const kept = (habits.cards ?? manyCards).filter(
      (card) => (!wanted.status || card.status === wanted.status) && (!wanted.type || card.type === wanted.type),
    );
    const rising = [...kept].sort((one, other) => (key(one) < key(other) ? -1 : 1));
    const sorted = wanted.sort === 'id' ? rising : wanted.sort === '-id' ? rising.reverse() : kept;
    const items = sorted.map(written);
    return habits.page ? habits.page(items, request, url) : { status: 200, json: items };
  }

  function detail(request: Received): Reply {
    if (unexpected(request, [names.include])) return refusal(400, 'unknown parameter');
    const card = (habits.cards ?? manyCards).find(({ legacyId }) => request.path === `/v1/card/${legacyId}`);
    if (!card) return refusal(404, 'no card');
    const wanted = listed(request.query, names.include);
    const extras: Record<string, unknown> = { limits: { updatedAtMs: 1 }, phone3ds: '+37060000000', cvv: 123 };
    return { status: 200, json: { ...(legacy(card) as object), ...picked(extras, wanted) } };
  }

  function payment(request: Received, others: Record<string, unknown> = {}): Reply {
    if (unexpected(request, [names.expand])) return refusal(400, 'unknown parameter');
    const objects: Record<string, unknown> = { currency: { id: 'EUR', name: 'Euro' }, ...others };
    return { status: 200, json: { uuid: paymentId, ...picked(objects, listed(request.query, names.expand)) } };
  }

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://small');
      const type = request.headers['content-type'] ?? '';
      const seen: Received = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body,
        fields: fieldsOf(type, body),
      };
      received.push(seen);
      const { status, json, text, headers = {} } = answer(seen);
      const content = text ?? (json === undefined ? '' : JSON.stringify(json));
      response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : 'text/html', ...headers });
      response.end(content);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const current = ({ id, status, type }: Card) => ({ id, status, type, walletId: uuid(700) });
const legacy = ({ id, legacyId, status, type }: Card): unknown => ({
  id: legacyId,
  uuid: id,
  status,
  type,
  wallet_id: 7,
});

const picked = (objects: Readonly<Record<string, unknown>>, wanted: readonly string[]) =>
  Object.fromEntries(Object.entries(objects).filter(([key]) => wanted.includes(key)));

export const refusal = (status: number, message: string): Reply => ({
  status,
  json: { name: 'Error', message, status },
});

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

function fieldsOf(type: string, body: string): Readonly<Record<string, unknown>> {
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The environment that lets the full user of a small target log in. */
export const credentials = { ASSAY_USERNAME: 'ann', ASSAY_PASSWORD: 'open sesame' };

/** A JWT with these claims; nobody checks its signature. */
export const jwt = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), 'sign'].map((part) => Buffer.from(part).toString('base64url')).join('.');
