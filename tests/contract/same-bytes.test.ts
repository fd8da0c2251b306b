// Bodies of the same bytes that occur again share one copy, and other bodies do not.
import { crc32 } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { sameBytes } from '../../contract/text/same-bytes.ts';

/** The copy that is returned the second time. */
const again = (text: string): Uint8Array => {
  sameBytes(Buffer.from(text));
  return sameBytes(Buffer.from(text));
};

test('equal bodies become one when they come again, and what is written over one of them later does not show', () => {
  const first = Buffer.from('{"id":1}');
  const second = Buffer.from('{"id":1}');

  const alone = [sameBytes(first), sameBytes(first)];
  const kept = sameBytes(second);
  second.fill(0);

  expect(alone.every((body) => body === first)).toBe(true);
  expect(Buffer.from(kept).toString()).toBe('{"id":1}');
  expect(sameBytes(Buffer.from('{"id":1}'))).toBe(kept);
  expect(sameBytes(kept)).toBe(kept);
  expect(again('{"id":2}')).not.toBe(kept);
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

  const bodies = [...pair, ...pair, ...pair].map((text) => sameBytes(Buffer.from(text)));

  expect(bodies.map((body) => Buffer.from(body).toString())).toEqual([...pair, ...pair, ...pair]);
});

test('short copies are kept up to a bound, and the one that was found last stays', () => {
  const first = again('{"first":true}');
  const used = again('{"used":true}');

  for (let n = 0; n < 300; n += 1) {
    again(`${n} `.repeat(12_000));
    sameBytes(Buffer.from('{"used":true}'));
  }

  expect(sameBytes(Buffer.from('{"first":true}'))).not.toBe(first);
  expect(sameBytes(Buffer.from('{"used":true}'))).toBe(used);
});

test('a long body stands for its bytes from the first time, and a longer one than can be kept is left as it is', () => {
  const megabytes = (count: number, letter: string): Buffer => Buffer.alloc(count * 1024 * 1024, letter);
  const first = sameBytes(megabytes(2, 'a'));
  const longer = [megabytes(9, 'x'), megabytes(9, 'x')];

  expect(sameBytes(megabytes(2, 'a'))).toBe(first);
  expect(longer.map(sameBytes).every((body, index) => body === longer[index])).toBe(true);

  for (const letter of 'bcdefghijklmnopqr') sameBytes(megabytes(2, letter));
  expect(sameBytes(megabytes(2, 'a'))).not.toBe(first);
});
