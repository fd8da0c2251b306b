// Bytes that no correct client sends: the reference service answers all of them, and never with a 5xx.
import { expect, test } from '@playwright/test';
import { routes } from '../../reference/http/routes.ts';
import { rawly, type Sent, started } from './acting.ts';

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const head = 'Host: x\r\nConnection: close\r\n';

const odd: Record<string, [bytes: string, wanted: number]> = {
  'no HTTP at all': ['hello\r\n\r\n', 400],
  'no Host': ['GET /v2/card HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  'a method that does not exist': [`FROBNICATE /v2/card HTTP/1.1\r\n${head}\r\n`, 400],
  'a method that nobody routes': [`PROPFIND /v2/card HTTP/1.1\r\n${head}\r\n`, 405],
  'two content lengths': [
    `POST /v3/auth/token HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
  ],
  'a length and a transfer coding': [
    `POST /v3/auth/token HTTP/1.1\r\n${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  'a negative length': [`POST /v3/auth/token HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`, 400],
  'bad percent-encoding in the path': [`GET /v2/card/%zz HTTP/1.1\r\n${head}\r\n`, 400],
  'bad percent-encoding in the query': [`GET /v2/card?status=%zz HTTP/1.1\r\n${head}\r\n`, 401],
  'a URL of 20,000 characters': [`GET /v2/card/${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, 431],
  'a header of 20,000 characters': [`GET /v2/card HTTP/1.1\r\n${head}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  'a NUL in a header': [`GET /v2/card HTTP/1.1\r\n${head}X: \0\r\n\r\n`, 400],
  'an encoded NUL in the path': [`GET /v2/card/%00 HTTP/1.1\r\n${head}\r\n`, 401],
  'a path with dots': [`GET /v2/../v2/card HTTP/1.1\r\n${head}\r\n`, 404],
  'an absolute URL': [`GET http://x/v2/card HTTP/1.1\r\n${head}\r\n`, 401],
};

for (const [name, [bytes, wanted]] of Object.entries(odd)) {
  test(`${name} is answered with ${wanted} in the standard shape`, async () => {
    await using service = await started();

    const answer = await rawly(service.url, bytes);

    expect(statusOf(answer)).toBe(wanted);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: wanted });
  });
}

const long = 'x'.repeat(1_000_000);
const bodies: Sent[] = [
  { json: JSON.parse('{"__proto__":{"fields":["cvv"]},"constructor":{"prototype":{}},"toString":1}') },
  { json: { fields: [long], fingerprint: long, id: [long], name: long, email: long, code: long, enabled: long } },
  { json: { fields: ['\0', '__proto__', 'constructor'], fingerprint: '\0', name: '\0\ud800', id: ['\0'], role: '\0' } },
  { json: { fields: null, fingerprint: [], name: [[]], email: {}, walletAccess: {}, amount: 1e308, id: {} } },
  { json: { amount: 1e-320, expiredAt: 1e300, account_number: -0, sort_code: 9e99, atmLimit: '1' } },
  { form: `fingerprint=%zz&token=%00&a[]=1&a[9999999]=2&__proto__=x&enabled[]=1&=&&&` },
  { raw: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, headers: { 'content-type': 'application/json' } },
  { raw: '{"fields":["cvv"],"fields":7}', headers: { 'content-type': 'application/json' } },
];

test('odd bodies and queries never meet a 5xx on any operation', async () => {
  await using service = await started();
  const bearer = await service.as('full');
  const { body: cards } = await bearer('GET', '/v2/card?status=ACTIVE');
  const query = '?status=%00&expand=__proto__,constructor&include=toString&validate=0&sort[]=id&%zz=%ff&trusted=1e9';

  for (const { security, method, path } of routes) {
    const send = security === 'bearer' ? bearer : security === 'basic' ? service.basic('full') : service.send;
    const place = path.replace('{id}', cards[0].id).replace('{type}', 'sms').replace('{requestId}', '%00');
    for (const body of method === 'GET' ? [{}] : bodies) {
      const seen = await send(method, `${place}${query}`, body);
      expect(seen.status, `${method} ${place}`).toBeLessThan(500);
      expect(seen.body, `${method} ${place}`).toBeDefined();
    }
  }
});

test('requests in a row on one connection are answered in a row', async () => {
  await using service = await started();
  const one = 'GET /v2/card HTTP/1.1\r\nHost: x\r\n\r\n';

  const answer = await rawly(service.url, one.repeat(3) + one.replace('Host: x', head.trimEnd()));

  expect(answer.match(/HTTP\/1\.1 401/g)).toHaveLength(4);
});
