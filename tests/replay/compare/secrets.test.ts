// Secrets that a candidate changes: seen by what can be known of them, and never shown.
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

const recorded = async (kind: 'recording' | 'HAR'): Promise<string> => {
  const path = test.info().outputPath(`flow.${kind === 'HAR' ? 'har' : 'ndjson'}`);
  const service = await startReference({ port: 0, seed: 1 });
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
    expect(JSON.stringify(other)).not.toContain(otherNumber);
  });

test('another code behind the same number is a difference where the file has what it was', async () => {
  const path = await recorded('HAR');

  const result = await played(path, answering({ cvv: '987' }));

  expect(leftOver(result)).toEqual(['readCardCredentials /cvv value']);
  expect(JSON.stringify(result)).not.toContain('987"');
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
