import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createApi } from '../../../subject/api.ts';
import { readProfile } from '../../../subject/profile/profile.ts';
import { totp, windowOf } from '../../../subject/session/totp.ts';
import { credentials, type Habits, jwt, type Received, type Reply, refusal } from '../small-target.ts';
import { expect, test } from '../targets.ts';

const secret = 'MFRGGZDFMZTWQ2LK';
const pair: Reply = {
  status: 200,
  json: { access: { token: 'in', expiredAt: 4e9, expiresIn: 900 }, refresh: { token: 'r' } },
};
const isLogin = ({ method, path }: Received) => method === 'POST' && path === '/v3/auth/token';

interface Factor {
  readonly mfaToken?: () => string;
  readonly requestId?: (mfaToken: string) => string;
  readonly accepts?: (code: string) => boolean;
  /** The answer to a request with a sign token; undefined when it has no valid one. */
  readonly signIn: (request: Received, signToken: string) => Reply | undefined;
}

/** A target that demands a second factor at login. */
function demanding({
  mfaToken = () => 'mfa-1',
  requestId = (token) => token,
  accepts = (code) => code === '4711',
  signIn,
}: Factor): Habits {
  const asked = new Set<string>();
  return {
    before(request) {
      const done = signIn(request, 'signed');
      if (done) return done;
      if (isLogin(request)) {
        const token = mfaToken();
        asked.add(requestId(token));
        return { status: 403, json: { status: 'MFA_REQUIRED', mfaToken: token } };
      }
      const [, type, id] = /^\/v2\/mfa\/(\w+)\/sign\/(.+)$/.exec(request.path) ?? [];
      if (!id) return undefined;
      if (!asked.has(decodeURIComponent(id))) return refusal(404, 'no such request');
      if (!accepts(String(request.fields.code))) return refusal(400, 'wrong code');
      return { status: 200, json: { status: type, data: { signToken: 'signed' } } };
    },
  };
}

const byExchange: Factor['signIn'] = ({ path, fields }, signToken) =>
  path === '/v2/auth/token' && fields.signToken === signToken && fields.fingerprintid === 'assay'
    ? { status: 200, json: { status: 'SUCCESS', data: { accessToken: 'in', refreshToken: 'r', wsToken: 'w' } } }
    : undefined;

const user = (mfa: string) => `users:\n  mfa: { username: ann, password: open sesame, mfa: ${mfa} }\n`;
const fixed = (more = '') => user(`{ code: { fixed: "4711" }${more} }`);
const paths = (received: readonly Received[]) => received.map(({ method, path }) => `${method} ${path}`);

test('a plain login gives a session', async ({ meet }) => {
  const { api, target } = await meet();
  const login = await api.login();
  expect(login.kind).toBe('loggedIn');
  expect(target.received[0]).toMatchObject({ path: '/v3/auth/token', fields: { fingerprint: 'assay' } });
});

test('a refused login carries its exchange', async ({ meet }) => {
  const { api } = await meet({}, '', { ...credentials, ASSAY_PASSWORD: 'wrong' });
  const login = await api.login();
  expect(login).toMatchObject({ kind: 'refused', exchange: { outcome: { response: { status: 401 } } } });
});

test('an address where nothing listens is unreachable', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const api = createApi(readProfile('', 'p.yaml', credentials, { url: `http://127.0.0.1:${port}` }));
  const login = await api.login();
  await api.close();
  expect(login).toMatchObject({ kind: 'unreachable', because: expect.stringContaining('refused') });
});

test('a page of HTML is not understood', async ({ meet }) => {
  const { api } = await meet({ before: () => ({ status: 200, text: '<!doctype html><title>Welcome</title>' }) });
  const login = await api.login();
  expect(login).toMatchObject({
    kind: 'notUnderstood',
    because: 'POST /v3/auth/token answered 200 with text/html that is not JSON, where a token pair was expected',
  });
});

test('a target that takes forms only is met with a form', async ({ meet }) => {
  const { api } = await meet({
    before: (request) =>
      isLogin(request) && request.headers['content-type'] === 'application/json'
        ? refusal(415, 'forms only')
        : undefined,
  });
  expect((await api.login()).kind).toBe('loggedIn');
});

test('a second factor is confirmed and exchanged', async ({ meet }) => {
  const { api, target } = await meet(demanding({ signIn: byExchange }), fixed(', requestId: same, login: exchange'));
  const login = await api.login();
  expect(login.kind).toBe('loggedIn');
  expect(paths(target.received)).toEqual(['POST /v3/auth/token', 'POST /v2/mfa/sms/sign/mfa-1', 'POST /v2/auth/token']);
});

for (const place of ['query', 'header', 'body'] as const) {
  test(`a second factor is confirmed and the login repeated with the sign token in the ${place}`, async ({ meet }) => {
    const carried = ({ query, headers, fields }: Received) =>
      ({ query: query.get('st'), header: headers.st, body: fields.st })[place];
    const again: Factor['signIn'] = (request, token) =>
      isLogin(request) && carried(request) === token ? pair : undefined;
    const settings = `, requestId: same, login: again, signToken: { in: ${place}, name: st }`;
    const { api } = await meet(demanding({ signIn: again }), fixed(settings));
    expect((await api.login()).kind).toBe('loggedIn');
  });
}

test('the way to log in and the request id are discovered', async ({ meet }) => {
  const again: Factor['signIn'] = (request, token) =>
    isLogin(request) && request.query.get('signToken') === token ? pair : undefined;
  const habits = demanding({
    mfaToken: () => jwt({ rid: 'request-7' }),
    requestId: () => 'request-7',
    signIn: again,
  });
  const { api } = await meet(habits, fixed());
  expect((await api.login()).kind).toBe('loggedIn');
});

test('the request id comes from the claim that the profile names', async ({ meet }) => {
  const habits = demanding({ mfaToken: () => jwt({ ticket: 12 }), requestId: () => '12', signIn: byExchange });
  const { api, target } = await meet(habits, fixed(', requestId: { claim: ticket }'));
  expect((await api.login()).kind).toBe('loggedIn');
  expect(target.received[1]?.path).toBe('/v2/mfa/sms/sign/12');
});

test('a request id that is given is used as it is', async ({ meet }) => {
  const habits = demanding({ requestId: () => 'always', signIn: byExchange });
  const { api } = await meet(habits, fixed(', requestId: { given: always }'));
  expect((await api.login()).kind).toBe('loggedIn');
});

test('a wrong code is refused, and the token is in no message', async ({ meet }) => {
  const { api } = await meet(demanding({ accepts: () => false, signIn: byExchange }), fixed(', requestId: same'));
  const login = await api.login();
  expect(login).toMatchObject({ kind: 'refused' });
  expect(JSON.stringify(login.kind === 'refused' && login.because)).not.toContain('mfa-1');
});

test('a second factor that the profile has no means for is said to be missing', async ({ meet }) => {
  const { api } = await meet(demanding({ signIn: byExchange }));
  expect(await api.login()).toMatchObject({
    kind: 'notUnderstood',
    because: expect.stringContaining('users.full.mfa'),
  });
});

test('a code of the authenticator is the one of the moment', async ({ meet }) => {
  const accepts = (code: string) => [0, -30_000].some((ago) => code === totp({ secret }, Date.now() + ago));
  const { api, target } = await meet(
    demanding({ accepts, signIn: byExchange }),
    user(`{ type: google, code: { totp: ${secret} } }`),
  );
  expect((await api.login()).kind).toBe('loggedIn');
  expect(target.received[1]?.path).toContain('/mfa/google/');
});

test('a code that was refused as a replay is followed by that of the next window', async ({ meet }) => {
  const used = new Set<string>();
  const accepts = (code: string) => !used.has(code) && Boolean(used.add(code));
  const { api, target } = await meet(
    demanding({ accepts, signIn: byExchange }),
    user(`{ type: google, requestId: same, login: exchange, code: { totp: ${secret}, period: 1 } }`),
  );
  // Of three logins in a row at least two are in the same window.
  for (let login = 0; login < 3; login += 1) expect((await api.freshLogin()).kind).toBe('loggedIn');
  expect(used.size).toBe(3);
  expect(windowOf(Date.now(), 1)).toBeGreaterThan(0);
  expect(target.received.length).toBeLessThan(14);
});

test('logins at the same time do not try the same code, of which all but one would be taken for replays', async ({
  meet,
}) => {
  const used = new Set<string>();
  const accepts = (code: string) => !used.has(code) && Boolean(used.add(code));
  const { api } = await meet(
    demanding({ accepts, signIn: byExchange }),
    user(`{ type: google, requestId: same, login: exchange, code: { totp: ${secret}, period: 1 } }`),
  );

  const logins = await Promise.all([1, 2, 3].map(() => api.freshLogin()));

  expect(logins.map(({ kind }) => kind)).toEqual(['loggedIn', 'loggedIn', 'loggedIn']);
  expect(used.size).toBe(3);
});

test('a command prints the code, and finds the token in its environment', async ({ meet }) => {
  const script = test.info().outputPath('code.mjs');
  writeFileSync(
    script,
    'console.log("a first line");\nconsole.log(process.env.ASSAY_MFA_TOKEN === "mfa-1" ? "4711" : "0");\n',
  );
  const { api } = await meet(
    demanding({ signIn: byExchange }),
    user(`{ code: { command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(script)}] } }`),
  );
  expect((await api.login()).kind).toBe('loggedIn');
});

test('a command that fails is named, and nothing is confirmed', async ({ meet }) => {
  const { api, target } = await meet(
    demanding({ signIn: byExchange }),
    user('{ code: { command: [/nowhere/print-code] } }'),
  );
  const login = await api.login();
  expect(login).toMatchObject({ kind: 'notUnderstood', because: expect.stringContaining('/nowhere/print-code') });
  expect(target.received).toHaveLength(1);
});

test('of a command that ends with an error its exit code is told, and none of its arguments', async ({ meet }) => {
  const { api } = await meet(
    demanding({ signIn: byExchange }),
    user(`{ code: { command: [${JSON.stringify(process.execPath)}, -e, "process.exit(3) // hidden"] } }`),
  );
  const { because } = (await api.login()) as { because: string };
  expect(because).toContain('ended with 3');
  expect(because).not.toContain('hidden');
});

test('a session is refreshed before it expires', async ({ meet }) => {
  // The target announces the expiry but does not enforce it, so that late requests of a busy machine are answered too.
  const { api, target, exchanges } = await meet({ expiry: () => ({ expiresIn: 1 }) });
  const sent = (method: string) => paths(target.received).filter((path) => path === `${method} /v3/auth/token`).length;
  while (sent('PUT') < 2) {
    await api.cards.list();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const statuses = exchanges.map(({ outcome }) => outcome.kind === 'answered' && outcome.response.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(sent('POST')).toBe(1);
});

test('an expiry in milliseconds is understood as well', async ({ meet }) => {
  const { api, target } = await meet({
    lifetime: 1,
    expiry: (seconds) => ({ expiredAt: Date.now() + seconds * 1000, expiresIn: 0 }),
  });
  await api.cards.list();
  await new Promise((resolve) => setTimeout(resolve, 900));
  await api.cards.list();
  expect(paths(target.received)).toContain('PUT /v3/auth/token');
});

/** Only the first pair of tokens ends soon, so that there is one renewal even on a busy machine, where calls take long. */
const onlyTheFirstEndsSoon = () => {
  let told = 0;
  return () => {
    told += 1;
    const seconds = told <= 2 ? 1 : 3600;
    return { expiredAt: Math.floor(Date.now() / 1000) + seconds, expiresIn: seconds };
  };
};

test('a session that cannot be refreshed is begun anew', async ({ meet }) => {
  const { api, target } = await meet({
    expiry: onlyTheFirstEndsSoon(),
    before: ({ method }) => (method === 'PUT' ? { status: 404, json: { message: 'gone' } } : undefined),
  });
  await api.cards.list();
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(await api.cards.list()).toHaveLength(9);
  expect(paths(target.received).filter((path) => path === 'POST /v3/auth/token')).toHaveLength(2);
});

test('calls at the same time share one login and one refresh', async ({ meet }) => {
  const { api, target } = await meet({ expiry: onlyTheFirstEndsSoon() });
  await Promise.all([api.cards.list(), api.cards.list(), api.cards.list()]);
  await new Promise((resolve) => setTimeout(resolve, 850));
  await Promise.all([api.cards.list(), api.cards.list(), api.cards.list()]);
  const renewals = paths(target.received).filter((path) => path.endsWith('/v3/auth/token'));
  expect(renewals).toEqual(['POST /v3/auth/token', 'PUT /v3/auth/token']);
});

test('a 401 to a session of unknown length leads to one renewal', async ({ meet }) => {
  let refused = false;
  const { api, target } = await meet({
    expiry: () => ({}),
    before({ path }) {
      if (path !== '/v2/card' || refused) return undefined;
      refused = true;
      return refusal(401, 'over');
    },
  });
  expect(await api.cards.list()).toHaveLength(9);
  expect(paths(target.received)).toEqual(['POST /v3/auth/token', 'GET /v2/card', 'PUT /v3/auth/token', 'GET /v2/card']);
});

test('a session that is over before its time is begun anew', async ({ meet }) => {
  const { api } = await meet({ sessions: 3 }, 'open: { sessionsPerUser: many }');
  await api.session();
  for (let time = 0; time < 3; time += 1) await api.freshLogin();

  const lists = await Promise.all([api.cards.list(), api.cards.list(), api.cards.list()]);

  expect(lists.map(({ length }) => length)).toEqual([9, 9, 9]);
});

test('a 401 to a session that goes on is an answer', async ({ meet }) => {
  const { api, target } = await meet(
    { before: ({ path }) => (path === '/v2/card' ? refusal(401, 'not you') : undefined) },
    'open: { sessionsPerUser: many }',
  );

  await expect(api.cards.list()).rejects.toMatchObject({ name: 'UnexpectedAnswer' });

  expect(paths(target.received)).toEqual(['POST /v3/auth/token', 'GET /v2/card', 'GET /v3/auth/web-socket']);
});

test('a session that is lost says why', async ({ meet }) => {
  const { api } = await meet({}, '', { ...credentials, ASSAY_USERNAME: 'nobody' });
  await expect(api.call('listCards')).rejects.toMatchObject({ name: 'SessionLost', login: { kind: 'refused' } });
});
