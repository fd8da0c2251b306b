// Logging in (Endpoints / Sessions / POST v3 auth token).
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('SESS-01', async ({ api, profile }) => {
  const fingerprint = api.user.fingerprint;
  const login = await api.call('login', { json: { fingerprint } });
  expect(login).toAnswer(tokenPairOrMfaDemand, 'a token pair or the MFA-required object');
  if (profile.users.mfa === undefined) return;
  const mfaLogin = await api.call('login', { as: 'mfa', json: { fingerprint: profile.users.mfa.fingerprint } });
  expect(mfaLogin).toAnswer(tokenPairOrMfaDemand, 'a token pair or the MFA-required object');
});

function tokenPairOrMfaDemand(body: unknown): boolean {
  const { access, refresh, status, mfaToken } = (body ?? {}) as Record<string, unknown>;
  const pair = isToken(access) && isToken(refresh);
  const demand = status === 'MFA_REQUIRED' && typeof mfaToken === 'string';
  return pair || demand;
}

const isToken = (value: unknown): boolean => typeof (value as { token?: unknown } | null)?.token === 'string';
