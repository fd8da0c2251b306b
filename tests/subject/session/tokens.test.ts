import { expect, test } from '@playwright/test';
import { claimsOf, expiryOf, readTokens } from '../../../subject/session/tokens.ts';
import { jwt } from '../small-target.ts';

const now = 1_750_000_000_000;
const inAnHour = now + 3_600_000;

test('an expiry may be in seconds or in milliseconds', () => {
  expect(expiryOf(inAnHour / 1000, undefined, now)).toBe(inAnHour);
  expect(expiryOf(inAnHour, undefined, now)).toBe(inAnHour);
});

test('the earlier of both members counts', () => {
  expect(expiryOf(inAnHour, 60, now)).toBe(now + 60_000);
  // If expiresIn were milliseconds it would look like weeks, so the instant decides.
  expect(expiryOf(inAnHour, 3_600_000, now)).toBe(inAnHour);
});

test('a lifetime in milliseconds is known by the instant, also when the clocks differ', () => {
  expect(expiryOf(inAnHour + 60_000, 60_000, now)).toBe(now + 60_000);
  expect(expiryOf(inAnHour, 3600, now)).toBe(inAnHour);
});

test('an instant gone by is a clock set differently', () => {
  expect(expiryOf(now / 1000 - 100, 60, now)).toBe(now + 60_000);
  expect(expiryOf(now / 1000 - 100, 0, now)).toBeUndefined();
  expect(expiryOf('soon', null, now)).toBeUndefined();
});

test('the deprecated set is read, and a JWT tells its own expiry', () => {
  const access = jwt({ exp: inAnHour / 1000 });
  const body = { status: 'SUCCESS', data: { accessToken: access, refreshToken: 'r', wsToken: 'w' } };
  expect(readTokens(body, now)).toEqual({ access, refresh: 'r', expiresAt: inAnHour });
});

test('what has no access token is no session', () => {
  expect(readTokens({ access: {} }, now)).toBeUndefined();
  expect(readTokens('<html>', now)).toBeUndefined();
});

test('claims of what is no JWT are nothing', () => {
  expect(claimsOf('opaque')).toBeUndefined();
  expect(claimsOf('a.b.c')).toBeUndefined();
});
