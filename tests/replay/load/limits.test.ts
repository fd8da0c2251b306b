// Limits that a replay reaches or does not: which requests a declared limit counts together, and which refusals it excuses.
import { expect, test } from '@playwright/test';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { type Asked, startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, replayed } from '../replaying.ts';

const authorization = 'Bearer at_0123456789abcdef0123';
const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};
const card = '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';
const refusal = { status: 429, body: { name: 'Too Many Requests', message: 'Slow down.', status: 429 } };

const payment = (amount: number, index: number, isRefused = false): Told => ({
  path: '/v3/payment',
  method: 'POST',
  authorization,
  body: JSON.stringify({ amount }),
  at: index,
  took: 1,
  ...(isRefused ? { status: 429, answer: refusal.body } : { status: 201, answer: { status: 'CREATED' } }),
});

/** Twelve payments that all differ, and then `identical` identical ones, of which `admitted` are accepted. */
const paid = (identical: number, admitted: number): Told[] => [
  ...Array.from({ length: 12 }, (_, index) => payment(100 + index, index)),
  ...Array.from({ length: identical }, (_, index) => payment(5, 12 + index, index >= admitted)),
];

const played = async (told: readonly Told[], answer: (asked: Asked) => { status?: number; body: unknown }) => {
  const path = await writeMade(test.info().outputPath(`${told.length}.ndjson`), told);
  const candidate = await startAnswering((asked) =>
    asked.url.startsWith('/v3/auth') ? { body: tokens } : answer(asked),
  );
  const profile = defaultProfile(
    { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' },
    { url: candidate.url },
  );
  const rateLimits = {
    createPayment: { requests: 10, seconds: 1 },
    calculateCardLimits: { requests: 10, seconds: 1 },
  };
  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: { ...profile, declares: { ...profile.declares, rateLimits } },
  });
  await candidate.close();
  return result;
};

const admitting = (most: number) => {
  let identical = 0;
  return ({ body }: Asked) => {
    if (body.toString() === '{"amount":5}') identical += 1;
    return identical > most ? refusal : { status: 201, body: { status: 'CREATED' } };
  };
};

test('payments with other bodies do not bring identical ones nearer to their limit', async () => {
  const lawful = await played(paid(13, 10), admitting(13));
  const beyond = await played(paid(30, 10), admitting(30));

  expect(leftOver(lawful)).toEqual([]);
  expect(lawful.status).toBe('passed');
  expect(leftOver(beyond)).toEqual(['createPayment status status']);
});

test('a refusal of identical payments below their limit is not excused by payments with other bodies', async () => {
  const result = await played(paid(8, 8), admitting(5));

  expect(leftOver(result)).toEqual(['createPayment status status']);
  expect(result.rateLimits).toEqual({ met: 3, explained: 0 });
});

test('a limit that lawfully was not reached excuses nothing of the card that was asked about', async () => {
  const asked = { path: `/v2/card/${card}/calculate/limits`, method: 'POST', authorization };
  const told: readonly Told[] = [
    { ...asked, status: 429, answer: refusal.body },
    { path: `/v2/card/${card}`, authorization, answer: { id: card, cardholderName: 'MADE UP' } },
  ];

  const result = await played(told, ({ method }) =>
    method === 'POST'
      ? { status: 201, body: { status: 'CREATED' } }
      : { body: { id: card, cardholderName: 'ANOTHER' } },
  );

  expect(leftOver(result)).toEqual(['readCard /cardholderName value']);
});
