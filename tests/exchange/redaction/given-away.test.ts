// Secrets that a name reveals, in every part and format of an exchange, and similar values that stay.
import { expect, test } from '@playwright/test';
import { isPseudonym, pseudonymsIn } from '../../../exchange/redaction/pseudonym.ts';
import { createRedaction, type RedactionOptions } from '../../../exchange/redaction/redaction.ts';
import { exchangeOf, type Parts, redacted } from './redacting.ts';

const json = (value: unknown) => JSON.stringify(value);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The redacted body of a request outside the contract. */
const bodyOf = (body: string, type?: string, options?: RedactionOptions): string =>
  redacted({ method: 'POST', path: '/elsewhere', body, ...(type && { type }) }, options).body;
const jsonOf = (value: unknown, options?: RedactionOptions) => JSON.parse(bodyOf(json(value), undefined, options));

test('headers that give a secret away are hidden under their names, with the scheme before it', () => {
  const { headers, answerHeaders } = redacted({
    headers: [
      ['X-Api-Key', 'abc'],
      ['x-auth-token', 'Bearer abc'],
      ['X-Forwarded-Authorization', 'Basic dTpw'],
      ['Idempotency-Key', 'abc'],
      ['X-Token-Type', 'jwt'],
      ['X-Note', 'api_key=abc; page=2'],
    ],
    answerHeaders: [
      ['X-Session-Id', 'abc'],
      ['Link', '<https://x.example/?token=abc&page=2>; rel="next"'],
    ],
  });

  const values = [...headers, ...answerHeaders.slice(1)].map(([, value]) => value);
  const standIn = '~[\\w-]+';
  expect(values).toEqual([
    ...[standIn, `Bearer ${standIn}`, `Basic ${standIn}`].map((each) => expect.stringMatching(new RegExp(`^${each}$`))),
    ...['abc', 'jwt', expect.stringMatching(/^api_key=~[\w-]+; page=2$/)],
    expect.stringMatching(/^~[\w-]+$/),
    expect.stringMatching(/^<https:\/\/x\.example\/\?token=~[\w-]+&page=2>; rel="next"$/),
  ]);
});

test('queries, fragments and parameters of the path', () => {
  const query = 'api_key=abc&user%5Bpassword%5D=abc&tokenType=jwt&expiresIn=3600&page=2';
  const { path } = redacted({ path: `/else;jsessionid=abc/where;v=1?${query}#access_token=abc&state=4` });

  expect(path).not.toContain('abc');
  expect(path.replaceAll(/~[\w-]+/g, '~')).toBe(
    '/else;jsessionid=~/where;v=1?api_key=~&user%5Bpassword%5D=~&tokenType=jwt&expiresIn=3600&page=2#access_token=~&state=4',
  );
});

test('forms and the parts of a multipart body', () => {
  const form = bodyOf(
    'client_secret=abc&new_password=abc&scope=a+b&code_verifier=abc',
    'application/x-www-form-urlencoded',
  );
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const parts = bodyOf(
    `${part('api_key', 'abc')}${part('note', 'x', '; filename="token"')}${part('m', '{"otp":"abc"}', '\r\nContent-Type: application/json')}--b--\r\n`,
    'multipart/form-data; boundary=b',
  );

  expect(form.replaceAll(/~[\w-]+/g, '~')).toBe('client_secret=~&new_password=~&scope=a+b&code_verifier=~');
  expect(parts).not.toContain('abc');
  expect(parts).toContain(part('note', 'x', '; filename="token"'));
  expect(parts.endsWith('\r\n--b--\r\n')).toBe(true);
});

test('members of JSON, by what their names mean and their values are', () => {
  const plain = {
    ...{ secretary: 'Jane', tokenType: 'bearer', passwordPolicy: 'strong', expiresIn: 3600, apiKeyCount: 3, tokens: 5 },
    ...{
      canGetCvv: true,
      canSetPassword: 'yes',
      password: true,
      otp: null,
      pin: 0,
      apiKey: 'required',
      publicKey: 'abc',
    },
  };
  const shown = jsonOf({
    ...plain,
    clientSecret: 'abc',
    newPassword: 'abc',
    cvc2: '999',
    csc: 987,
    'api.key': 'abc',
    tokenList: 'abc',
    apiKeys: ['abc', 'abd'],
    pins: [1234, 5678],
    token: { value: 'abcd', type: 'bearer', expiresIn: 3600 },
  });

  expect(shown).toMatchObject(plain);
  expect(shown.tokenList).toBe('abc');
  for (const name of ['clientSecret', 'newPassword', 'cvc2', 'csc', 'api.key'])
    expect([name, isPseudonym(String(shown[name]))]).toEqual([name, true]);
  expect(shown.clientSecret).toBe(shown.apiKeys[0]);
  expect(shown.apiKeys[1]).not.toBe(shown.apiKeys[0]);
  expect(shown.pins.every((pin: number) => isPseudonym(String(pin)))).toBe(true);
  expect(shown.token).toEqual({ value: expect.stringMatching(/^~/), type: 'bearer', expiresIn: 3600 });
});

test('elements and attributes of XML, with everything else as it was', () => {
  const before =
    '<?xml version="1.0"?>\n<a:Login xmlns:a="u" apiKey="abc" tokenType=\'jwt\'><!-- password=abc --><wsse:Password Type="Text">abc &amp; abc</wsse:Password>';
  const after =
    '<secretary>J &lt; K</secretary><otp/><password><![CDATA[abc]]></password><param name="clientSecret">abc</param><add key="ApiKey" value="abc"/><canGetCvv>true</canGetCvv><token><expiresIn>3600</expiresIn><v>abc</v></token></a:Login>';

  const shown = bodyOf(before + after, 'application/xml');

  expect(shown.replaceAll(/~[\w-]+/g, '~')).toBe((before + after).replace('abc &amp; abc', '~').replaceAll('abc', '~'));
});

for (const [what, text] of Object.entries({
  'an element that is cut off': '<a><password>abc',
  'an attribute that is cut off': '<a password="abc',
  'an attribute without quotes': '<a password=abc>',
  'ends that do not match': '<a></b><password>abc</c></password>',
  'a page of HTML': '<!doctype html><form><input name="csrf_token" value="abc"><br><p>x</p>',
  'markup within text': 'sent <Login><pwd>abc</pwd></Login> at noon',
  'escaped markup': '<log>&lt;password&gt;abc&lt;/password&gt;</log>',
}))
  test(`markup is redacted: ${what}`, () => {
    expect(bodyOf(text, 'text/xml')).not.toContain('abc');
  });

test('text within text: JSON, forms, markup and messages in a string', () => {
  const shown = jsonOf({
    log: json({ apiKey: 'abc' }),
    sent: 'user=jane&password=abc',
    xml: '<a><pin>abc</pin></a>',
    message: 'signed in with password=abc at https://x.example/?api_key=abc&page=2, token: expired',
    raw: 'POST / HTTP/1.1\nX-Api-Key: abc\n\n{"otp":"abc"}',
  });

  expect(json(shown)).not.toContain('abc');
  expect(shown.message.replaceAll(/~[\w-]+/g, '~')).toBe(
    'signed in with password=~ at https://x.example/?api_key=~&page=2, token: expired',
  );
});

test('text in base64 that hides a secret is a secret as a whole, and any other stays', () => {
  const plain = {
    cursor: base64('{"id":5,"page":2}'),
    picture: Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 73) % 256)).toString('base64'),
    digest: 'uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=',
    word: 'Authorization',
  };
  const shown = jsonOf({
    ...plain,
    state: base64('{"password":"abc"}'),
    web: Buffer.from('{"password":"abc?~"}').toString('base64url'),
    uri: `data:application/json;base64,${base64('{"cvv":123,"pin":9876}')}`,
    deep: base64(json({ inner: base64('user=jane&password=abc') })),
    known: base64('it is hunter2-of-the-profile!'),
  });

  expect(shown).toMatchObject(plain);
  for (const name of ['state', 'web', 'deep', 'known'])
    expect([name, isPseudonym(shown[name])]).toEqual([name, name !== 'known']);
  expect(shown.uri).toMatch(/^data:application\/json;base64,~[\w-]+$/);
  expect(isPseudonym(jsonOf({ known: shown.known }, { known: ['hunter2-of-the-profile'] }).known)).toBe(true);
  const inHeader = redacted({ headers: [['X-State', base64('{"password":"abc"}')]] });
  expect(isPseudonym(inHeader.headers[0]![1])).toBe(true);
});

test('a card number that is masked already is no secret, wherever it stands', () => {
  const masked = ['555555******4444', '5555 55** **** 4444', '************4444', 'xxxx-xxxx-xxxx-4444'];
  const shown = jsonOf({
    cardNumber: masked[0],
    pan: masked[1],
    number: masked[2],
    list: masked,
    'card number': masked[3],
  });

  expect(shown).toEqual({
    cardNumber: masked[0],
    pan: masked[1],
    number: masked[2],
    list: masked,
    'card number': masked[3],
  });
  const answer = json({ info: { cardNumber: masked[0] }, card: { maskedNumber: masked[0] } });
  expect(redacted({ path: '/v2/payment/7', answer }).answer).toBe(answer);
  expect(bodyOf(`cardNumber=${masked[0]}`, 'application/x-www-form-urlencoded')).toBe(`cardNumber=${masked[0]}`);
  for (const pan of ['5555555555554444', '555555555555**44', '********'])
    expect([pan, isPseudonym(jsonOf({ pan }).pan)]).toEqual([pan, true]);
});

test('a private key in PEM is hidden, a certificate is not', () => {
  const pem = (what: string) => `-----BEGIN ${what}-----\nMIIabc\n-----END ${what}-----\n`;
  const shown = jsonOf({ note: `here: ${pem('RSA PRIVATE KEY')}`, ca: pem('CERTIFICATE') });

  expect(shown.note).toMatch(/^here: ~[\w-]+\n$/);
  expect(shown.ca).toBe(pem('CERTIFICATE'));
});

const everywhere: Parts = {
  method: 'POST',
  path: '/else;sid=abcdef?api_key=abcdef#token=abcdef',
  headers: [
    ['X-Api-Key', 'abcdef'],
    ['X-Tenant', 'demo'],
    ['X-Note', `state ${base64('{"password":"abcdef"}')}`],
  ],
  body: json({
    apiKey: 'abcdef',
    state: base64('{"pin":"abcdef"}'),
    xml: '<pin>abcdef</pin>',
    say: 'otp=abcdef KND-1234',
    pins: [12],
  }),
  answerType: 'application/xml',
  answer: '<a pin="abcdef"><otp>abcdef &quot;</otp>KND-1234</a>',
};

test('redacting what names give away twice changes nothing more, under another key', () => {
  const rules = { headers: ['X-Tenant'], names: ['xml'], paths: ['/say'], patterns: ['KND-\\d+', '[\\w-]{8,}'] };

  const once = createRedaction(rules).exchange(exchangeOf(everywhere));

  expect(createRedaction(rules).exchange(once)).toEqual(once);
  expect(json(once)).not.toContain('abcdef');
});

test('equal secrets have equal stand-ins in every format', () => {
  const { path, headers, body, answer } = redacted(everywhere);

  const found = [path, headers[0]![1], body, answer].map(
    (text) => pseudonymsIn(decodeURIComponent(text))[0]?.pseudonym,
  );
  expect(new Set(found).size).toBe(1);
});

// A search with backtracking takes hours over these.
for (const [what, text] of Object.entries({
  'one long word': 'x'.repeat(2_000_000),
  'names and nothing else': 'password '.repeat(200_000),
  'parts without a head': 'name="x"\n'.repeat(200_000),
  'tags that never end': '<a '.repeat(500_000),
  'ends of nothing': `${'<a>'.repeat(200_000)}${'</b>'.repeat(200_000)}`,
  'brackets of nothing': '< '.repeat(500_000),
  'a private key over and over': '-----BEGIN PRIVATE KEY-----'.repeat(50_000),
  'coded words': `${base64('x'.repeat(1_000_000))} `.repeat(2),
  'braces in braces': json(json(json(json(json(json('{"password":"'.repeat(1_000))))))),
}))
  test(`a body of ${what} is redacted in the time that its length takes`, () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=b', 'application/json'])
      expect(bodyOf(text, type).length).toBeGreaterThan(0);
  });

const doubtful = ['X-Session', 'Session', 'auth', 'Authentication', 'X-Ticket', 'ticket', 'X-Refresh', 'mfa', 'tan'];

test('a name that means a secret as often as something else hides what looks like one, in every part of an exchange', () => {
  const login = { method: 'POST', path: '/v3/auth/token', type: 'application/json' };
  const values = ['Sup3rPw99', '4f9ad0c83b2e4f7796aa'];
  for (const value of values) {
    const members = Object.fromEntries(doubtful.map((name) => [name, value]));
    const query = new URLSearchParams({ ...members, code: value, pw: value, page: '2' });
    const shown = json(
      redacted({
        ...login,
        path: `${login.path}?${query}`,
        headers: Object.entries({ ...members, 'X-Pass': value, 'X-Api-Pass': value, 'X-Credential': value }),
        body: json({ ...members, code: value, pw: value, secret_answer: value, credentials: `u:${value}` }),
        answerHeaders: Object.entries(members),
        answer: json({ ...members, nested: [{ session: value }] }),
      }),
    );
    expect(shown).not.toContain(value);
    expect(shown).toContain('page=2');
  }
});

test('a code of digits is hidden where it confirms something', () => {
  const { path, body } = redacted({
    ...{ method: 'POST', path: '/v3/auth/token?tan=839201&code=839202&page=1234', type: 'application/json' },
    body: json({ tan: '839203', mfa: 839204, code: '839205', login: { mfa: [{ code: 839206 }] }, page: 1234 }),
  });

  expect(path.replaceAll(/=(?!1234)[^&]+/g, '=~')).toBe('/v3/auth/token?tan=~&code=~&page=1234');
  expect(path + body).not.toMatch(/83920\d/);
  expect(JSON.parse(body)).toMatchObject({ page: 1234 });
});

test('what such a name says otherwise stays: words, dates, counts, codes of errors, currencies and purposes', () => {
  const said = {
    ...{
      session: 'active',
      lastSession: '2026-01-31T10:00:00Z',
      auth: 'basic',
      authentication: 'OAUTH2',
      refresh: 3600,
    },
    ...{
      ticket: 'ABC-1234',
      mfa: 'SMS_REQUIRED',
      hasSession: 'yes12345',
      type: 'error2types',
      currency: { code: 'EUR' },
    },
    help: { auth: 'https://target.example/help/2' },
  };
  const order = { purposeCode: { code: '100234', name: 'Rent' } };
  const answer = { ...said, error: { code: 400123, type: 'limit1exceeded' }, code: '400123' };

  const shown = redacted({
    ...{ method: 'POST', path: '/v3/payment', type: 'application/json' },
    ...{ body: json({ ...said, ...order }), status: 400, answer: json({ ...answer, ...order }) },
    answerHeaders: [
      ['Refresh', '5; url=/v2/card'],
      ['X-Error-Code', '400123'],
    ],
  });

  expect(JSON.parse(shown.body)).toEqual({ ...said, ...order });
  expect(JSON.parse(shown.answer)).toEqual({ ...answer, ...order });
  expect(json(shown.answerHeaders)).toMatch(/5; url=.*400123/);
});
