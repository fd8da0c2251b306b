// One copy stands for all bodies of the same bytes, and for no other.
import { crc32 } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { sameBytes } from '../../contract/text/same-bytes.ts';

test('equal bodies become one, and what is written over the first of them later does not show', () => {
  const first = Buffer.from('{"id":1}');

  const kept = sameBytes(first);
  first.fill(0);

  expect(Buffer.from(kept).toString()).toBe('{"id":1}');
  expect(sameBytes(Buffer.from('{"id":1}'))).toBe(kept);
  expect(sameBytes(kept)).toBe(kept);
  expect(sameBytes(Buffer.from('{"id":2}'))).not.toBe(kept);
});

test('bodies that only have their checksum in common stay apart', () => {
  const seen = new Map<number, string>();
  let pair: readonly [string, string] | undefined;
  for (let n = 0; pair === undefined; n += 1) {
    const text = `{"n":${Math.imul(n, 2654435761) >>> 0},"of":${n}}`;
    const before = seen.get(crc32(text));
    if (before !== undefined) pair = [before, text];
    seen.set(crc32(text), text);
  }

  const kept = pair.map((text) => sameBytes(Buffer.from(text)));
  const again = pair.map((text) => sameBytes(Buffer.from(text)));

  expect([...kept, ...again].map((body) => Buffer.from(body).toString())).toEqual([...pair, ...pair]);
});

test('what is kept is bounded, and a long body is left as it is', () => {
  const long = Buffer.alloc(100_000, 'x');
  const first = sameBytes(Buffer.from('{"first":true}'));

  for (let n = 0; n < 300; n += 1) sameBytes(Buffer.alloc(60_000, `${n} `));

  expect(sameBytes(long)).toBe(long);
  expect(sameBytes(Buffer.from('{"first":true}'))).not.toBe(first);
});
