// Secrets that an exchange has in one place and repeats in another: short codes in sentences, and secrets as a form sends them.
import { expect, test } from '@playwright/test';
import { redacted } from './redacting.ts';

const json = (value: unknown) => JSON.stringify(value);
const standIns = (text: string) => text.replaceAll(/~[\w-]+/g, '~');

test('a short code of the contract is hidden where the answer quotes it, and not within what it is a part of by chance', () => {
  const plain = {
    at: '2026-1234-01 10:12.1234',
    id: '0b9f5f0e-1234-4d39-1234-3a4d1c2b7e7d',
    self: '/v1/card/1234/limits',
    word: 'x1234',
    sum: 1234,
  };
  const { path, body, answer } = redacted({
    method: 'POST',
    path: '/v2/mfa/sms/sign/mfa-token-of-somebody',
    body: json({ code: '1234' }),
    status: 400,
    answer: json({ ...plain, message: 'code 1234 is wrong', errors: ['"1234"', '(1234).'], given: '1234' }),
  });

  expect(standIns(path)).toBe('/v2/mfa/sms/sign/~');
  expect(standIns(body)).toBe('{"code":"~"}');
  expect(JSON.parse(standIns(answer))).toEqual({
    ...plain,
    message: 'code ~ is wrong',
    errors: ['"~"', '(~).'],
    given: '~',
  });
});

test('a short value under a name that only usually tells is not looked for', () => {
  const { answer } = redacted({
    method: 'POST',
    path: '/elsewhere',
    body: json({ pass: '1234' }),
    answer: json({ note: 'no 1234' }),
  });

  expect(answer).toBe(json({ note: 'no 1234' }));
});

test('a secret that is quoted as the form sent it is hidden with the stand-in of the secret', () => {
  const sent = 'a%2Bb%2Fc%3Dd123';
  const { body, answer } = redacted({
    method: 'PUT',
    path: '/v3/auth/token',
    type: 'application/x-www-form-urlencoded',
    body: `token=${sent}`,
    status: 400,
    answer: json({ message: `${sent} was sent`, again: `${decodeURIComponent(sent)} is none` }),
  });

  expect(answer).not.toContain(sent);
  const [standIn] = /~[\w-]+/.exec(body) ?? [];
  expect(JSON.parse(answer)).toEqual({ message: `${standIn} was sent`, again: `${standIn} is none` });
});

test('a key alone is hidden in a header, and in a query where it looks like one', () => {
  const key = 'AIzaSyD-made-up-0123456789';
  const { path, headers, body } = redacted({
    method: 'POST',
    path: `/elsewhere?key=${key}&sort=key`,
    headers: [
      ['X-Key', 'abc'],
      ['Idempotency-Key', 'abc'],
    ],
    body: json({ key: 'name', value: 'Jane' }),
  });

  expect(standIns(path)).toBe('/elsewhere?key=~&sort=key');
  expect(headers.map(([, value]) => standIns(value))).toEqual(['~', 'abc']);
  expect(body).toBe(json({ key: 'name', value: 'Jane' }));
  expect(redacted({ path: '/elsewhere?key=status' }).path).toBe('/elsewhere?key=status');
});
