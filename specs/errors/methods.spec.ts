// Methods that a path does not have (RFC 9110, section 15.5.6), and paths that do not exist (Errors / rule 3).
import { randomUUID } from 'node:crypto';
import { type OperationId, operationById, operations } from '../../contract/operations.ts';
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { leadingNowhere } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { inWords, responseOf, succeeded } from '../../subject/answers.ts';
import { eachOf, sendAll } from './support/odd-requests.ts';

requirement(
  'ERR-25',
  'a method that a path does not have gives 405 with Allow (RFC 9110 section 15.5.6)',
  async ({ api, untested }) => {
    const exchanges = await inParallel([...absent()], ([method, path]) =>
      unlessUntested(() => api.request(method, path)),
    );
    const telling = exchanges.filter((exchange) => exchange !== undefined).filter(isTelling);
    if (telling.length === 0) untested('an answer that tells whether a method is known');
    for (const exchange of telling) expect(exchange).toSatisfy(saysWhatIsAllowed);
  },
);

requirement(
  'ERR-33',
  "a path made up at random below /v1, /v2 or /v3, which is no resource of anybody's, is not answered with a success",
  async ({ api }) => {
    const paths = ['/v1', '/v2', '/v3'].flatMap((version) => [
      `${version}/${randomUUID()}`,
      `${version}/card-${randomUUID()}/${randomUUID()}`,
    ]);
    for (const exchange of await inParallel(paths, (path) => api.request('GET', path))) {
      expect(exchange).toSatisfy(isNoSuccess);
    }
  },
);

const isNoSuccess = (exchange: Exchange): Mismatch =>
  succeeded(exchange) ? { expected: '404, as there is no such resource', got: inWords(exchange) } : undefined;

const safe = ['GET', 'PROPFIND'];
/**
 * Tried only on things that do not exist, because a target may have such an operation although the specification does not show it.
 */
const unsafe = 'DELETE';

function* absent(): Iterable<readonly [method: string, path: string]> {
  for (const template of new Set([...operations.values()].map(({ path }) => path))) {
    const path = leadingNowhere(template);
    for (const method of template.includes('{id}') ? [...safe, unsafe] : safe) {
      if (![...operations.values()].some((one) => one.path === template && one.method === method)) yield [method, path];
    }
  }
}

/** A success shows an operation that the specification does not name. A 401 or 403 hides whether there is one. */
function isTelling(exchange: Exchange): boolean {
  const status = responseOf(exchange)?.status;
  return status !== undefined && status >= 400 && ![401, 403, 429].includes(status);
}

function saysWhatIsAllowed(exchange: Exchange): Mismatch {
  const response = responseOf(exchange);
  const allowed = response && header(response.headers, 'allow');
  if (response?.status === 405 && allowed !== undefined) return undefined;
  const got = `${response?.status}${allowed === undefined ? ' without Allow' : ` with Allow: ${allowed}`}`;
  return { expected: '405 with Allow', got };
}

requirement(
  'ERR-01',
  'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses',
  'odd methods',
  async (check) => {
    const { api, fixtures } = check;
    const paths = [...new Set([...operations.values()].map(({ path }) => leadingNowhere(path)))];
    const methods = ['HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'];
    await sendAll(
      check,
      paths.flatMap((path) => methods.map((method) => () => api.request(method, path, { as: 'nobody' }))),
    );
    // A target may tell the methods of an address only to known users, and answer HEAD as it would answer GET.
    await eachOf(paths, ['HEAD', 'OPTIONS'], (path, method) => api.request(method, path));
    const [card] = (await unlessUntested(fixtures.cards)) ?? [];
    const [payment] = fixtures.payments();
    const existing = [
      ...(card === undefined ? [] : [pathOf('readCard', card)]),
      ...(payment === undefined ? [] : [pathOf('readPayment', payment)]),
    ];
    await eachOf(existing, ['HEAD'], (path, method) => api.request(method, path));
  },
);

const pathOf = (id: OperationId, thing: string): string => operationById(id).path.replace('{id}', () => thing);
