// A candidate that demands a second factor where the recorded build did not: the demand is reported, and everything else is replayed.
import { expect, test } from '@playwright/test';
import type { Seams } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import { actors, recordedFlow } from '../flow.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const played = async (variant: string, more: { readonly seams?: Seams; readonly shape?: object } = {}) => {
  const { seams, shape } = more;
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1, variant, ...(seams && { seams }) });
  const result = await replayed({ url: candidate.url, recordings: [path], ...(shape && { shape }) });
  await candidate.close();
  return result;
};

test('a second factor that is demanded at login alone is the one difference', async () => {
  const result = await played('mfa-always');

  expect(leftOver(result)).toEqual(['login second factor value']);
  expect(result.account).toMatchObject({ sent: result.account.recorded, heldBack: 0, failed: 0 });
  expect(result.status).toBe('failed');
});

test('a second factor that is demanded once in a session is confirmed, and the answer behind it compared', async () => {
  const result = await played('second-factor-on-reads');

  expect(leftOver(result).every((line) => line.endsWith(' second factor value'))).toBe(true);
  expect(leftOver(result).length).toBeGreaterThan(0);
  expect(result.account).toMatchObject({ sent: result.account.recorded, heldBack: 0, failed: 0 });
});

/** The demands break the contract: they have the status of a server error, which does not matter for confirming, or no token to confirm. */
const demands = (broken: 'status' | 'token'): Seams => ({
  around: {
    every: async (next, call) => {
      const answer = await next(call);
      const isDemand = (answer.body as { status?: unknown } | undefined)?.status === 'MFA_REQUIRED';
      // Where the recorded server demands a second factor too, the demand is compared and judged by itself.
      const isNew = !['setSmsBalanceNotification', 'signPayments', 'inviteMember'].includes(call.operation);
      if (!isDemand || !isNew) return answer;
      return broken === 'status'
        ? { ...answer, status: 500 }
        : { ...answer, body: { status: 'MFA_REQUIRED', mfaToken: 41 } };
    },
  },
});

for (const variant of ['second-factor-on-reads', 'mfa-always'])
  for (const [how, more] of [
    ['by values', {}],
    ['by shape', { shape: {} }],
  ] as const)
    for (const [broken, requirement] of [
      ['status', 'ERR-01'],
      ['token', 'MFA-02'],
    ] as const)
      test(`a demand of ${variant} that only the candidate makes is judged, compared ${how}, broken by its ${broken}`, async () => {
        const sound = await played(variant, more);
        const { violations, status } = await played(variant, { ...more, seams: demands(broken) });

        const ofDemand = (each: { readonly requirement: string }) => each.requirement === requirement;
        expect(sound.violations.filter(ofDemand)).toEqual([]);
        expect(violations.filter(ofDemand)).not.toEqual([]);
        expect(status).toBe('failed');
      });

const basic = `Basic ${Buffer.from('u@example.com:made-up').toString('base64')}`;
const [uuid, mfaToken] = ['0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d', '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11'];
const sign = { path: '/v3/payment/sign?validate=0', method: 'POST', body: JSON.stringify({ id: [uuid] }) };
const signed = { status: 'ACCEPTED', data: {} };

/** A draft is made, a second factor is demanded for signing it, and the payment is cancelled. */
const signing: Told[] = [
  { path: '/v3/payment', method: 'POST', body: '{"amount":1}', answer: { data: { id: 700_101, uuid } } },
  { ...sign, answer: { status: 'MFA_REQUIRED', mfaToken } },
  { path: '/v1/payment/700101/cancel', method: 'POST', answer: { success: true } },
];
const confirming: Told[] = [
  {
    ...{ path: `/v2/mfa/sms/sign/${mfaToken}`, method: 'POST', authorization: basic, body: '{"code":"100001"}' },
    answer: { status: 'OK', data: { signToken: 'sign_0123456789abcdef' } },
  },
  { ...sign, path: `${sign.path}&signToken=sign_0123456789abcdef`, answer: signed },
];

/** Replays onto a candidate that signs at once and cancels no signed payment. */
const ontoSigner = async (told: readonly Told[]) => {
  const path = await writeMade(
    test.info().outputPath(`${told.length}.ndjson`),
    told.map((one) => ({ authorization, ...one })),
  );
  const candidate = await startAnswering(({ url }) => {
    if (url.startsWith('/v3/auth')) return { body: tokens };
    if (url.startsWith('/v3/payment/sign')) return { body: signed };
    if (url === '/v3/payment') return { body: { data: { id: 700_101, uuid } } };
    return { status: 403, body: { name: 'Forbidden', message: 'It is signed.', status: 403 } };
  });
  const profile = profileOf(candidate.url);
  const result = await replayed({ url: candidate.url, recordings: [path], profile, shape: {} });
  await candidate.close();
  return leftOver(result);
};

test('what the candidate did behind a demand that nobody confirmed in the recording explains what follows, and nothing else does', async () => {
  const [create, demand, cancel] = signing as [Told, Told, Told];

  expect(await ontoSigner([create, demand, cancel])).toEqual([]);
  expect(await ontoSigner([create, demand, ...confirming, cancel])).toEqual(['cancelPayment status status']);
});

test('a refusal in the place of a demand is a difference where the demand was confirmed, and none where nobody knows what followed', async () => {
  const [create, , cancel] = signing as [Told, Told, Told];
  const demanded: Told = { ...cancel, answer: { status: 'MFA_REQUIRED', mfaToken } };
  const [confirmation] = confirming as [Told];

  expect(await ontoSigner([create, demanded])).toEqual([]);
  expect(await ontoSigner([create, demanded, confirmation])).toEqual(['cancelPayment status status']);
});
