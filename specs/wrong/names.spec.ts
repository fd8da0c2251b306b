// Basic credentials with odd names of nobody (Errors / shapes). They come last in a run, by the name of this folder, because a target may keep
// out whoever has sent some wrong ones.

import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { eachOf } from '../errors/support/odd-requests.ts';

/** They can be decoded, and a target may stumble where it looks them up. */
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
