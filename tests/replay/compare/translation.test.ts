// What the specification leaves open is translated to the other profile: JSON bodies, form bodies and lists in queries.
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { translation } from '../../../replay/shape/translation.ts';
import { writeList } from '../../../subject/lists.ts';
import { type ListSyntax, type Profile, readProfile } from '../../../subject/profile/profile.ts';

const profileWith = (open: object): Profile =>
  readProfile(
    stringify({ users: { full: { username: 'u@example.com', password: 'made-up' } }, open }),
    undefined,
    {},
    { url: 'http://127.0.0.1:1' },
  );

type Sent = 'json' | 'form';
const types: Readonly<Record<Sent, string>> = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** The body that is sent, after its type. */
const said = (from: object, to: object, operation: string, sent: Sent, body: string) => {
  const request = translation(profileWith(from), profileWith(to))(operation, {
    method: 'POST',
    path: '/made',
    headers: [['content-type', types[sent]]],
    body,
  });
  if ('because' in request) return request.because;
  const type = request.headers?.find(([name]) => name === 'content-type')?.[1];
  return `${Object.keys(types).find((key) => types[key as Sent] === type)} ${Buffer.from(request.body ?? '').toString()}`;
};

const sms = (name: string, values: string) => ({ smsField: { name, values } });

for (const [from, to, sent, body, expected] of [
  [sms('enabled', 'numbers'), sms('isOn', 'booleans'), 'json', '{"enabled":1}', 'json {"isOn":true}'],
  [
    sms('enabled', 'booleans'),
    sms('enabled', 'strings'),
    'json',
    '{"enabled":false,"x":2}',
    'json {"x":2,"enabled":"0"}',
  ],
  [sms('enabled', 'numbers'), sms('isOn', 'booleans'), 'form', 'enabled=0', 'form isOn=false'],
  [sms('enabled', 'strings'), sms('isOn', 'numbers'), 'form', 'tag=a&tag=b&enabled=1', 'form tag=a&tag=b&isOn=1'],
  [sms('enabled', 'numbers'), sms('isOn', 'numbers'), 'json', '{"enabled":"maybe"}', 'json {"isOn":"maybe"}'],
] as const)
  test(`the switch ${body} of ${JSON.stringify(from.smsField)} goes out as ${expected}`, () => {
    expect(said(from, to, 'setSmsBalanceNotification', sent, body)).toBe(expected);
  });

const payment = (kind: Sent, wallet: string) => ({
  bodies: { createPayment: { [kind]: { [wallet]: '<walletId>', amount: 12.5 } } },
});

test('members of JSON bodies are renamed, and everything else of them stays', () => {
  const from = payment('json', 'walletUuid');

  expect(
    said(
      from,
      payment('json', 'wallet'),
      'createPayment',
      'json',
      '{"walletUuid":"w","amount":9007199254740993.25,"deep":{"walletUuid":1}}',
    ),
  ).toBe('json {"wallet":"w","amount":9007199254740993.25,"deep":{"walletUuid":1}}');
});

test('members of form bodies are renamed, lists in them included', () => {
  const from = payment('form', 'walletUuid');

  expect(
    said(from, payment('form', 'wallet'), 'createPayment', 'form', 'tag[]=a&tag[]=b&walletUuid=w+1&amount=1'),
  ).toBe('form tag%5B%5D=a&tag%5B%5D=b&wallet=w+1&amount=1');
});

test('a body that the candidate takes as another kind becomes one', () => {
  const [asJson, asForm] = [payment('json', 'walletUuid'), payment('form', 'wallet')];

  expect(said(asJson, asForm, 'createPayment', 'json', '{"walletUuid":"w","amount":1.5,"flag":null}')).toBe(
    'form wallet=w&amount=1.5&flag=',
  );
  expect(said(asForm, asJson, 'createPayment', 'form', 'wallet=w&amount=1.50&reference=12')).toBe(
    'json {"walletUuid":"w","amount":1.5,"reference":"12"}',
  );
  // A body that a form cannot express is sent as it was recorded.
  expect(said(asJson, asForm, 'createPayment', 'json', '{"walletUuid":"w","more":{"deep":1}}')).toBe(
    'json {"wallet":"w","more":{"deep":1}}',
  );
  // A body that was sent in another form than the recorded profile says keeps its form.
  expect(said(asJson, asForm, 'createPayment', 'form', 'walletUuid=w')).toBe('form wallet=w');
});

test('a sign token moves between query, header and bodies of both kinds, and takes nothing else with it', () => {
  const places = (place: object) => ({ signTokenPlaces: { inviteMember: place } });
  const inBody = places({ in: 'body', name: 'signToken' });

  expect(
    said(
      inBody,
      places({ in: 'body', name: 'proof' }),
      'inviteMember',
      'form',
      'walletAccess[]=a&walletAccess[]=b&signToken=t',
    ),
  ).toBe('form walletAccess%5B%5D=a&walletAccess%5B%5D=b&proof=t');
  expect(
    said(inBody, places({ in: 'header', name: 'x-proof' }), 'inviteMember', 'json', '{"a":[1,2],"signToken":"t"}'),
  ).toBe('json {"a":[1,2]}');
});

const syntaxes: readonly ListSyntax[] = ['comma', 'repeat', 'brackets', 'indexed', 'json', 'space', 'pipe'];
const listed = (name: string, list: ListSyntax) =>
  writeList(name, list, ['currency', 'card'])
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');

for (const from of syntaxes)
  test(`a list of a query in the syntax ${from} is written in every other one`, () => {
    for (const to of syntaxes) {
      const request = translation(
        profileWith({ expand: { name: 'expand', list: from } }),
        profileWith({ expand: { name: 'with', list: to } }),
      )('readPayment', { method: 'GET', path: `/v2/payment/1?a=1&${listed('expand', from)}&z=2` });

      expect('path' in request && request.path).toBe(`/v2/payment/1?a=1&${listed('with', to)}&z=2`);
    }
  });

test('a list whose recorded syntax nobody declared is taken to have commas', () => {
  const request = translation(
    profileWith({ expand: 'expand' }),
    profileWith({ expand: { name: 'with', list: 'repeat' } }),
  )('readPayment', { method: 'GET', path: '/v2/payment/1?expand=currency,card' });

  expect('path' in request && request.path).toBe('/v2/payment/1?with=currency&with=card');
});
