// Secrets are planted wherever the contract, a header, an error or an echo can carry them. None may be found in what is written.
import { readFileSync } from 'node:fs';
import { operations } from '../../../contract/operations.ts';
import type { Described } from '../../../contract/schema/described.ts';
import { secrets } from '../../../contract/secrets.ts';
import type { Headers } from '../../../contract/wire.ts';
import { curlOf } from '../../../exchange/curl.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { openRecording, readRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { expect, test } from '../fixtures.ts';
import { foundIn } from './canaries.ts';

const password = 'Kanarien vogel/"pass+wörd"';
const planted = new Set<string>([password]);
let count = 0;
const canary = (): string => {
  count += 1;
  const secret = `Canary${count}x${(count * 7919).toString(36)}Yellow`;
  planted.add(secret);
  return secret;
};

/** A body with a canary at every place that the contract marks as secret. */
const bodyAt = (place: Described): unknown => {
  if (place.secret) return canary();
  const items = place.items();
  if (items) return [bodyAt(items), bodyAt(items)];
  return Object.fromEntries([...place.names].map((name) => [name, bodyAt(place.member(name)!)]));
};

test('no canary is found in a recording, in curl lines or in messages', async ({ web, client }) => {
  const path = test.info().outputPath('recording.ndjson');
  const redaction = createRedaction({ known: [password] });
  const recording = openRecording(path, { redaction, about: { by: `someone with ${password}` } });
  const exchanges: Exchange[] = [];
  let answer: { status: number; headers: Headers; body: string | Buffer } = { status: 200, headers: [], body: '' };
  const server = await web((_, reply) => {
    for (const [name, value] of answer.headers) reply.setHeader(name, value);
    reply.writeHead(answer.status).end(answer.body);
  });
  const target = client(server.url, {
    onExchange: (exchange) => {
      exchanges.push(exchange);
      recording.append(exchange);
    },
  });
  const send = async (
    reply: Partial<typeof answer>,
    request: { method: string; path: string; headers?: Headers; body?: string | Buffer },
  ) => {
    answer = { status: 200, headers: [], body: '', ...reply };
    await target.send({ ...request, headers: [['Authorization', `Bearer ${canary()}`], ...(request.headers ?? [])] });
  };

  // At every marked place, as JSON, as a form, and cut off in the middle.
  for (const [id, { method, path: template }] of operations) {
    const { request, response } = secrets.operations.get(id) ?? {};
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => (request?.path.has(name) ? canary() : '7'));
    const query = [...(request?.query ?? []), ...(request?.unnamedQuery ? ['unnamed'] : [])];
    const address = query.length === 0 ? filled : `${filled}?${query.map((name) => `${name}=${canary()}`).join('&')}`;
    const sent = request?.body ? (bodyAt(request.body) as Record<string, string>) : {};
    const json = { 'content-type': 'application/json' };
    const headers = Object.entries(json);
    const body = JSON.stringify(response?.body ? bodyAt(response.body) : {});
    const cut = JSON.stringify(response?.body ? bodyAt(response.body) : {});
    const carries = method !== 'GET';
    await send(
      { headers, body },
      { method, path: address, headers, ...(carries ? { body: JSON.stringify(sent) } : {}) },
    );
    await send(
      { headers, body: cut.slice(0, -Math.ceil(cut.length / 4)), status: 500 },
      {
        method,
        path: address,
        headers: [['content-type', 'application/x-www-form-urlencoded']],
        ...(carries ? { body: new URLSearchParams(formPairs(sent)).toString() } : {}),
      },
    );
    const [first = ''] = Object.values(sent).filter((value) => typeof value === 'string');
    if (first)
      await send(
        { status: 400, body: `"${first}" is wrong` },
        { method, path: address, headers, body: JSON.stringify(sent) },
      );
  }

  // In headers, cookies and addresses.
  await send(
    {
      headers: [
        ['Set-Cookie', `sid=${canary()}; Path=/`],
        ['Location', `/login?token=${canary()}`],
      ],
      status: 302,
    },
    {
      method: 'GET',
      path: `/v2/card?access_token=${canary()}`,
      headers: [['Cookie', `sid=${canary()}; b=${canary()}`]],
    },
  );
  await send(
    { body: JSON.stringify({ newPass: canary(), oldPass: canary(), otpcode: canary(), pinNumber: canary() }) },
    {
      method: 'GET',
      path: `/elsewhere?key=${canary()}`,
      headers: ['x-rapidapi-key', 'X-Key', 'X-2FA-Code'].map((name) => [name, canary()] as const),
    },
  );

  // The known password in every form, at places where no secret is expected.
  const basic = Buffer.from(`user:${password}`).toString('base64');
  const encoded = encodeURIComponent(password);
  await send(
    { body: JSON.stringify({ message: `no ${password} here`, nested: JSON.stringify({ password }) }) },
    {
      method: 'GET',
      path: `/v2/card/${encoded}?q=${encoded}`,
      headers: [
        ['X-Echo', `Basic ${basic}`],
        ['X-Other', basic],
      ],
    },
  );
  await send(
    { body: Buffer.from(password, 'utf16le') },
    { method: 'POST', path: '/x', body: `${basic} ${encoded}\n${password}` },
  );
  await send({ body: `<p>${password}</p>`, headers: [['content-type', 'text/html']] }, { method: 'GET', path: '/' });

  // Secrets at unmarked places, which patterns find.
  const patterns = ['4929123456781236', 'jane.canary@mail.example', 'eyJhbGciOiJub25lIn0.eyJjYW5hcnkiOjF9.c2lnbmVk'];
  for (const pattern of patterns) {
    planted.add(pattern);
    const text = `look: ${pattern}.`;
    await send(
      { body: JSON.stringify({ note: text, list: [pattern], [pattern]: 1 }), headers: [['X-Note', text]] },
      { method: 'GET', path: `/v2/card/${encodeURIComponent(pattern)}?x=${encodeURIComponent(pattern)}` },
    );
  }
  const grouped = '4929 1234 5678 1236';
  planted.add(grouped);
  await send(
    { body: `card ${grouped}` },
    { method: 'POST', path: '/', body: JSON.stringify({ number: 4929123456781236 }) },
  );

  // In the message of a failure, which contains the proxy's address.
  recording.append({
    ...(exchanges[0] as Exchange),
    outcome: { kind: 'failed', failure: { kind: 'refused', message: `http://user:${encoded}@proxy.example refused` } },
  });
  await recording.close();

  const lines = exchanges.map((exchange) => curlOf(exchange, redaction).line);
  const written = Buffer.concat([
    readFileSync(path),
    Buffer.from(lines.join('\n')),
    Buffer.from(redaction.text(`x ${password}`)),
  ]);
  expect(foundIn(written, planted)).toEqual([]);
  expect(planted.size).toBeGreaterThan(150);
  expect(written.includes(redaction.key)).toBe(false);

  let read = 0;
  for await (const item of readRecording(path)) {
    expect(item.kind).not.toBe('damage');
    if (item.kind === 'exchange') read += 1;
  }
  expect(read).toBe(exchanges.length + 1);
});

/** What a form can carry of a body: one pair for each value, the entries of a list one after another. */
function formPairs(fields: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );
}
