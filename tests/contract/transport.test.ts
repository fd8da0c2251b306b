// Refusals for which the API is not blamed, and validation errors, which are judged by what they were meant to be.
import { expect, test } from '@playwright/test';
import { judge } from '../../contract/judge/judge.ts';
import type { Headers } from '../../contract/wire.ts';

const html: Headers = [['content-type', 'text/html']];
const json: Headers = [['content-type', 'application/json']];

const asBody = (asked?: string) => (asked === undefined ? {} : { body: Buffer.from(asked) });

function blamed(
  method: string,
  path: string,
  status: number,
  body: string,
  more: { headers?: Headers; sent?: Headers; asked?: string },
) {
  const request = { method, url: `http://127.0.0.1:1${path}`, headers: more.sent ?? [], ...asBody(more.asked) };
  const response = { status, headers: more.headers ?? html, body: Buffer.from(body) };
  const { findings } = judge(
    { request, outcome: { kind: 'answered', response } },
    { basePath: '', successStatuses: {}, includeParameter: 'with', expandParameter: 'expand' },
  );
  return findings.map(({ requirement }) => requirement).filter((id) => !['ERR-20', 'ERR-22', 'VER-04'].includes(id));
}

const page = '<h1>Bad Request</h1>';

for (const [what, path, sent] of [
  ['a head beyond what servers commonly read', '/v2/card', [['x-long', 'a'.repeat(9000)]]],
  ['a coded body', '/v2/card', [['content-encoding', 'gzip']]],
  ['a NUL in the path', '/v2/card/a%00b', []],
  ['a broken escape', '/v2/card/%zz', []],
  ['a hidden slash', '/v2/card/a%2fb', []],
  ['a dot segment', '/v2/card/..', []],
  ['an escape in the query that is no UTF-8', '/v2/card?a=%ff', []],
] as ReadonlyArray<readonly [string, string, Headers]>) {
  test(`an HTTP server may refuse ${what} in its own words`, () => {
    expect(blamed('GET', path, 400, page, { sent })).toEqual([]);
  });
}

test('a router may know no other type of a second factor than the two, and says so in its own words', () => {
  expect(blamed('POST', '/v2/mfa/email/sign/abc', 404, page, {})).toEqual([]);
  expect(blamed('POST', '/v2/mfa/email/sign/abc', 401, page, {})).toEqual(['AUTH-18', 'ERR-05']);
  expect(blamed('POST', '/v2/mfa/sms/sign/abc', 404, page, {})).toEqual(['ERR-17']);
});

test('a plain request is refused in the standard shape', () => {
  expect(blamed('GET', '/v2/card?status=NONE', 400, page, {})).toEqual(['ERR-04']);
});

test('a firewall may refuse an operator of a search, or a NUL, with a page, and the API in no shape of its own', () => {
  const refused = (asked: string, told: string, headers = html) =>
    blamed('PUT', '/v3/auth/token', 403, told, { asked, headers });

  expect(blamed('GET', '/v2/card?status%5B%24ne%5D=ACTIVE', 403, page, {})).toEqual([]);
  for (const asked of [
    '{"token":{"$ne":null}}',
    'token[$gt]=',
    'token%5B%24ne%5D=',
    '{"token":"a\\u0000b"}',
    'token=%00',
  ])
    expect(refused(asked, page), asked).toEqual([]);
  expect(refused('{"token":{"$ne":null}}', '')).toEqual([]);
  expect(refused('{"token":{"$ne":null}}', '{"detail":"no"}', json)).toContain('ERR-06');
  expect(refused('{"token":"costs $5"}', page)).toEqual(['ERR-06']);
});

test('an odd request is still answered by no server error', () => {
  expect(blamed('GET', '/v2/card/a%00b', 500, page, {})).toEqual(['ERR-01']);
});

test('501 is right for a method that no operation uses, and for no other', () => {
  expect(blamed('PROPFIND', '/v2/card', 501, page, {})).toEqual([]);
  expect(blamed('HEAD', '/v2/card', 501, '', {})).toEqual([]);
  expect(blamed('POST', '/v2/card', 501, page, {})).toEqual(['ERR-01']);
  expect(blamed('PROPFIND', '/v2/card', 500, page, {})).toEqual(['ERR-01']);
});

test('a success of open shape may have no body', () => {
  expect(blamed('PATCH', '/v2/card/a/sms-balance-notification', 204, '', { headers: [] })).toEqual([]);
});

test('a validation error is blamed for the shape that it was meant to have', () => {
  const refusal = (path: string, status: number, body: unknown) =>
    blamed(path === '/v3/auth/token' ? 'POST' : 'PUT', '/v3/auth/token', status, JSON.stringify(body), {
      headers: json,
    });

  expect(refusal('refresh', 400, { query: {}, body: ['token'] })).toEqual(['ERR-14']);
  expect(refusal('/v3/auth/token', 422, { status: 'ERROR', errors: ['fingerprint'] })).toEqual(['ERR-15']);
  expect(refusal('/v3/auth/token', 422, { message: 'no' })).toEqual([]);
  expect(refusal('/v3/auth/token', 422, { detail: 'no' })).toEqual(['ERR-17']);
  expect(refusal('/v3/auth/token', 400, { message: 'no' })).toEqual(['ERR-04']);
});
