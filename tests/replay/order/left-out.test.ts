// Requests that a filter leaves out change nothing on the candidate: the differences that follow from that are reported separately, and no others
// are.
import { expect, test } from '@playwright/test';
import type { Filtering } from '../../../replay/plan/filter.ts';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { type Asked, startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, replayed } from '../replaying.ts';

const profileOf = (url: string) =>
  defaultProfile({ ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' }, { url });
const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};
const authorization = 'Bearer at_0123456789abcdef0123';
const basic = `Basic ${Buffer.from('somebody:made-up').toString('base64')}`;
const [one, two] = ['0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d', '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11'];
const [numberOfOne, numberOfTwo] = [501, 502];

const cardV1 = (uuid: string, isOn: boolean) => ({
  id: uuid === one ? numberOfOne : numberOfTwo,
  uuid,
  isSmsBalanceNotification: isOn,
});
const card = (id: string, isOn: boolean) => ({ id, isSmsBalanceNotification: isOn });

/** Lists the cards, changes one, and reads it in every possible way. */
const changed: readonly Told[] = [
  { path: '/v1/card', authorization, answer: [cardV1(one, false), cardV1(two, false)] },
  {
    path: `/v2/card/${one}/sms-balance-notification`,
    method: 'PATCH',
    authorization,
    body: '{"enabled":1}',
    status: 204,
    answer: '',
  },
  { path: '/v1/card', authorization, answer: [cardV1(one, true), cardV1(two, false)] },
  { path: '/v2/card', authorization, answer: [card(one, true), card(two, false)] },
  { path: `/v1/card/${numberOfOne}`, authorization, answer: cardV1(one, true) },
  { path: `/v1/card/${numberOfOne}/limits`, authorization, answer: { atmLimit: 2 } },
  { path: `/v2/card/${two}`, authorization, answer: card(two, false) },
];

/** A candidate where nothing was changed; `second` is what it shows of the card that nobody touched. */
const unchanged =
  (second: boolean) =>
  ({ url }: Asked): { readonly status?: number; readonly body: unknown } => {
    if (url.startsWith('/v3/auth')) return { body: tokens };
    if (url === '/v1/card') return { body: [cardV1(one, false), cardV1(two, second)] };
    if (url === '/v2/card') return { body: [card(one, false), card(two, second)] };
    if (url.endsWith('/limits')) return { body: { atmLimit: 1 } };
    if (url.startsWith('/v1/card/')) return { body: cardV1(one, false) };
    return url === `/v2/card/${two}` ? { body: card(two, second) } : { status: 404, body: {} };
  };

const played = async (told: readonly Told[], answer: Parameters<typeof startAnswering>[0], filtering: Filtering) => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), told);
  const candidate = await startAnswering(answer);
  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileOf(candidate.url),
    filtering,
  });
  await candidate.close();
  return { result, asked: candidate.asked.map(({ method, url }) => `${method} ${url}`) };
};

for (const filtering of [{ safe: true }, { methods: ['GET'] }] satisfies Filtering[])
  test(`what a change left out by ${Object.keys(filtering)} would have done is missing in lists and older versions too`, async () => {
    const { result } = await played(changed, unchanged(false), filtering);

    expect(leftOver(result)).toEqual([]);
    expect(result.status).toBe('passed');
    expect(result.outcomes).toMatchObject({ equivalent: 2, different: 0, following: 4 });
    expect(result.differences.map(({ excuse }) => excuse?.because)).toContain(
      'setSmsBalanceNotification was left out before',
    );
  });

test('another card is not what the left-out change was about, in whatever list it stands', async () => {
  const { result } = await played(changed, unchanged(true), { safe: true });

  expect(leftOver(result)).toEqual([
    'listCards /*/isSmsBalanceNotification value',
    'listCardsV1 /*/isSmsBalanceNotification value',
    'readCard /isSmsBalanceNotification value',
  ]);
});

test('a card that a left-out change was about must be listed all the same', async () => {
  const { result } = await played(
    changed,
    (asked) => (asked.url === '/v2/card' ? { body: [card(two, false)] } : unchanged(false)(asked)),
    { safe: true },
  );

  expect(leftOver(result)).toEqual(['listCards /* removed']);
});

test('what was refused, or only read, or waited for a second factor has touched nothing', async () => {
  const nothing: readonly Told[] = [
    { path: `/v2/card/${one}/sms-balance-notification`, method: 'PATCH', authorization, status: 403 },
    { path: `/v2/card/${one}/credentials`, method: 'POST', authorization, body: '{"fields":["cvv"]}' },
    {
      path: `/v2/card/${one}/sms-balance-notification`,
      method: 'PATCH',
      authorization,
      answer: { status: 'MFA_REQUIRED', mfaToken: 'mfa_0123456789abcdef' },
    },
    { path: `/v2/card/${one}`, authorization, answer: card(one, false) },
  ];

  const { result } = await played(
    nothing,
    ({ url }) => ({ body: url.startsWith('/v3/auth') ? tokens : card(one, true) }),
    { safe: true },
  );

  expect(leftOver(result)).toEqual(['readCard /isSmsBalanceNotification value']);
});

test('what was over before the left-out change began must be as it was recorded', async () => {
  const { result } = await played(
    changed,
    (asked) => (asked.url === '/v1/card' ? { body: [cardV1(one, true), cardV1(two, false)] } : unchanged(false)(asked)),
    { safe: true },
  );

  expect(leftOver(result)).toEqual(['listCardsV1 /*/isSmsBalanceNotification value']);
});

test('what was to be made is missing in its list and wherever it is asked for, and nothing is held back for it', async () => {
  const made = 'aa0e1a52-1c39-4a52-8a0e-0d9f4b6c2e99';
  const told: readonly Told[] = [
    { path: '/v2/webhook/event', authorization, answer: [] },
    { path: '/v2/thing', authorization, answer: [{ id: one }] },
    { path: '/v2/thing', method: 'POST', authorization, body: '{}', status: 201, answer: { id: made } },
    { path: '/v2/thing', authorization, answer: [{ id: one }, { id: made }] },
    { path: `/v2/thing/${made}`, authorization, answer: { id: made, owner: { id: two } } },
    { path: `/v2/owner/${two}`, authorization, answer: { id: two } },
  ];

  const { result } = await played(
    told,
    ({ url }) =>
      url.startsWith('/v3/auth')
        ? { body: tokens }
        : url === '/v2/webhook/event'
          ? { body: [] }
          : url === '/v2/thing'
            ? { body: [{ id: one }] }
            : url.endsWith(two)
              ? { body: { id: two } }
              : { status: 404, body: {} },
    { safe: true },
  );

  expect(leftOver(result)).toEqual([]);
  expect(result.account).toMatchObject({ sent: 5, filtered: 1, heldBack: 0 });
  expect(result.status).toBe('passed');
});

test('a second factor that nobody asked for is not confirmed, and what uses its token is left out with it', async () => {
  const told: readonly Told[] = [
    {
      path: '/v3/auth/token',
      method: 'POST',
      authorization: basic,
      body: '{"fingerprint":"device"}',
      answer: { ...tokens, access: { ...tokens.access, token: 'at_0123456789abcdef0123' } },
    },
    {
      path: '/v3/payment/sign?validate=0',
      method: 'POST',
      authorization,
      body: `{"id":["${two}"]}`,
      answer: { status: 'MFA_REQUIRED', mfaToken: 'mfa_0123456789abcdef' },
    },
    {
      path: '/v2/mfa/sms/sign/mfa_0123456789abcdef',
      method: 'POST',
      authorization: basic,
      body: '{"code":"000000"}',
      answer: { status: 'OK', data: { signToken: 'sign_0123456789abcdef' } },
    },
    { path: '/v2/card?signToken=sign_0123456789abcdef', authorization, answer: [] },
    { path: '/v2/card', authorization, answer: [] },
  ];

  const { result, asked } = await played(
    told,
    ({ url }) => ({ body: url.startsWith('/v3/auth') ? tokens : url.startsWith('/v2/card') ? [] : {} }),
    { safe: true },
  );

  expect(asked).toEqual(['POST /v3/auth/token', 'GET /v2/card']);
  expect(result.account.because.filtered).toEqual({
    'it may change something': 1,
    'it uses a value of a request that was left out, signPayments /mfaToken': 1,
    'it uses a value of a request that was left out, confirmMfa /data/signToken': 1,
  });
  expect(leftOver(result)).toEqual([]);
});
