// The second factor of the reference service.
import { expect, test } from '@playwright/test';
import { totp } from '../../../reference/totp.ts';
import { started, userNamed } from '../acting.ts';
import { expectStandard } from '../shapes.ts';

// The secret and the times of RFC 6238, appendix B, cut to six digits.
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('one-time passwords are those of the standard', () => {
  const codes = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000].map((at) =>
    totp(rfcSecret, at * 1000),
  );

  expect(codes).toEqual(['287082', '081804', '050471', '005924', '279037', '353130']);
});

test('a user with MFA logs in by sms or by authenticator', async () => {
  await using service = await started();
  const send = service.basic('mfa');
  const codes = { sms: userNamed('mfa').smsCode, google: totp(userNamed('mfa').totpSecret, Date.now()) };

  for (const [type, code] of Object.entries(codes)) {
    const login = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
    expect(login.body).toEqual({ status: 'MFA_REQUIRED', mfaToken: expect.any(String) });
    const confirmed = await send('POST', `/v2/mfa/${type}/sign/${login.body.mfaToken}`, { json: { code } });
    expect(confirmed.body).toEqual({ status: expect.any(String), data: { signToken: expect.any(String) } });
    const { signToken } = confirmed.body.data;
    const set = await send('POST', '/v2/auth/token', { form: { signToken, fingerprintid: 'f' } });
    expect(set.body.status).toBe('SUCCESS');
  }
});

test('a confirmation refuses wrong codes, kinds and requests', async () => {
  await using service = await started();
  const send = service.basic('mfa');
  const { body } = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const confirm = (type: string, id: string, code: unknown) =>
    send('POST', `/v2/mfa/${type}/sign/${id}`, { json: { code } });

  expectStandard(await confirm('sms', body.mfaToken, '999999'), 403);
  expectStandard(await confirm('google', body.mfaToken, ''), 403);
  expectStandard(await confirm('email', body.mfaToken, '200002'), 404);
  expectStandard(await confirm('sms', 'mt_unknown', '200002'), 404);
  for (const code of ['2000021', {}, 200_002, undefined]) {
    const seen = await confirm('sms', body.mfaToken, code);
    expect(seen.status).toBe(400);
    expect(seen.body).toEqual({ query: {}, body: { code: expect.any(String) } });
  }
  const foreign = await service.basic('full')('POST', `/v2/mfa/sms/sign/${body.mfaToken}`, {
    json: { code: '100001' },
  });
  expectStandard(foreign, 404);
  expect((await confirm('sms', body.mfaToken, '200002')).status).toBe(200);
});
