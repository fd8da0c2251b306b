// Basic credentials with odd names of no user (Errors / shapes). The name of this folder makes them run last, because a target may lock out a
// client that sent some wrong ones.

import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { eachOf } from '../errors/support/odd-requests.ts';

/** They can be decoded, but a target may fail when it looks them up. */
const oddPairs: readonly (string | Uint8Array)[] = [
  'a\u0000b:x',
  Uint8Array.from([0xff, 0xfe, 0x3a, 0xc0]),
  `${'a'.repeat(5000)}:x`,
];

requirement(
  'ERR-01',
  'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses',
  'odd credentials',
  async ({ api }) => {
    await eachOf(['login', 'exchangeSignToken', 'confirmMfa'] as const, oddPairs, (id, pair) =>
      api.call(id, {
        ...anyInputOf(id, api.names),
        as: 'nobody',
        authorization: `Basic ${Buffer.from(pair as string).toString('base64')}`,
      }),
    );
  },
);
