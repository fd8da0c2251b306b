// Conditional requests: tags are translated, and a 304 counts as the content that it refers to.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { createClient } from '../../../exchange/client/client.ts';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

interface Build {
  /** The text before the digest in its tags; undefined for a build without tags. */
  readonly tag: string | undefined;
  /** The holder of the card at the first read, the second and so on. */
  readonly holders: readonly string[];
  /** Answers 304 to every tag. */
  readonly sleeps?: boolean;
}

const tokens = {
  access: { token: 'at_0123456789abcdef01', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_0123456789abcdef01' },
};
const card = '/v2/card/0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';

const started = async ({ tag, holders, sleeps }: Build) => {
  let asked = 0;
  const conditions: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const json = { 'content-type': 'application/json' };
    if (request.url!.startsWith('/v3')) return void response.writeHead(200, json).end(JSON.stringify(tokens));
    const body = JSON.stringify({ cardholderName: holders[Math.min(asked, holders.length - 1)] });
    asked += 1;
    const condition = request.headers['if-none-match'];
    conditions.push(condition);
    if (tag === undefined) return void response.writeHead(200, json).end(body);
    const etag = `"${tag}-${createHash('sha256').update(body).digest('hex').slice(0, 8)}"`;
    if (condition === etag || (sleeps && condition)) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { ...json, etag }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    conditions,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** A client that reads one card three times, and sends the tag that it has. */
const recorded = async (build: Build): Promise<string> => {
  const path = test.info().outputPath('recorded.ndjson');
  const service = await started(build);
  const recording = openRecording(path, { redaction: createRedaction() });
  const client = createClient({
    baseUrl: service.url,
    timeouts: { connect: 10_000, response: 30_000 },
    onExchange: (exchange) => recording.append(exchange),
  });
  const login = Buffer.from('somebody:made-up').toString('base64');
  await client.send({ method: 'POST', path: '/v3/auth/token', headers: [['authorization', `Basic ${login}`]] });
  let tag: string | undefined;
  for (let look = 0; look < 3; look += 1) {
    const { outcome } = await client.send({
      method: 'GET',
      path: card,
      headers: [['authorization', `Bearer ${tokens.access.token}`], ...(tag ? [['if-none-match', tag] as const] : [])],
    });
    if (outcome.kind === 'answered') tag = outcome.response.headers.find(([name]) => name === 'etag')?.[1];
  }
  await client.close();
  await recording.close();
  await service.close();
  return path;
};

const played = async (path: string, build: Build) => {
  const candidate = await started(build);
  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();
  return { result, conditions: candidate.conditions };
};

const holders = ['Made Up'];
const old = { tag: 'old', holders };

test('the tags of the candidate take the place of those that were recorded, so that it can answer 304 too', async () => {
  const path = await recorded(old);

  const { result, conditions } = await played(path, { tag: 'new', holders });

  expect(conditions.slice(1).every((condition) => condition?.startsWith('"new-'))).toBe(true);
  expect(result.differences).toEqual([]);
  expect(result.outcomes.equivalent).toBe(4);
});

test('a candidate without tags that answers the same content in full is as lawful', async () => {
  const { result } = await played(await recorded(old), { tag: undefined, holders });

  expect(leftOver(result)).toEqual([]);
  expect(result.differences.map(({ field, count, excuse }) => [field, count, excuse?.by])).toEqual([
    ['status', 2, 'contract'],
  ]);
});

test('a candidate that answers other content where the recording has 304 has changed it', async () => {
  const { result } = await played(await recorded(old), { tag: 'new', holders: ['Made Up', 'Somebody Else'] });

  expect(leftOver(result)).toEqual(['readCard /cardholderName value']);
});

test('a 304 where the recording has new content is a change, and where it has the same content none', async () => {
  const path = await recorded({ tag: 'old', holders: ['Made Up', 'Somebody Else'] });

  const asleep = await played(path, { tag: 'new', holders: ['Made Up'], sleeps: true });
  const awake = await played(path, { tag: 'new', holders: ['Made Up', 'Somebody Else'] });

  expect(leftOver(asleep.result)).toEqual(['readCard /cardholderName value']);
  expect(leftOver(awake.result)).toEqual([]);
});
