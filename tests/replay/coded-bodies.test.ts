// Bodies with a content coding: those of requests are decoded before they are replayed, and a body that cannot be decoded is the only one lost.
import { writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { assay } from '../cli/command.ts';
import { expect, test } from '../recorder/recorder.ts';
import { startAnswering } from './made.ts';
import { authorization, tokens } from './manifold.ts';
import { leftOver, profileOf, replayed } from './replaying.ts';

const output = (name: string) => test.info().outputPath(name);
const fingerprint = JSON.stringify({ fingerprint: 'a-device' });

test('the body of a request that was recorded in gzip is played as what it says', async ({ through }) => {
  const upstream = await startAnswering(({ url }) => ({ body: url.startsWith('/v3') ? tokens : [] }));
  const { url, seen } = await through(upstream.url);
  const basic = `Basic ${Buffer.from('u@example.com:made-up').toString('base64')}`;
  const headers = { authorization: basic, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  await fetch(`${url}/v3/auth/token`, { method: 'POST', headers, body: gzipSync(fingerprint) });
  await fetch(`${url}/v2/card`, { headers: { authorization: `Bearer ${tokens.access.token}` } });
  const recording = openRecording(output('packed.ndjson'), { redaction: createRedaction() });
  for (const exchange of await seen(2)) recording.append(exchange);
  await recording.close();
  await upstream.close();
  const candidate = await startAnswering((asked) => ({ body: asked.url.startsWith('/v3') ? tokens : [] }));

  const result = await replayed({
    url: candidate.url,
    recordings: [output('packed.ndjson')],
    profile: profileOf(candidate.url),
  });
  await candidate.close();

  expect(gunzipSync(upstream.asked[0]!.body).toString()).toBe(fingerprint);
  expect(candidate.asked[0]!.body.toString()).toBe(fingerprint);
  expect(result.account).toMatchObject({ recorded: 2, sent: 2, heldBack: 0, failed: 0 });
  expect(result.status).toBe('passed');
});

const entry = (path: string, content: { readonly text: string; readonly encoding?: string }, ...coding: string[]) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 3,
  timings: { send: 1, wait: 1, receive: 1 },
  request: {
    method: 'GET',
    url: `https://target.example${path}`,
    headers: [{ name: 'Authorization', value: authorization }],
  },
  response: {
    status: 200,
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      ...coding.map((value) => ({ name: 'Content-Encoding', value })),
    ],
    content: { size: 9, mimeType: 'application/json', ...content },
  },
});

/** Three answers; the second says that it is gzip and is not. */
const withOneUnreadable = (): string => {
  const noGzip = Buffer.concat([gzipSync('[]').subarray(0, 10), Buffer.alloc(20, 0xee)]).toString('base64');
  const entries = [
    entry('/v2/card', { text: '[]' }),
    entry('/v2/webhook/event', { text: noGzip, encoding: 'base64' }, 'gzip'),
    entry('/v1/card', { text: '[]' }),
  ];
  writeFileSync(output('one.har'), JSON.stringify({ log: { version: '1.2', entries } }));
  return output('one.har');
};

test('an answer whose body nobody can decode is still played, compared by its status, and judged by what is left', async () => {
  const har = withOneUnreadable();
  const played = async (status: number) => {
    const candidate = await startAnswering(({ url }) =>
      url.startsWith('/v3') ? { body: tokens } : { body: [], ...(url.endsWith('/event') && { status }) },
    );
    const result = await replayed({ url: candidate.url, recordings: [har], profile: profileOf(candidate.url) });
    await candidate.close();
    return result;
  };

  const [same, other] = [await played(200), await played(204)];
  const checked = await assay(['check', har, '--out', output('report')]);

  expect(same.account).toMatchObject({ recorded: 3, sent: 3, heldBack: 0, failed: 0, unusable: 0 });
  expect(leftOver(same)).toEqual([]);
  expect(leftOver(other)).toEqual(['listWebhookEvents status status']);
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain('3 exchanges');
});
