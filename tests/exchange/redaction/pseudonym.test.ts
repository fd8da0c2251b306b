// Stand-ins for secrets, and the patterns that find secrets: what they find and what they leave alone.
import { expect, test } from '@playwright/test';
import { luhnSum } from '../../../contract/text/luhn.ts';
import { createKnownSecrets } from '../../../exchange/redaction/known-secrets.ts';
import { caught, isCardNumeral, looksSuspicious } from '../../../exchange/redaction/pattern-net.ts';
import { createPseudonyms, isPseudonym, newKey, pseudonymsIn } from '../../../exchange/redaction/pseudonym.ts';

const pseudonyms = createPseudonyms(newKey());
const secrets = [
  'hunter2',
  'a',
  '123',
  '123456',
  'x'.repeat(500),
  '4111111111111111',
  '07700900123',
  '+447700900123',
  'a@b.example',
  'ünï☕',
];

test('equal secrets have equal stand-ins under one key and others under another', () => {
  const others = createPseudonyms(newKey());

  for (const secret of secrets) {
    expect(pseudonyms.text(secret)).toBe(pseudonyms.text(secret));
    expect(pseudonyms.text(secret)).not.toBe(others.text(secret));
  }
  expect(new Set(secrets.map(pseudonyms.text)).size).toBe(secrets.length);
});

test('a key handed on gives the same stand-ins', () => {
  const key = newKey();

  expect(createPseudonyms(key).text('hunter2')).toBe(createPseudonyms(Buffer.from(key)).text('hunter2'));
});

test('stand-ins keep the form that a schema may ask for', () => {
  expect(pseudonyms.text('4111111111111111')).toMatch(/^900000\d{10}$/);
  expect(pseudonyms.text('07700900123')).toMatch(/^0000\d{7}$/);
  expect(pseudonyms.text('+447700900123')).toMatch(/^\+0000\d{8}$/);
  expect(pseudonyms.text('a@b.example')).toMatch(/^~[\w-]{11}@redacted\.invalid$/);
  expect(pseudonyms.text('123456')).toMatch(/^~[\w-]{5}$/);
  expect(pseudonyms.text('a much longer secret than that')).toMatch(/^~[\w-]{11}$/);
  expect(pseudonyms.number('123')).toMatch(/^900000\d{9}$/);
  expect(pseudonyms.number('-1.5e3')).toMatch(/^900000\d{9}$/);
  expect(pseudonyms.number('4111111111111111')).toBe(pseudonyms.text('4111111111111111'));
  expect(Number.isSafeInteger(Number(pseudonyms.number('123')))).toBe(true);
});

test('stand-ins are recognised, stay as they are, and no card number is one', () => {
  const others = createPseudonyms(newKey());
  const shown = [...secrets.map(pseudonyms.text), pseudonyms.number('123')];

  for (const pseudonym of shown) {
    expect([pseudonym, isPseudonym(pseudonym)]).toEqual([pseudonym, true]);
    expect(others.text(pseudonym)).toBe(pseudonym);
    expect(caught(pseudonym, () => 'CAUGHT')).toBe(pseudonym);
    if (/^\d+$/.test(pseudonym)) expect(luhnSum(pseudonym)).not.toBe(0);
  }
  for (const secret of [...secrets, '~abcdefghijk', '9000001234567890', '~/.ssh/id'])
    expect([secret, isPseudonym(secret)]).toEqual([secret, false]);
});

test('stand-ins are found in a text', () => {
  const shown = [pseudonyms.text('hunter2'), pseudonyms.text('4111111111111111'), pseudonyms.text('a@b.example')];

  const found = pseudonymsIn(`{"a":"${shown[0]}","b":${shown[1]},"c":"~not-one","d":"${shown[2]}"}`);

  expect(found.map(({ pseudonym }) => pseudonym)).toEqual(shown);
});

test('nothing has no stand-in', () => {
  expect(pseudonyms.text('')).toBe('');
});

const mask = (secret: string) => `<${secret}>`;

for (const [text, expected] of [
  ['card 4111111111111111 is blocked', 'card <4111111111111111> is blocked'],
  ['pan=4111111111111111&x', 'pan=<4111111111111111>&x'],
  ['4111 1111 1111 1111', '<4111111111111111>'],
  ['4111-1111-1111-1111', '<4111111111111111>'],
  ['amex 3782 822463 10005.', 'amex <378282246310005>.'],
  ['4222222222222', '<4222222222222>'],
  ['6304000000000000000', '<6304000000000000000>'],
  ['Authorization: Bearer abc.def-123', 'Authorization: Bearer <abc.def-123>'],
  ['Basic dXNlcjpwYXNzd29yZA==', 'Basic <dXNlcjpwYXNzd29yZA==>'],
  [
    'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln expired',
    'token <eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln> expired',
  ],
  ['ask jane.doe+x@mail.example.com.', 'ask <jane.doe+x@mail.example.com>.'],
  ['jürgen@bücher.example', '<jürgen@bücher.example>'],
  ['to=a%40b.example', 'to=<a@b.example>'],
  ['https://user:pass@host.example/x', 'https://<user>:<pass>@host.example/x'],
] as const)
  test(`the net catches ${JSON.stringify(text)}`, () => {
    expect(looksSuspicious(text)).toBe(true);
    expect(caught(text, mask)).toBe(expected);
  });

const times = Array.from({ length: 400 }, (_, i) => 1_700_000_000_000 + i * 86_461_007);
for (const [what, texts] of Object.entries({
  'times in milliseconds': times.map(String),
  'times in microseconds': times.map((time) => `${time}${time % 1_000}`.padEnd(16, '7').slice(0, 16)),
  'times in nanoseconds': times.map((time) => `${time}123456`),
  'times in a sentence': times.map((time) => `updated at ${time}, later ${time + 1}`),
  UUIDs: [
    '41111111-1111-4111-8111-111111111111',
    '00000000-0000-4000-8000-000000000000',
    '12345678-1234-1234-1234-123456789012',
    '4111111111111111a111111111111111',
  ],
  digests: ['sha256:4111111111111111abcdef4111111111111111', 'e4111111111111111'],
  'masked card numbers': ['411111******1111', '4111 11** **** 1111'],
  IBANs: [
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    'GB29 NWBK 6016 1331 9268 19',
  ],
  'amounts and rates': [
    '0.4111111111111111',
    '1.4111111111111111',
    '4111111111111111.5',
    '12345.67',
    '1,234,567,890,123',
  ],
  'numbers that fail the rule of Luhn': ['4111111111111112', '4111 1111 1111 1112'],
  'short and long runs of digits': ['411111111111', '41111111111111111111'],
  prose: [
    'Bearer authentication is required',
    'Basic realm="api"',
    'Bearer error="invalid_token"',
    'basically nothing',
    'meet @ noon, @home',
    '2024-11-20 10:00:00',
    '2024-01-02 1234-5678',
    'v1.payment.create',
  ],
}))
  test(`the net leaves ${what} alone`, () => {
    for (const text of texts) expect(caught(text, mask)).toBe(text);
  });

test('an unmarked number is a card number only by brand', () => {
  expect(['4111111111111111', '5555555555554444', '378282246310005', '2221000000000009'].map(isCardNumeral)).toEqual(
    Array(4).fill(true),
  );
  expect(times.some((time) => isCardNumeral(String(time)))).toBe(false);
  expect(['7992739871300000', '4222222222222', '5000000000000'].some(isCardNumeral)).toBe(false);
});

test('the quick look never overlooks what the net would catch', () => {
  const pieces = [
    '4111111111111111',
    '3782-822463-10005',
    '4111 1111 1111 1111',
    'BEARER Abcdefgh1',
    'a@b.cd',
    'x%40y.zw',
  ];

  for (const piece of pieces)
    for (const around of ['', ' ', '"', '(', ':', '/', '=', '.', ','])
      if (caught(`${around}${piece}${around}`, () => 'CAUGHT').includes('CAUGHT'))
        expect(looksSuspicious(`${around}${piece}${around}`)).toBe(true);
});

test('known secrets are found in all their forms', () => {
  const secret = 'pä s/s"w&rd+1';
  const known = createKnownSecrets([secret]);
  const base64 = (user: string) => Buffer.from(`${user}:${secret}:more`).toString('base64');

  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    base64('u'),
    base64('us'),
    base64('use'),
    Buffer.from(`u:${secret}`).toString('base64url'),
  ];

  for (const form of forms) {
    expect([form, known.in(`x: ${form}!`)]).toEqual([form, true]);
    const masked = known.masked(`x: ${form}!`, () => '***');
    expect([form, masked]).toEqual([form, masked.includes('=') ? `x: ***=!` : 'x: ***!']);
  }
});

test('many known secrets are told apart, also side by side', () => {
  const all = Array.from({ length: 500 }, (_, i) => `token-${i}-${(i * 7919).toString(36)}-end`);
  const known = createKnownSecrets(all);

  const masked = known.masked(all.join('|'), (secret) => `<${all.indexOf(secret)}>`);

  expect(masked).toBe(all.map((_, i) => `<${i}>`).join('|'));
});

test('a known secret that is added later is found from then on', () => {
  const known = createKnownSecrets();
  expect(known.in('the secretest')).toBe(false);

  known.add('secretest');

  expect(known.masked('the secretest', () => '***')).toBe('the ***');
});

test('a short known secret is masked only where it stands alone', () => {
  const known = createKnownSecrets(['123456', 'abcd', 'xyz']);

  expect(known.masked('1234567 or 123456, a123456', () => '*')).toBe('1234567 or *, a123456');
  expect(known.masked('abcd', () => '*')).toBe('*');
  expect(known.masked('abcd or xyz', () => '*')).toBe('abcd or xyz');
  expect(known.masked('xyz', () => '*')).toBe('xyz');
});
