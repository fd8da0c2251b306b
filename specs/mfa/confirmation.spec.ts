// Confirming a second factor (Endpoints / Sessions / POST v2 mfa sign; Authentication, rule 5).
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('MFA-12', async ({ api, profile, untested }) => {
  const user = profile.users.mfa ? 'mfa' : 'full';
  if (profile.users[user] === undefined) untested('there is no user who could confirm (users.mfa)');
  const never = await api.call('confirmMfa', {
    as: user,
    path: { type: 'sms', requestId: crypto.randomUUID() },
    json: { code: '000000' },
  });
  expect(never).toBeRefused();
});
