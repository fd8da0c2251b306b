// The evidence of a certification contains what ordinary traffic seldom does: wrong credentials on purpose, bodies that are no text, addresses that
// cannot be decoded, secrets in two fields, requests that overlap, limits that are reached.
import { expect, test } from '@playwright/test';
import { createLocate } from '../../replay/compare/fields/located.ts';
import { Aliases } from '../../replay/correlate/aliases.ts';
import { createOrder } from '../../replay/order/order.ts';
import { sequenced } from '../../replay/order/sequence.ts';
import { makePlan } from '../../replay/plan/make.ts';
import type { Step } from '../../replay/plan/steps.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';
import { startAnswering, type Told, writeMade } from './made.ts';
import { leftOver, replayed } from './replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const profileOf = (url: string) =>
  defaultProfile({ ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'the living one' }, { url });

const id = '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11';
const pair = (name: string) => ({
  access: { token: `at_${name}0123456789abcdef`, expiredAt: 4_000_000_000, expiresIn: 900 },
  refresh: { token: `rt_${name}0123456789abcdef`, expiredAt: 4_000_000_000, expiresIn: 900 },
});
const login: Told = {
  method: 'POST',
  path: '/v3/auth/token',
  authorization: basic('u@example.com:right'),
  body: '{"fingerprint":"a-device"}',
  answer: pair('recorded'),
};
const bearer = `Bearer ${pair('recorded').access.token}`;

test('an address that cannot be decoded goes out as it stands and is accounted for', async () => {
  const path = await writeMade(output('made.ndjson'), [login, { path: '/v2/card?%zz=1', authorization: bearer }]);
  const server = await startAnswering(({ url }) => ({ body: url.startsWith('/v3') ? pair('live') : {} }));

  const result = await replayed({ url: server.url, recordings: [path], profile: profileOf(server.url) });
  await server.close();

  expect(server.asked.map(({ url }) => url)).toEqual(['/v3/auth/token', '/v2/card?%zz=1']);
  expect(result.account).toMatchObject({ recorded: 2, sent: 2, failed: 0 });
  expect(result.status).toBe('passed');
});

test('a password that never was accepted stays wrong, and the right one is replaced, under whatever name', async () => {
  const confirm = { method: 'POST', path: '/v2/mfa/sms/sign/mt_0123456789abcdef0123', body: '{"code":"000000"}' };
  const path = await writeMade(output('made.ndjson'), [
    { ...login, user: 'full', answer: { status: 'MFA_REQUIRED', mfaToken: 'mt_0123456789abcdef0123' } },
    { ...confirm, authorization: basic('u@example.com:wrong'), status: 401, answer: { status: 401 } },
    { ...login, authorization: login.authorization!.replace('Basic', 'BASIC') },
  ]);
  const right = basic('u@example.com:the living one');
  const server = await startAnswering(({ authorization }) =>
    authorization === right
      ? { body: { status: 'MFA_REQUIRED', mfaToken: 'mt_live6789abcdef0123' } }
      : { status: 401, body: { status: 401 } },
  );
  const profile = profileOf(server.url);
  const plan = await makePlan([path], profile);

  await replayed({ url: server.url, recordings: [path], profile, plan });
  await server.close();

  expect(plan.users.map(({ recorded, actsAs }) => [recorded, actsAs])).toEqual([['full', 'full']]);
  const withRight = server.asked.map(({ url, authorization }) => `${url.split('/')[2]} ${authorization === right}`);
  expect(withRight.sort()).toEqual(['auth true', 'auth true', 'mfa false']);
});

test('a confirmation whose body nests thousands of levels deep goes out as it was recorded', async () => {
  const body = `{"code":"000000","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const confirm = { method: 'POST', path: '/v2/mfa/sms/sign/mt_0123456789abcdef0123', body };
  const path = await writeMade(output('made.ndjson'), [
    { ...confirm, authorization: basic('u@example.com:right'), user: 'full', status: 404, answer: { status: 404 } },
  ]);
  const server = await startAnswering(() => ({ status: 404, body: { status: 404 } }));

  const result = await replayed({ url: server.url, recordings: [path] });
  await server.close();

  expect(result.account).toMatchObject({ recorded: 1, sent: 1, failed: 0, because: { failed: {} } });
  expect(server.asked.map((asked) => asked.body?.length)).toEqual([body.length]);
});

test('a body that is no UTF-8 keeps its bytes where a value in it is followed', async () => {
  const body = Buffer.concat([Buffer.from('{"odd":"'), Buffer.from([0xff, 0xfe]), Buffer.from(`","id":["${id}"]}`)]);
  const other = id.replace('7c0e', '9999');
  const path = await writeMade(output('made.ndjson'), [
    login,
    { path: `/v2/payment/1`, authorization: bearer, answer: { uuid: id } },
    { method: 'POST', path: '/v3/payment/sign?validate=1', authorization: bearer, body },
  ]);
  const server = await startAnswering(({ url }) => ({
    body: url.startsWith('/v3/auth') ? pair('live') : url.startsWith('/v2') ? { uuid: other } : {},
  }));

  await replayed({ url: server.url, recordings: [path], profile: profileOf(server.url) });
  await server.close();

  expect(server.asked.at(-1)?.body).toEqual(Buffer.from(body.toString('latin1').replace(id, other), 'latin1'));
});

test('what has a body that is not in the recording is held back', async () => {
  const body = Buffer.from(Array.from({ length: 100 }, (_, index) => 128 + (index % 100)));
  const path = await writeMade(output('made.ndjson'), [
    login,
    { method: 'POST', path: '/v3/payment/sign?validate=1', authorization: bearer, body },
  ]);
  const server = await startAnswering(() => ({ body: pair('live') }));

  const result = await replayed({ url: server.url, recordings: [path], profile: profileOf(server.url) });
  await server.close();

  expect(result.account.because.heldBack).toEqual({ 'its body is not whole in the recording': 1 });
  expect(server.asked).toHaveLength(1);
});

test('a stand-in in a field that is no secret hides one, and must still be one value throughout', async () => {
  const number = '400000******0000';
  const path = await writeMade(
    output('made.ndjson'),
    [1, 2].map((payment) => ({
      path: `/v2/payment/${payment}`,
      authorization: bearer,
      answer: { cardholder: { cardNumber: number }, cardMaskedNumber: number },
    })),
  );
  const serving = (second: string) =>
    startAnswering(({ url }) => {
      const cardMaskedNumber = url.endsWith('2') ? second : number;
      return { body: url.startsWith('/v3') ? pair('live') : { cardholder: { cardNumber: number }, cardMaskedNumber } };
    });
  const [same, changed] = [await serving(number), await serving('400000******0001')];

  const [alike, other] = [
    await replayed({ url: same.url, recordings: [path], profile: profileOf(same.url) }),
    await replayed({ url: changed.url, recordings: [path], profile: profileOf(changed.url) }),
  ];
  await Promise.all([same.close(), changed.close()]);

  expect(leftOver(alike)).toEqual([]);
  expect(leftOver(other)).toEqual(['readPayment /cardMaskedNumber value']);
});

test('a value that the plan says is another one may be answered so', async () => {
  const [then, now] = ['http://127.0.0.1:1/', 'http://127.0.0.1:2/'];
  const path = await writeMade(output('made.ndjson'), [
    { path: '/v2/webhook', authorization: bearer, answer: { url: then, enable: true } },
  ]);
  const server = await startAnswering(({ url }) => ({
    body: url.startsWith('/v3') ? pair('live') : { url: now, enable: true },
  }));
  const profile = profileOf(server.url);
  const plan = await makePlan([path], profile);
  const common = { url: server.url, recordings: [path], profile };

  const unsaid = await replayed({ ...common, plan });
  const said = await replayed({ ...common, plan: { ...plan, values: { [then]: now } } });
  await server.close();

  expect(leftOver(unsaid)).toEqual(['readWebhook /url value']);
  expect(leftOver(said)).toEqual([]);
});

test('a limit that is declared need not refuse where it may not have been reached, and must far above it', async () => {
  const refused = (index: number): Told => ({
    method: 'POST',
    path: `/v2/card/${id}/calculate/limits`,
    authorization: bearer,
    at: index,
    ...(index >= 5 ? { status: 429, answer: { status: 429 } } : { status: 201 }),
  });
  const path = await writeMade(
    output('made.ndjson'),
    Array.from({ length: 20 }, (_, index) => refused(index)),
  );
  const server = await startAnswering(({ url }) =>
    url.startsWith('/v3') ? { body: pair('live') } : { status: 201, body: {} },
  );
  const profile = profileOf(server.url);
  const declaring = (requests: number) => ({
    ...profile,
    declares: { ...profile.declares, rateLimits: { calculateCardLimits: { requests, seconds: 60 } } },
  });
  const common = { url: server.url, recordings: [path] };

  const wide = await replayed({ ...common, profile: declaring(10) });
  const narrow = await replayed({ ...common, profile: declaring(5) });
  await server.close();

  expect(leftOver(wide)).toEqual([]);
  expect(leftOver(narrow)).toEqual(['calculateCardLimits status status']);
});

const overlapping = (number: number, method: string, at: number, until: number, about: string): Step => ({
  number,
  id: String(number),
  operation: createLocate()(method, method === 'GET' ? `/v2/card/${about}` : `/v2/card/${about}/limits`),
  session: { id: `session ${number}`, user: 'somebody', inherited: false },
  credentials: { kind: 'none' },
  stray: false,
  fresh: [],
  outlived: false,
  request: { method, url: method === 'GET' ? `/v2/card/${about}` : `/v2/card/${about}/limits`, headers: [] },
  references: [],
  at,
  sent: at,
  until,
});

test('what overlapped a change keeps the likelier order, and changes of different things overlap again', async () => {
  const other = id.replace('7c0e', '9999');
  const recorded = [
    overlapping(0, 'PATCH', 0, 10, id),
    overlapping(1, 'GET', 1, 3, id),
    overlapping(2, 'GET', 4, 12, id),
    overlapping(3, 'PATCH', 5, 30, other),
    overlapping(4, 'PATCH', 6, 31, id),
  ];
  async function* steps() {
    for (const step of recorded) yield { kind: 'step', step } as const;
  }
  const circleOf = ({ session }: Step) => session.user;
  const order = createOrder(false);

  const plays = [];
  for await (const each of sequenced(steps(), { circleOf, aliases: new Aliases() }))
    if (each.kind === 'step') plays.push(order.admit(each.step, each.placement, 0, undefined));

  const waiting = Object.fromEntries(plays.map(({ step, waiting }) => [step.number, waiting]));
  expect(plays.map(({ step }) => step.number)).toEqual([1, 0, 2, 3, 4]);
  // The change of another thing waits only for the reads; the change of the same thing waits for the first change as well.
  expect(waiting).toEqual({ 1: 0, 0: 1, 2: 1, 3: 2, 4: 3 });
});
