// How fast traffic files are read, and how much memory that takes, by format. Argument: megabytes of each file (300).
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { readTraffic } from '../../exchange/traffic/traffic.ts';

const [megabytes = 300] = process.argv.slice(2).map(Number);
const mostMemory = 200;
const size = megabytes * 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), 'assay-reading-'));
const body = JSON.stringify(
  Array.from({ length: 20 }, (_, index) => ({ id: index, name: `card "${index}"`, ok: true })),
);
const url = 'http://target.example/v2/card';

const filled = (name: string, begin: string, piece: (index: number) => string, end: string): string => {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  let written = writeSync(file, begin);
  for (let index = 0; written < size; ) {
    let batch = '';
    for (; batch.length < 2 ** 20; index += 1) batch += piece(index);
    written += writeSync(file, batch);
  }
  writeSync(file, end);
  closeSync(file);
  return path;
};

const entry = JSON.stringify({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 12,
  request: { method: 'GET', url, headers: [{ name: 'Host', value: 'target.example' }] },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: body.length, mimeType: 'application/json', text: body },
  },
});
const message = (index: number): string => {
  const id = index.toString(16).padStart(24, '0');
  const at = 1_700_000_000_000 + index;
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const asked = `1 ${id} ${at}000000\nGET /v2/card HTTP/1.1\r\nHost: target.example\r\n\r\n\n🐵🙈🙉\n`;
  return `${asked}2 ${id} ${at}000500\n${answer}\n🐵🙈🙉\n`;
};

const recorded = async (): Promise<string> => {
  const path = join(folder, 'recording.ndjson');
  const recording = openRecording(path, { redaction: createRedaction() });
  const headers = [['content-type', 'application/json']] as const;
  for (let index = 0; recording.size < size; index += 1) {
    recording.append({
      id: `x-${index}`,
      request: { method: 'GET', url, headers: [['host', 'target.example']] },
      outcome: { kind: 'answered', response: { status: 200, headers, body: Buffer.from(body) } },
      times: { startedAt: 1_700_000_000_000 + index, sent: 0, answered: 1, ended: 2 },
    });
    if (index % 1000 === 0) await recording.drained();
  }
  await recording.close();
  return path;
};

const files = {
  recording: await recorded(),
  har: filled('t.har', '{"log":{"version":"1.2","entries":[', (index) => (index ? `,\n${entry}` : entry), ']}}'),
  gor: filled('t.gor', '', message, ''),
};
for (const [name, path] of Object.entries(files)) {
  const begun = performance.now();
  let [exchanges, most] = [0, 0];
  for await (const item of readTraffic(path)) {
    if (item.kind !== 'exchange') throw new Error(item.reason);
    exchanges += 1;
    if (exchanges % 1000 === 0) most = Math.max(most, process.memoryUsage.rss());
  }
  const took = (performance.now() - begun) / 1000;
  const held = Math.round(most / 2 ** 20);
  const rate = Math.round(statSync(path).size / 2 ** 20 / took);
  console.log(
    `  ${name.padEnd(10)} ${rate} MB a second, ${Math.round(exchanges / took)} exchanges a second, at most ${held} MB`,
  );
  if (held > mostMemory) process.exitCode = 1;
}
rmSync(folder, { recursive: true });
