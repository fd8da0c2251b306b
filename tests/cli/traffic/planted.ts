// Secrets of every kind that a name, a place or a pattern reveals, and requests that carry them.
import { test } from '@playwright/test';

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The secrets of the current test. */
export let planted: string[] = [];
test.beforeEach(() => {
  planted = [];
});

export const canary = (kind: string): string => {
  const secret = `${kind}Canary${planted.length}x${(planted.length * 7919 + 131).toString(36)}`;
  planted.push(secret);
  return secret;
};

/** One member for each name that reveals a secret; some are nested, encoded or within a text. */
export const givenAway = (): Record<string, unknown> => ({
  apiKey: canary('a'),
  client_secret: canary('b'),
  secret: canary('c'),
  newPassword: canary('d'),
  otp: canary('e'),
  cvc2: canary('f'),
  'auth-token': canary('g'),
  privateKey: canary('h'),
  pw: canary('w'),
  secret_answer: canary('x'),
  credentials: `somebody:${canary('y')}`,
  session: canary('z'),
  auth: canary('aa'),
  nested: { deep: [{ sessionId: canary('i'), csc: canary('j') }] },
  state: base64(JSON.stringify({ refresh_token: canary('k'), page: 2 })),
  blob: `data:application/json;base64,${base64(JSON.stringify({ password: canary('l') }))}`,
  log: JSON.stringify({ access_key: canary('m') }),
  message: `signed in with password=${canary('n')} at https://x.example/?api_key=${canary('o')}&page=2`,
  soap: `<Login><wsse:Password Type="x">${canary('p')}</wsse:Password><a api-key="${canary('q')}"/></Login>`,
});

export const headersGivenAway = (): Record<string, string> => ({
  'x-api-key': canary('r'),
  'x-auth-token': `Bearer ${canary('s')}`,
  'x-pass': canary('bb'),
  'x-session': canary('cc'),
  'x-bearer': canary('dd'),
  'x-ticket': canary('ee'),
  authentication: canary('ff'),
  'set-cookie': `sid=${canary('t')}; Path=/`,
  'x-state': base64(JSON.stringify({ clientSecret: canary('u') })),
  link: `<https://x.example/next?access_token=${canary('v')}&page=2>; rel="next"`,
});

/** For secrets that no name of the built-in rules reveals. */
export const redactionRules =
  "redaction:\n  names: [customerRef]\n  paths: [/data/*/note, '**/internal']\n  patterns: ['KND-[A-Za-z0-9]{6,}']\n";

/** The rest of the address, the media type and the body: the query of one request, and a body of each type. */
export const requestsGivingAway = (): [string, string, string][] => {
  const secret = canary;
  const form = new URLSearchParams({ client_secret: secret('A'), 'user[new_password]': secret('B'), page: '2' });
  const own = { customer_ref: secret('C'), data: [{ note: secret('D') }], a: { b: { internal: secret('E') } } };
  const client = `KND-${secret('F')}`;
  const xml = `<a otp="${secret('G')}"><Password>${secret('H')}</Password><param name="api.key">${secret('I')}</param></a>`;
  const part = `--b\r\nContent-Disposition: form-data; name="cvv2"\r\n\r\n${secret('J')}\r\n--b--\r\n`;
  return [
    [
      `/x;jsessionid=${secret('K')}?api_key=${secret('L')}&pw=${secret('gg')}&ticket=${secret('hh')}&code=${secret('ii')}&X-Amz-Signature=${secret('M')}#access_token=1`,
      '',
      '',
    ],
    ['/form', 'application/x-www-form-urlencoded', form.toString()],
    ['/json', 'application/json', JSON.stringify({ ...givenAway(), ...own, text: `of ${client}` })],
    ['/xml', 'application/xml', xml],
    ['/parts', 'multipart/form-data; boundary=b', part],
    ['/text', 'text/plain', `X-Api-Key: ${secret('N')}\npassword = "${secret('O')}"\n${base64(`pin=${secret('P')}`)}`],
  ];
};

/** A HAR file as browsers write it, with readable secrets: these requests, and more secrets in every header and answer. */
export const harOf = (requests: readonly (readonly [string, string, string])[]): string => {
  const fields = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const [asked, answered, members] = [headersGivenAway(), headersGivenAway(), givenAway()];
  const entries = requests.map(([path, type, body]) => ({
    startedDateTime: '2026-01-01T00:00:00Z',
    request: {
      method: type === '' ? 'GET' : 'POST',
      url: `https://target.example${path}`,
      headers: fields({ ...asked, ...(type && { 'content-type': type }) }),
      ...(type && { postData: { mimeType: type, text: body } }),
    },
    response: {
      status: 200,
      headers: fields(answered),
      content: { mimeType: 'application/json', text: JSON.stringify(members) },
    },
  }));
  return JSON.stringify({ log: { entries } });
};
