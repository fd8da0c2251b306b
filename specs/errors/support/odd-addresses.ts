// Addresses that no client of this API would make: paths beside the documented ones, and queries of any shape.
import { nowhere } from '../../../generators/ids.ts';

const words = (text: string): readonly string[] => text.split(' ');

export const oddPaths: readonly string[] = [
  ...words('/ /v2 /v2/ /v0/card /v4/card /v9/auth/token /v2.0/card /V2/card /v2/CARD /2/card'),
  ...words('/v2/card/ /v2//card //v2/card /v2/card// /v2/./card /v1/../v2/card /v2/card;a=b /v2/card.json'),
  ...['/v2/cards', `/v2/card/${nowhere}/nothing`, '/v3/card', `/v3/card/${nowhere}`, '/v1/payment', '/v1/webhook'],
  ...words('/favicon.ico /.well-known/openid-configuration /openapi.json /* /v2/* /null /undefined'),
];

/** Used in place of an id; percent-encoded already. None looks like an attack, which a firewall would answer. */
export const oddIds: readonly string[] = [
  ...words('%00 a%00b %0A %0D%0AX-Odd:%201 %7F % %zz %f %ff %c0%af %ed%a0%80 %F0%9F%92%A9'),
  ...words(`.. %2e%2e ..%2f.. %2f %5c a%2fb %252e%252e ~ - _ . ! ' %22`),
  ...words('0 -1 00 1e9 1.5 0x10 NaN Infinity null undefined true'),
  // The first integer beyond 32 bits, and the last of 64.
  ...['2147483648', '9223372036854775807'],
  ...['9'.repeat(19), '9'.repeat(400), 'a'.repeat(1000), 'a'.repeat(6000)],
  ...words(`%3Cb%3E a'b %7B%7D %5B%5D $where {id} %7Bid%7D`),
  ...[nowhere.slice(1), `${nowhere}0`, nowhere.replaceAll('-', '')],
  ...[`%7B${nowhere}%7D`, `%20${nowhere}`, `${nowhere}%20`],
  ...['a%CC%81'.repeat(20), ...words('%E2%80%AE %E2%80%8B %EF%BB%BF hasOwnProperty valueOf toString CON %u0041')],
];

export const oddQueries: readonly string[] = [
  ...['', ...words('= & &&& ? ?? % %zz %00=%00 =a a a= a&a&a %ff=%ff a=%F0%9F%92%A9 +=+')],
  ...words('hasOwnProperty=1 toString[a]=1 valueOf.a=1 a[b][c][d]=1 a[=1 a]=1 a[]=1&a=2 []=1'),
  Array.from({ length: 300 }, (_, index) => `a${index}=${index}`).join('&'),
  ...['a=1&'.repeat(300), `a=${'b'.repeat(6000)}`],
  ...words('limit=-1 page=9999999999 page=NaN offset=1e309 callback=a $filter=a a=1;b=2 a=%0D%0Ab'),
];

/** Longer than servers commonly read: 8 KiB, 16 KiB, 64 KiB. */
export const longQueries: readonly string[] = [9_000, 17_000, 66_000].map((length) => `a=${'b'.repeat(length)}`);

/** Used in place of one of a few words. */
export const oddChoices: readonly string[] = [
  ...['', ' ', '\u0000', '\u202e', 'a'.repeat(4000)],
  ...words(`- ' " % * [] {} -1 1e309 💩 null toString hasOwnProperty id,id id,-id ACTIVE, ,`),
];

/** The same parameter twice. */
export const oddPairs: ReadonlyArray<readonly [string, string]> = [
  ['id', 'id'],
  ['ACTIVE', 'ACTIVE'],
  ['Virtual', 'nobody'],
  ['', ''],
];

/** Lists that take the place of a list of a few known words, of which `word` is one. */
export const oddLists = (word: string): ReadonlyArray<readonly string[]> => [
  ...[
    [''],
    ['', ''],
    [word, ''],
    [word, word],
    [word, word.toUpperCase()],
    [` ${word} `],
    ['nobody'],
    [word, 'nobody'],
  ],
  ...[
    ['hasOwnProperty'],
    ['toString', word],
    ['\u0000'],
    ['💩'],
    ["'"],
    ['a'.repeat(4000)],
    Array<string>(300).fill(word),
  ],
];
