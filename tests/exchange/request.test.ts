// From operation and input to what goes over the wire.
import { expect, test } from '@playwright/test';
import { formOf, percentEncoded, queryOf, requestOf } from '../../exchange/request.ts';

const card = { method: 'GET', path: '/v2/card/{id}' };
const create = { method: 'POST', path: '/v2/member' };

test('a path is filled and its values are encoded', () => {
  const paths = ['7c0e', 'a/b?c#d', '..', 'ä ☕', '100%', '', 7].map((id) => requestOf(card, { path: { id } }).path);

  expect(paths).toEqual([
    '/v2/card/7c0e',
    '/v2/card/a%2Fb%3Fc%23d',
    '/v2/card/..',
    '/v2/card/%C3%A4%20%E2%98%95',
    '/v2/card/100%25',
    '/v2/card/',
    '/v2/card/7',
  ]);
});

test('bytes that are no UTF-8 are encoded as they are', () => {
  expect(requestOf(card, { path: { id: Buffer.from([0, 0xc3, 0x28]) } }).path).toBe('/v2/card/%00%C3%28');
});

test('a lone surrogate is encoded as the replacement character', () => {
  expect(percentEncoded('a\ud800')).toBe('a%EF%BF%BD');
});

test('a missing path value is an error that names it', () => {
  expect(() => requestOf(card)).toThrow('/v2/card/{id} needs a value for id');
});

for (const [style, query] of Object.entries({
  repeat: 'a=1&a=2&b=%2C',
  brackets: 'a[]=1&a[]=2&b=%2C',
  indexed: 'a[0]=1&a[1]=2&b=%2C',
  comma: 'a=1,2&b=%2C',
} as const))
  test(`a list in the query is written in the style ${style}`, () => {
    const lists = style as 'repeat' | 'brackets' | 'indexed' | 'comma';

    expect(requestOf(create, { query: { a: [1, 2], b: ',' }, queryLists: lists }).path).toBe(`/v2/member?${query}`);
    expect(formOf({ a: [1, 2], b: ',' }, lists)).toBe(query);
  });

test('absent fields are left out, null is empty, objects are nested', () => {
  expect(queryOf({ a: undefined, b: null, c: { d: { e: true }, f: [1] } })).toBe('b=&c[d][e]=true&c[f]=1');
});

test('an empty query leaves no question mark', () => {
  expect(requestOf(create, { query: { a: undefined } }).path).toBe('/v2/member');
});

test('a form is what a form parser reads back', () => {
  const fields = { 'a b': 'c d+e&f=g', ü: '~*!()', empty: '' };

  const read = Object.fromEntries(new URLSearchParams(formOf(fields)));

  expect(read).toEqual(fields);
});

test('a body brings its content type', () => {
  const requests = [
    requestOf(create, { body: { json: { a: [null, 'ä'] } } }),
    requestOf(create, { body: { form: { a: 1 } } }),
    requestOf(create, { body: { raw: '{', type: 'application/json; charset=utf-8' } }),
    requestOf(create, { body: { raw: Buffer.from([255]) } }),
    requestOf(create),
  ];

  expect(requests.map(({ headers, body }) => [headers, body])).toEqual([
    [[['content-type', 'application/json']], '{"a":[null,"ä"]}'],
    [[['content-type', 'application/x-www-form-urlencoded']], 'a=1'],
    [[['content-type', 'application/json; charset=utf-8']], '{'],
    [[], Buffer.from([255])],
    [[], undefined],
  ]);
});

test('a content type that is given wins', () => {
  const request = requestOf(create, { headers: [['Content-Type', 'text/plain']], body: { json: 1 } });

  expect(request.headers).toEqual([['Content-Type', 'text/plain']]);
});

test('what has no form in JSON is an error', () => {
  expect(() => requestOf(create, { body: { json: undefined } })).toThrow('no form in JSON');
});
