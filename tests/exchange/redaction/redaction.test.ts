// What redaction hides in an exchange, and what it leaves unchanged.
import { expect, test } from '@playwright/test';
import { judge } from '../../../contract/judge/judge.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { isPseudonym } from '../../../exchange/redaction/pseudonym.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { exchangeOf, redacted } from './redacting.ts';

const bodyTextOf = (exchange: Exchange | undefined): string =>
  exchange?.outcome.kind === 'answered' ? Buffer.from(exchange.outcome.response.body).toString() : '';

const json = (value: unknown) => JSON.stringify(value);

test('marked members give way to stand-ins of their type, everything else stays', () => {
  const card = { id: 7, number: 4111111111111111, cvv: 123, pin: 4711, password: 'hunter2', phone3ds: '+447700900123' };
  const answer = json({ ...card, updatedAtMs: 1_700_000_000_000, designId: 'd', list: [1, 2.5, true, null] });

  const shown = JSON.parse(redacted({ path: '/v1/card/7', answer }).answer);

  expect(shown).toEqual({
    ...{ id: 7, updatedAtMs: 1_700_000_000_000, designId: 'd', list: [1, 2.5, true, null] },
    number: expect.any(Number),
    cvv: expect.any(Number),
    pin: expect.any(Number),
    password: expect.any(String),
    phone3ds: expect.stringMatching(/^\+0000/),
  });
  for (const name of ['number', 'cvv', 'pin', 'password', 'phone3ds'])
    expect([name, isPseudonym(String(shown[name]))]).toEqual([name, true]);
});

test('a card number is the same in both versions', () => {
  const redaction = createRedaction();
  const shown = [
    exchangeOf({ path: '/v1/card/7', answer: json({ number: 4111111111111111 }) }),
    exchangeOf({ method: 'POST', path: '/v2/card/7/credentials', answer: json({ pan: '4111111111111111' }) }),
  ].map((exchange) => {
    const { outcome } = redaction.exchange(exchange);
    return outcome.kind === 'answered' ? JSON.parse(Buffer.from(outcome.response.body).toString()) : undefined;
  });

  expect(String(shown[0].number)).toBe(shown[1].pan);
});

test('white space, order, number forms and repeated members of a body stay', () => {
  const answer = '{ "a" : 1.50e1 ,\n\t"token":"secret-token-1", "a":[ ], "b":"\\u00e4\\/" }\r\n';

  const shown = redacted({ path: '/v3/auth/web-socket', answer }).answer;

  expect(shown).toMatch(/^\{ "a" : 1\.50e1 ,\n\t"token":"~[\w-]{11}", "a":\[ \], "b":"\\u00e4\\\/" \}\r\n$/);
});

test('a token that stands where the object belongs that holds it is hidden, and a message is not', () => {
  const token = 'Kd93jsLq0aPzXwTr7v';
  const login = { method: 'POST', path: '/v3/auth/token' };
  const exchange = { method: 'POST', path: '/v2/auth/token' };
  const bodies: readonly (readonly [typeof login, unknown])[] = [
    [login, { access: { expiresIn: 900 }, refresh: token }],
    [login, { access: [token], refresh: { expiresIn: 900 } }],
    [login, { access: 4711, refresh: 4711 }],
    [exchange, { status: 'SUCCESS', data: token }],
    [exchange, { status: 'SUCCESS', data: [token] }],
    [{ method: 'GET', path: '/v3/auth/web-socket' }, token],
    [{ method: 'GET', path: '/v3/auth/web-socket' }, [token]],
  ];

  for (const [call, body] of bodies) {
    expect(redacted({ ...call, answer: json(body) }).answer).not.toMatch(new RegExp(`${token}|4711`));
  }
  for (const refusal of [json({ status: 'ERROR', data: 'The sign token is not valid.' }), json('Unauthorized')]) {
    expect(redacted({ ...exchange, answer: refusal }).answer).toBe(refusal);
  }
});

test('what is told of a wrong value hides a token that stands where the object belongs', () => {
  const token = 'Kd93jsLq0aPzXwTr7v';
  const { findings } = judge(
    exchangeOf({ method: 'POST', path: '/v3/auth/token', answer: json({ access: token, refresh: [token] }) }),
    { basePath: '', successStatuses: {}, includeParameter: 'include' },
  );

  expect(findings.map(({ at }) => at)).toEqual(expect.arrayContaining(['/access', '/refresh']));
  expect(json(findings)).not.toContain(token);
});

test('null, true, false and empty texts at marked places stay', () => {
  const answer = json({ password: null, cvv: '', pin: true, pan: false });

  expect(redacted({ method: 'POST', path: '/v2/card/7/credentials', answer }).answer).toBe(answer);
});

test('a token is the same wherever it travels', () => {
  const token = 'tok_0123456789abcdef';
  const redaction = createRedaction();
  const login = redaction.exchange(
    exchangeOf({ method: 'POST', path: '/v3/auth/token', answer: json({ access: { token } }) }),
  );
  const use = redaction.exchange(exchangeOf({ headers: [['Authorization', `Bearer ${token}`]] }));

  const issued = login.outcome.kind === 'answered' && JSON.parse(Buffer.from(login.outcome.response.body).toString());
  expect(use.request.headers).toEqual([['Authorization', `Bearer ${issued.access.token}`]]);
  expect(isPseudonym(issued.access.token)).toBe(true);
});

test('what was clean is looked at again once its value is a secret or is hidden beside it', () => {
  const redaction = createRedaction();
  const token = 'Hg.rkJfrI';
  const innocent = exchangeOf({ path: `/v2/card?page=${token}`, headers: [['X-Trace', token]], answer: '{}' });
  const handingOut = exchangeOf({
    ...{ method: 'POST', path: '/v2/mfa/sms/sign/Xq.x3NcE', body: '{"code":"123456"}', type: 'application/json' },
    answer: JSON.stringify({ status: 'OK', data: { signToken: token } }),
  });
  const beside = exchangeOf({
    headers: [
      ['X-Trace', 'seen-Pq77Lm'],
      ['Authorization', 'Bearer Pq77Lm'],
    ],
    answer: '{}',
  });
  const before = exchangeOf({ headers: [['X-Trace', 'seen-Pq77Lm']], answer: '{}' });

  const [first, , again, clean, echoing] = [innocent, handingOut, innocent, before, beside].map((each) =>
    JSON.stringify(redaction.exchange(each).request),
  );

  expect(first).toContain(`X-Trace","${token}`);
  expect(again).not.toContain(token);
  expect(clean).toContain('seen-Pq77Lm');
  expect(echoing).not.toContain('Pq77Lm');
});

test('a token that an answer handed out is hidden wherever a later request carries it, and nothing else is', () => {
  const redaction = createRedaction();
  const [signToken, mfaToken] = ['Hg.rkJfrI', 'Xq.x3NcE'];
  const demand = exchangeOf({
    ...{ method: 'POST', path: '/v3/auth/token', status: 202 },
    answer: JSON.stringify({ status: 'MFA_REQUIRED', mfaToken }),
  });
  const given = exchangeOf({
    ...{ method: 'POST', path: `/v2/mfa/sms/sign/${mfaToken}`, body: '{"code":"123456"}', type: 'application/json' },
    answer: JSON.stringify({ status: 'OK', data: { signToken } }),
  });
  const used = exchangeOf({
    ...{ method: 'POST', path: `/under/a/prefix/${mfaToken}?ticket=${signToken}`, type: 'application/json' },
    headers: [
      ['X-Sign-Ticket', signToken],
      ['X-Note', `seen "${signToken}" before`],
      ['X-Other', 'Hg.rkJfrJ'],
    ],
    body: JSON.stringify({ ticket: signToken, reference: 'Hg.rkJfrJ' }),
  });

  const [first, second, third] = [demand, given, used].map((each) => redaction.exchange(each));

  const written = JSON.stringify(third!.request) + Buffer.from(third!.request.body!).toString();
  expect(written).not.toContain(signToken);
  expect(written).not.toContain(mfaToken);
  expect(written).toContain('Hg.rkJfrJ');
  const standIn = (exchange: Exchange | undefined, name: string) =>
    new RegExp(`"${name}":"([^"]+)"`).exec(JSON.stringify(exchange) + bodyTextOf(exchange))?.[1];
  expect(third!.request.headers[0]![1]).toBe(standIn(second, 'signToken'));
  expect(third!.request.url).toContain(`/prefix/${standIn(first, 'mfaToken')}`);
});

test('redacting twice changes nothing more, under the same key or another', () => {
  const exchange = exchangeOf({
    method: 'POST',
    path: '/v2/mfa/sms/sign/request-77?phone=%2B447700900123&x=4111111111111111',
    headers: [
      ['Authorization', `Basic ${Buffer.from('user:password1').toString('base64')}`],
      ['Cookie', 'sid=abcdefgh; other="quoted value"'],
    ],
    type: 'application/json',
    body: json({
      code: '123456',
      cvv: 123,
      email: 'a@b.example',
      pan: '4111111111111111',
      password: 'x',
      note: 'a@b.example',
    }),
    answer: json({ data: { signToken: 's'.repeat(40) }, message: 'Bearer abc123def456' }),
    answerHeaders: [['Set-Cookie', 'sid=secretvalue; Path=/; HttpOnly']],
  });

  const once = createRedaction().exchange(exchange);

  expect(createRedaction().exchange(once)).toEqual(once);
  expect(once).not.toEqual(exchange);
});

test('credentials, cookies and their schemes', () => {
  const shown = redacted({
    headers: [
      ['authorization', 'Bearer abc'],
      ['Authorization', 'Digest username="u", response="r"'],
      ['AUTHORIZATION', 'naked-token'],
      ['proxy-authorization', 'Basic dTpw'],
      ['Cookie', 'a=1; b="2"'],
      ['x-plain', 'plain'],
    ],
    answerHeaders: [
      ['set-cookie', 'sid=secret; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
      ['www-authenticate', 'Basic realm="api", Bearer error="invalid_token"'],
      ['date', 'Fri, 20 Nov 2026 09:04:35 GMT'],
    ],
  });

  const tilde = '~[\\w-]{5,11}';
  const patterns = [`Bearer ${tilde}`, `Digest ${tilde}`, tilde, `Basic ${tilde}`, `a=${tilde}; b="${tilde}"`, 'plain'];
  expect(shown.headers.map(([, value]) => value)).toEqual(
    patterns.map((pattern) => expect.stringMatching(new RegExp(`^${pattern}$`))),
  );
  expect(shown.answerHeaders.slice(1)).toEqual([
    ['set-cookie', expect.stringMatching(/^sid=~[\w-]+; Path=\/; Expires=Wed, 21 Oct 2026 07:28:00 GMT$/)],
    ['www-authenticate', 'Basic realm="api", Bearer error="invalid_token"'],
    ['date', 'Fri, 20 Nov 2026 09:04:35 GMT'],
  ]);
});

test('marked path and query parameters are hidden, others are not', () => {
  const { path } = redacted({
    method: 'POST',
    path: '/v2/mfa/sms/sign/request-77?token=secret-token&page=2&sort=-id&b=%7B%22a%22%3A1%7D',
  });

  expect(path).toMatch(/^\/v2\/mfa\/sms\/sign\/~[\w-]+\?token=~[\w-]+&page=2&sort=-id&b=%7B%22a%22%3A1%7D$/);
});

test('every query parameter that could be the unnamed sign token is hidden', () => {
  const { path } = redacted({ method: 'POST', path: '/v3/payment/sign?validate=0&st=abcdef' });

  expect(path).toMatch(/^\/v3\/payment\/sign\?validate=0&st=~[\w-]+$/);
});

test('names that a profile gives are hidden in queries, forms, JSON and headers', () => {
  const shown = redacted(
    {
      path: '/v2/card?my_param=abcdefg',
      type: 'application/x-www-form-urlencoded',
      body: 'myParam=abcdefg&x=1',
      headers: [['My-Param', 'abcdefg']],
      answer: json({ deep: [{ myParam: 'abcdefg' }] }),
    },
    { names: ['myParam'] },
  );

  expect(json(shown)).not.toContain('abcdefg');
  expect(shown.body).toMatch(/^myParam=~[\w-]+&x=1$/);
});

test('a form keeps its bytes but for the secrets', () => {
  const body =
    'name=J%C3%BCrgen+M&email=a%40b.example&phone=%2B447700900123&walletAccess[]=41&signToken=abc&role=viewOnly';

  const shown = redacted({ method: 'POST', path: '/v2/member', type: 'application/x-www-form-urlencoded', body }).body;

  expect(shown).toMatch(
    /^name=J%C3%BCrgen\+M&email=~[\w-]+%40redacted\.invalid&phone=%2B0000\d+&walletAccess\[\]=41&signToken=~[\w-]+&role=viewOnly$/,
  );
});

test('an unknown operation is redacted by name', () => {
  const answer = json({
    a: [{ pan: 'x1', access_token: 'x2', code: 'x3', amount: 3, id: 'x4' }],
    error: { code: 404 },
  });

  const shown = JSON.parse(redacted({ path: '/elsewhere', answer }).answer);

  expect(shown.a[0]).toMatchObject({ amount: 3, id: 'x4' });
  for (const name of ['pan', 'access_token', 'code']) expect(isPseudonym(shown.a[0][name])).toBe(true);
  expect(shown.error.code).toBe(404);
});

test('a code that is no secret at its place stays', () => {
  const answer = json({ status: 'ERROR', error: { code: 40417, message: 'Card not found' } });

  expect(redacted({ path: '/v2/card/7', status: 404, answer }).answer).toBe(answer);
});

test('an error body that names a secret field loses the value and keeps the message', () => {
  const shown = JSON.parse(
    redacted({
      method: 'POST',
      path: '/v2/member',
      status: 400,
      answer: json({
        errors: { email: 'is not an e-mail address', phone: 'is too short' },
        given: { password: 'hunter2' },
      }),
    }).answer,
  );

  expect(shown.errors).toEqual({ email: 'is not an e-mail address', phone: 'is too short' });
  expect(isPseudonym(shown.given.password)).toBe(true);
});

test('what was secret in the request is secret when the answer echoes it', () => {
  const shown = redacted({
    method: 'POST',
    path: '/v2/mfa/sms/sign/request-77',
    type: 'application/json',
    body: json({ code: '493817' }),
    headers: [['authorization', `Basic ${Buffer.from('user:pass"word').toString('base64')}`]],
    answer: json({ errors: { code: '493817 is wrong' }, who: 'pass"word', id: 493817 }),
    answerHeaders: [['x-echo', 'code 493817']],
    status: 400,
  });

  expect(json(shown)).not.toContain('493817 is');
  expect(shown.answer).not.toContain('pass\\"word');
  expect(shown.answerHeaders[1]?.[1]).not.toContain('493817');
  expect(JSON.parse(shown.answer).id).toBe(493817);
});

// So many secrets would take hours if they were searched for one by one.
test('tens of thousands of secrets in one body are found wherever they are echoed', () => {
  const secrets = Array.from({ length: 30_000 }, (_, index) => `s3cret-${index}-${'x'.repeat(index % 7)}`);
  const shown = redacted({
    answer: json(secrets.map((secret) => ({ password: secret, note: `it is ${secret}.`, longer: `${secret}9` }))),
  });

  const items = JSON.parse(shown.answer) as { password: string; note: string; longer: string }[];
  expect(items.every(({ password, note }) => isPseudonym(password) && note === `it is ${password}.`)).toBe(true);
  expect(items.every(({ longer }, index) => longer === `${secrets[index]}9`)).toBe(true);
});

test('what is secret in the answer is secret in the request as well', () => {
  const shown = redacted({
    method: 'POST',
    path: '/v2/card/7/credentials?again=s3cret-of-3ds',
    answer: json({ password: 's3cret-of-3ds' }),
  });

  expect(json(shown)).not.toContain('s3cret-of-3ds');
});

for (const [what, answer] of Object.entries({
  'a body that is cut off': '{"access":{"token":"tok-secret-1","expiredAt":17',
  'a body cut off inside the secret': '{"access":{"token":"tok-secret-1',
  'stray commas': '{,"access":{"token":"tok-secret-1",,},]}',
  'bare names': '{access:{token:"tok-secret-1"}}',
  'single quotes': "{'access':{'token':'tok-secret-1'}}",
  'bare words': '{"access":{"token":tok-secret-1}}',
  'names with escapes': '{"access":{"t\\u006fken":"tok-secret-1"}}',
  'values with escapes': '{"access":{"token":"tok\\u002dsecret-1"}}',
  'several documents': '{"a":1}{"token":"tok-secret-1"}\n{"token":"tok-secret-1"}',
  'a byte order mark': '\ufeff{"access":{"token":"tok-secret-1"}}',
}))
  test(`the secrets of malformed JSON are hidden: ${what}`, () => {
    const shown = redacted({ method: 'POST', path: '/v3/auth/token', answer }).answer;

    expect(shown).not.toMatch(/tok(-|\\u002d)secret/);
    expect(shown.length).toBeGreaterThan(10);
  });

test('JSON within a text is redacted like JSON', () => {
  const shown = JSON.parse(
    redacted({ answer: json({ log: json({ pin: '4711', inner: json([{ cvv: 123, id: 7 }]) }) }) }).answer,
  );

  const log = JSON.parse(shown.log);
  expect(isPseudonym(log.pin)).toBe(true);
  expect(JSON.parse(log.inner)).toEqual([{ cvv: expect.any(Number), id: 7 }]);
  expect(shown.log).not.toMatch(/4711|123,/);
});

test('a body that was clean once is looked into again when more is known or echoed', () => {
  const redaction = createRedaction();
  const answerOf = (exchange: Exchange) => {
    const { outcome } = redaction.exchange(exchange);
    return outcome.kind === 'answered' ? Buffer.from(outcome.response.body).toString() : '';
  };
  const answer = json({ said: 'sesame-open-1' });
  expect([answerOf(exchangeOf({ answer })), answerOf(exchangeOf({ answer }))]).toEqual([answer, answer]);

  const echoed = answerOf(exchangeOf({ answer, headers: [['Authorization', 'Bearer sesame-open-1']] }));
  const unechoed = answerOf(exchangeOf({ answer }));
  redaction.know('sesame-open-1');

  expect(unechoed).toBe(answer);
  for (const shown of [echoed, answerOf(exchangeOf({ answer }))]) expect(shown).not.toContain('sesame');
});

test('text bodies lose what the net catches and what follows a telling name', () => {
  const shown = redacted({
    answerType: 'text/html',
    answer:
      '<p>password=hunter2; card 4111 1111 1111 1111, a@b.example, token: abc123 at 1700000000000, token: expired</p>',
  }).answer;

  expect(shown).toMatch(
    /^<p>password=~[\w-]+; card 900000\d{10}, ~[\w-]+@redacted\.invalid, token: ~[\w-]+ at 1700000000000, token: expired<\/p>$/,
  );
});

test('the parts of a multipart body are redacted by their names', () => {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  const shown = redacted({
    method: 'POST',
    type: 'multipart/form-data; boundary=b',
    body: `${part('password', 'hunter2 and\r\nmore')}${part('note', 'plain')}--b--\r\n`,
  }).body;

  expect(shown).not.toMatch(/hunter2|more/);
  expect(shown).toContain(part('note', 'plain'));
});

test('bytes that are nearly text are redacted as text and keep the rest', () => {
  const body = Buffer.concat([
    Buffer.from('{"token":"tok-secret-1","x":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}'),
  ]);

  const exchange = createRedaction().exchange(exchangeOf({ method: 'POST', path: '/elsewhere', body }));

  const shown = Buffer.from(exchange.request.body as Uint8Array);
  expect(shown.includes('tok-secret-1')).toBe(false);
  expect(shown.includes(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).toBe(true);
});

test('bytes that nobody can look into are left out and counted', () => {
  const body = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 151) % 256));
  const wide = Buffer.from('password=hunter2', 'utf16le');

  const shown = [body, wide].map((bytes) => redacted({ method: 'POST', body: bytes }).body);

  expect(shown).toEqual(['~binary body of 300 bytes left out~', '~binary body of 32 bytes left out~']);
});

test('data that is no secret survives', () => {
  const times = Array.from({ length: 300 }, (_, i) => 1_700_000_000_000 + i * 86_461_007);
  const value = {
    times,
    texts: times.map(String),
    amounts: times.map((time) => time / 100),
    uuids: ['41111111-1111-4111-8111-111111111111', '91aa1f6a-0000-4000-8000-000000000000'],
    maskedPan: '411111******1111',
    iban: 'DE89370400440532013000',
    identifiers: times.map((_, i) => 9_007_199_254_000_000 + i),
    publicJwk: { kty: 'RSA', alg: 'RS256', e: 'AQAB', n: 'u1W'.repeat(80) },
    message: 'Bearer authentication is required',
  };
  const parts = { path: '/v2/card?from=1700000000000&id=41111111-1111-4111-8111-111111111111', answer: json(value) };

  const shown = redacted(parts);

  expect(shown.path).toBe(parts.path);
  expect(JSON.parse(shown.answer)).toEqual(value);
});

test('a card number at an unmarked place is caught in texts and in numbers', () => {
  const shown = JSON.parse(
    redacted({ answer: json({ note: 'pan 4111111111111111', extra: 4111111111111111, amount: 4111111111111112 }) })
      .answer,
  );

  expect(shown.note).toMatch(/^pan 900000\d{10}$/);
  expect(String(shown.extra)).toMatch(/^900000\d{10}$/);
  expect(shown.amount).toBe(4111111111111112);
});

test('secrets as names of members are hidden', () => {
  expect(redacted({ answer: json({ 'a@b.example': 1 }) }).answer).toMatch(/^\{"~[\w-]+@redacted\.invalid":1\}$/);
});

test('a known secret is hidden everywhere and in every form', () => {
  const password = 'p&ss "wörd/1';
  const shown = redacted(
    {
      path: `/v2/card/${encodeURIComponent(password)}?a=${encodeURIComponent(password)}&b=${password.replaceAll(' ', '+').replace('&', '%26')}`,
      headers: [['x-echo', Buffer.from(`me:${password}`).toString('base64')]],
      body: `x=${new URLSearchParams([['', password]]).toString().slice(1)}`,
      type: 'application/x-www-form-urlencoded',
      answer: json({ message: `no user with ${password}`, inner: json({ password }) }),
    },
    { known: [password] },
  );

  const everything = json(shown);
  for (const form of [password, 'wörd', encodeURIComponent('wörd'), Buffer.from('wörd').toString('base64').slice(0, 4)])
    expect([form, everything.includes(form)]).toEqual([form, false]);
  expect(isPseudonym(shown.headers[0]?.[1] as string)).toBe(true);
});

test('a secret that becomes known later is hidden from then on', () => {
  const redaction = createRedaction();
  expect(redaction.text('value issued-token-1')).toBe('value issued-token-1');

  redaction.know('issued-token-1');

  expect(redaction.text('value issued-token-1')).toMatch(/^value ~[\w-]+$/);
});

test('messages of failures are redacted', () => {
  const failed: Exchange = {
    ...exchangeOf({}),
    outcome: { kind: 'failed', failure: { kind: 'refused', message: 'no way to http://user:hunter2@host.example' } },
  };

  expect(createRedaction().exchange(failed).outcome).toMatchObject({
    failure: { kind: 'refused', message: expect.not.stringContaining('hunter2') },
  });
});

test('the beginning of an answer that broke off is redacted like an answer', () => {
  const body = Buffer.from('{"access":{"token":"tok-secret-1');
  const failed: Exchange = {
    ...exchangeOf({ method: 'POST', path: '/v3/auth/token' }),
    outcome: {
      kind: 'failed',
      failure: { kind: 'dropped', message: 'the connection ended' },
      beginning: { status: 200, headers: [['Set-Cookie', 'sid=tok-secret-2']], body },
    },
  };

  const shown = JSON.stringify(createRedaction().exchange(failed), (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
  );
  expect(shown).toContain('Set-Cookie');
  expect(shown).toContain('access');
  expect(shown).not.toContain('tok-secret');
});

test('the key is handed on and never shows', () => {
  const redaction = createRedaction();
  const sibling = createRedaction({ key: redaction.key });

  expect(sibling.text('a@b.example')).toBe(redaction.text('a@b.example'));
  expect(createRedaction().text('a@b.example')).not.toBe(redaction.text('a@b.example'));
});

test('an address in a Location header is redacted like the address of a request', () => {
  const shown = redacted({ status: 302, answerHeaders: [['Location', 'https://x.example/cb?token=abc&page=1']] });

  expect(shown.answerHeaders[1]?.[1]).toMatch(/^https:\/\/x\.example\/cb\?token=~[\w-]+&page=1$/);
});

test('a redacted exchange is judged as the original is', () => {
  const openings = { basePath: '', successStatuses: {}, includeParameter: 'include' };
  const requestLine = { method: 'POST', path: '/v2/card/91aa1f6a-0000-4000-8000-000000000000/credentials' };
  const parts = {
    ...requestLine,
    type: 'application/json',
    body: json({ fields: ['pan', 'cvv', 'pin', 'password', 'phone', 'email'] }),
  };
  const credentials = { pan: '4111111111111111', cvv: '123', pin: '4711', password: 'hunter2', phone: '+447700900123' };
  const exchanges = [
    exchangeOf({ ...parts, answer: json({ ...credentials, email: 'a@b.example' }) }),
    exchangeOf({ ...parts, answer: json({ ...credentials, email: 7 }) }),
    exchangeOf({
      method: 'POST',
      path: '/v3/auth/token',
      answer: json({ status: 'MFA_REQUIRED', mfaToken: 'abcdefgh' }),
    }),
  ];
  const redaction = createRedaction();

  const rulings = (each: Exchange) =>
    JSON.stringify(judge(each, openings), (_, value) =>
      value instanceof Set || value instanceof Map ? [...value] : value,
    );

  for (const exchange of exchanges) {
    const findings = (text: string) => [...text.matchAll(/"requirement":"([^"]+)"/g)].map((match) => match[1]);
    expect(findings(rulings(redaction.exchange(exchange)))).toEqual(findings(rulings(exchange)));
  }
});
