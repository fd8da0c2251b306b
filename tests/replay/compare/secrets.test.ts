// Secrets that a candidate changes: the difference is noticed by what may be known of them, and they are never shown.
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Seams } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import type { User } from '../../../reference/users.ts';
import { actors, playFlow, recordFlow } from '../flow.ts';
import { writeHar } from '../foreign/foreign-files.ts';
import { leftOver, replayed } from '../replaying.ts';

const otherNumber = '4000009999990003';

const answering = (change: object): Seams => ({
  around: {
    readCardCredentials: async (next, call) => {
      const answer = await next(call);
      return answer.status === 200 ? { ...answer, body: { ...(answer.body as object), ...change } } : answer;
    },
  },
});

/** A number of 19 digits, which is as lawful as the 16 of the reference, because a mask always has six asterisks. */
const longNumbers: Seams = {
  around: {
    readCardCredentials: async (next, call) => {
      const answer = await next(call);
      const { pan, ...body } = answer.body as { pan?: string };
      return pan === undefined
        ? answer
        : { ...answer, body: { ...body, pan: `${pan.slice(0, 6)}123456789${pan.slice(-4)}` } };
    },
  },
};

const recorded = async (kind: 'recording' | 'HAR', seams: Seams = {}): Promise<string> => {
  const path = test.info().outputPath(`flow.${kind === 'HAR' ? 'har' : 'ndjson'}`);
  const service = await startReference({ port: 0, seed: 1, seams });
  if (kind === 'recording') await recordFlow({ url: service.url, path, actors: [actors.full] });
  else {
    const exchanges: Exchange[] = [];
    await playFlow(service.url, [actors.full], (exchange) => exchanges.push(exchange));
    writeHar(path, exchanges, 'kept');
  }
  await service.close();
  return path;
};

const played = async (path: string, seams: Seams) => {
  const candidate = await startReference({ port: 0, seed: 1, seams });
  const result = await replayed({ url: candidate.url, recordings: [path] });
  await candidate.close();
  return result;
};

for (const kind of ['recording', 'HAR'] as const)
  test(`another card's number behind the masked one is a difference, of a ${kind}`, async () => {
    const path = await recorded(kind);

    const [same, other] = [await played(path, {}), await played(path, answering({ pan: otherNumber }))];

    expect(leftOver(same)).toEqual([]);
    expect(leftOver(other)).toEqual(['readCardCredentials /pan value']);
    expect(other.differences[0]!.example.got).toMatch(/^"\(secret\)", its digits do not fit the mask \d{6}\*{6}\d{4}$/);
    expect(JSON.stringify(other)).not.toContain(otherNumber);
  });

for (const kind of ['recording', 'HAR'] as const)
  test(`a number of 19 digits behind a mask of 16 signs is as it was recorded, of a ${kind}`, async () => {
    const path = await recorded(kind, longNumbers);

    expect(leftOver(await played(path, longNumbers))).toEqual([]);
  });

test('another code behind the same number is a difference where the file has what it was', async () => {
  const path = await recorded('HAR');

  const result = await played(path, answering({ cvv: '987' }));

  expect(leftOver(result)).toEqual(['readCardCredentials /cvv value']);
  // Addresses are removed first, because a port may end with these digits.
  expect(JSON.stringify(result).replaceAll(/127\.0\.0\.1:\d+/g, '')).not.toContain('987"');
});

test('a token of letters alone is known again in another field', async () => {
  const path = await recorded('recording');
  const owners = new Map<string, User>();
  const lettered: Seams = {
    issue: (next, kind, user) => {
      const token = `lettersOfAToken${'abcdefghij'[owners.size]}`;
      if (kind === 'access') owners.set(token, user);
      return { ...next(kind, user), ...(kind === 'access' && { token }) };
    },
    owner: (next, kind, token) => (kind === 'access' ? owners.get(token) : next(kind, token)),
    around: {
      issueWebSocketToken: async (next, call) => {
        const answer = await next(call);
        return { ...answer, body: { ...(answer.body as object), token: call.headers.authorization?.split(' ')[1] } };
      },
    },
  };

  const result = await played(path, lettered);

  expect(leftOver(result)).toEqual(['issueWebSocketToken /token value']);
});
