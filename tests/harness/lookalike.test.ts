// Tokens that only a careless comparison takes for another token.
import { expect, test } from '@playwright/test';
import { nearMisses } from '../../harness/prepare/lookalike.ts';

const changedAtTheEnd = (token: string) =>
  nearMisses(token).filter((other) => other.length === token.length && other.startsWith(token.slice(0, -1)));

for (const [what, token, expected] of [
  ['of a hexadecimal token', '0f1e2d3c4b5a69788796a5b4c3d2e1f01', 1],
  ['of whole groups of base64url', 'kJ8a'.repeat(10), 1],
  ['of a signature whose last character has unused bits', `e30.e30.${'kJ8_'.repeat(10)}kJ8`, 1],
  ['that makes no byte with those before it', `${'kJ8a'.repeat(10)}k`, 0],
] as const) {
  test(`the last character ${what} ${expected === 1 ? 'is changed' : 'stays'}`, () => {
    expect(changedAtTheEnd(token)).toHaveLength(expected);
  });
}

test('what is changed at the end of base64url changes the bytes, whatever a reader makes of unused bits', () => {
  for (const token of ['kJ8akJ8akA', 'kJ8akJ8akJ8', 'kJ8akJ8akJ8a']) {
    const [other] = changedAtTheEnd(token);
    expect(Buffer.from(other!, 'base64url').equals(Buffer.from(token, 'base64url'))).toBe(false);
  }
});

test('no forgery of a token that ends in a day is that token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  for (let second = 0; second < 5; second += 1) {
    const token = `${part({ alg: 'HS256' })}.${part({ sub: 'one', exp: now + second + 86_400 })}.${'kJ8_'.repeat(10)}`;
    expect(nearMisses(token).length).toBeGreaterThan(0);
    expect(nearMisses(token)).not.toContain(token);
  }
});

test('a token that may be counted up has no neighbour, which may have been issued as well', () => {
  for (const token of ['100016', '100000000000016', 'st-1016']) expect(changedAtTheEnd(token), token).toEqual([]);
});
