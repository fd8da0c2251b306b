// Which wrong codes are tried at a demand.
import { expect, test } from '@playwright/test';
import type { PendingDemand } from '../../harness/prepare/second-factor.ts';
import { wrongCodes } from '../../specs/mfa/support/wrong-codes.ts';
import type { CodeSource, MfaType, Profile } from '../../subject/profile/profile.ts';
import { totp } from '../../subject/session/totp.ts';

const generated = (secret: string) => ({ kind: 'totp', secret, digits: 6, period: 30, algorithm: 'SHA1' }) as const;
const user = (name: string, type: MfaType, code: CodeSource) => ({ [name]: { name, mfa: { type, code } } });

test('among them are a code of another user of the same type, and one of yesterday', () => {
  const [own, others] = [generated('ASSAYREFERENCEAAMFAAAAAAAAAAAAAA'), generated('ASSAYREFERENCEAASECONDAAAAAAAAAA')];
  const users = {
    ...user('full', 'sms', { kind: 'fixed', code: '100001' }),
    ...user('mfa', 'google', own),
    ...user('second', 'google', others),
  };
  const now = Date.now();
  const factor = { type: 'google', requestId: 'r', code: totp(own, now) };

  const tried = wrongCodes({ users } as unknown as Profile, { user: 'mfa', factor } as PendingDemand);

  // A time window may end between the two readings of the clock.
  const windows = [now, now + 30_000];
  expect(windows.map((at) => totp(others, at)).some((code) => tried.includes(code))).toBe(true);
  expect(windows.map((at) => totp(own, at - 86_400_000)).some((code) => tried.includes(code))).toBe(true);
  expect(tried).not.toContain('100001');
  expect(windows.map((at) => totp(own, at)).some((code) => tried.includes(code))).toBe(false);
});
