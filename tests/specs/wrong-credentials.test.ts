import { expect, test } from '@playwright/test';
import { wrongFor } from '../../specs/authentication/support/wrong-credentials.ts';
import type { User } from '../../subject/profile/profile.ts';

const user = (username: string, password: string): User => ({
  name: 'full',
  username,
  password,
  fingerprint: 'device',
  forbidden: [],
});

const passwordsFor = (password: string): readonly string[] =>
  wrongFor(user('ann', password), [user('ann', password)]).map((wrong) => wrong.password);

test('passwords that nearly fit are wrong each in another way', () => {
  expect(passwordsFor('Secret:Pass-1')).toEqual([
    '',
    'Secret:Pass-1x',
    'Secret:P',
    'Secret:Pass-',
    'Secret:Pass-y',
    'sECRET:pASS-1',
    'eScret:Pass-1',
    'Secret:Pass-1é',
    'Secret:Pass-1\u0000x',
    `Secret:Pass-1${'x'.repeat(100)}`,
    ' Secret:Pass-1',
    'Secret:Pass-1 ',
    'Secret:y',
    // A right password without a right name: no name, and two similar ones.
    'Secret:Pass-1',
    'Secret:Pass-1',
    'Secret:Pass-1',
  ]);
});

test('what is right for anybody is not among them, however alike the passwords are', () => {
  const everybody = [user('ann', '12345678'), user('ben', '12345678'), user('', '12345678'), user('ann', '123456789')];

  const wrong = wrongFor(everybody[0]!, everybody);

  for (const { username, password } of wrong) {
    expect(everybody.some((one) => one.username === username && one.password === password)).toBe(false);
  }
  expect(new Set(wrong.map(({ username, password }) => `${username}:${password}`)).size).toBe(wrong.length);
});
