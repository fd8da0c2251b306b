// The places where a document's marks say that secrets are sent.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { operations } from '../../../contract/operations.ts';
import type { Described } from '../../../contract/schema/described.ts';
import { plainName, readSecrets, secrets } from '../../../contract/secrets.ts';

const document = parse(readFileSync(new URL('../data/marked.yaml', import.meta.url), 'utf8'));
const resolve = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce((node, step) => node[step], document);
const marked = readSecrets(document, resolve);

const secretAt = (place: Described | undefined, ...steps: string[]): boolean => {
  let at = place;
  for (const step of steps) at = step === '[]' ? at?.items() : at?.member(step);
  return at?.secret ?? false;
};

test('marks are found through references, branches, conditions, items and recursion', () => {
  const body = marked.operations.get('readThing')?.response.body;

  const found = [
    ...['first', 'second', 'third', 'fourth', 'd'].map((name) => secretAt(body, name)),
    secretAt(body, 'keys', '[]', 'secret_key'),
    secretAt(body, 'child', 'child', 'child', 'first'),
  ];

  expect(found).toEqual(Array(7).fill(true));
});

test('marks of parameters and headers are found where they stand', () => {
  const { request, response } = marked.operations.get('readThing') ?? {};

  expect([...(request?.path ?? [])]).toEqual(['ticket']);
  expect([...(request?.query ?? [])].sort()).toEqual(['proof', 'session']);
  expect([...(request?.plainQuery ?? [])]).toEqual(['view']);
  expect([...(request?.headers ?? [])]).toEqual(['x-device']);
  expect([...(response?.headers ?? [])]).toEqual(['x-renewed']);
  expect([...marked.headers].sort()).toEqual(['x-device', 'x-renewed']);
});

test('a secret parameter without a name is noted', () => {
  const { request } = marked.operations.get('changeThing') ?? {};

  expect(request).toMatchObject({ unnamedQuery: true, plainQuery: new Set(['validate']) });
});

test('both content types of a body are covered', () => {
  const body = marked.operations.get('changeThing')?.request.body;

  expect([secretAt(body, 'code'), secretAt(body, 'pin')]).toEqual([true, true]);
});

test('a name is certain when it names nothing but secrets', () => {
  expect(marked.names.has('code')).toBe(true);
  expect(marked.certainNames.has('code')).toBe(false);
  for (const name of ['secretkey', 'pin', 'proof', 'session', 'signtoken', 'third'])
    expect([name, marked.certainNames.has(name)]).toEqual([name, true]);
});

test('a name of one or two letters counts only at its place', () => {
  expect(marked.names.has('d')).toBe(false);
});

test('spellings of a name are one name', () => {
  expect(['access_token', 'accessToken', 'Access-Token', 'ACCESS TOKEN'].map(plainName)).toEqual(
    Array(4).fill('accesstoken'),
  );
});

test('the contract has marks for every operation', () => {
  expect([...secrets.operations.keys()].sort()).toEqual([...operations.keys()].sort());
});

for (const [operation, side, ...steps] of [
  ['login', 'response', 'access', 'token'],
  ['login', 'response', 'refresh', 'token'],
  ['login', 'response', 'mfaToken'],
  ['refreshSession', 'request', 'token'],
  ['issueWebSocketToken', 'response', 'token'],
  ['exchangeSignToken', 'request', 'signToken'],
  ['exchangeSignToken', 'response', 'data', 'refreshToken'],
  ['confirmMfa', 'request', 'code'],
  ['confirmMfa', 'response', 'data', 'signToken'],
  ['readCardCredentials', 'response', 'pan'],
  ['readCardCredentials', 'response', 'email'],
  ['readCardV1', 'response', 'number'],
  ['readCardV1', 'response', 'phone3ds'],
  ['inviteMember', 'request', 'phone'],
  ['inviteMember', 'request', 'email'],
  ['setSmsBalanceNotification', 'response', 'mfaToken'],
] as const)
  test(`the contract marks ${steps.join('.')} in the ${side} of ${operation}`, () => {
    expect(secretAt(secrets.operations.get(operation)?.[side].body, ...steps)).toBe(true);
  });

test('the contract marks the names that matter and not those that do not', () => {
  for (const name of ['password', 'cvv', 'pin', 'pan', 'token', 'accesstoken', 'refreshtoken', 'mfatoken', 'signtoken'])
    expect([name, secrets.certainNames.has(name)]).toEqual([name, true]);
  for (const name of ['code', 'id', 'name', 'status', 'message', 'amount'])
    expect([name, secrets.certainNames.has(name)]).toEqual([name, false]);
});
