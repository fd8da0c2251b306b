// Tokens that only a careless comparison takes for another.
import { expect, test } from '@playwright/test';
import { nearMisses } from '../../harness/prepare/lookalike.ts';

const changedAtTheEnd = (token: string) =>
  nearMisses(token).filter((other) => other.length === token.length && other.startsWith(token.slice(0, -1)));

for (const [what, token, expected] of [
  ['of a hexadecimal token', '0f1e2d3c4b5a69788796a5b4c3d2e1f01', 1],
  ['of whole groups of base64url', 'kJ8a'.repeat(10), 1],
  ['of a signature whose last character has unused bits', `e30.e30.${'kJ8_'.repeat(10)}kJ8`, 0],
] as const) {
  test(`the last character ${what} ${expected === 1 ? 'is changed' : 'stays'}`, () => {
    expect(changedAtTheEnd(token)).toHaveLength(expected);
  });
}
