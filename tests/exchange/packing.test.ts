// Recordings with packed lines: they are read as plain ones are, even when the writer is killed or the file is damaged.
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, crc32 } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { packedLine } from '../../exchange/recording/line.ts';
import { openRecording, type RecordingItem, readRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { plainLines } from './plain-lines.ts';
import { killedAfter, secret, writers } from './writer-processes.ts';

const redaction = createRedaction();
const output = (...parts: string[]) => test.info().outputPath(...parts);

const card = (n: number) => ({
  id: `card-${n}`,
  status: n % 3 ? 'ACTIVE' : 'BLOCKED',
  balance: Math.sin(n),
  name: 'ünï',
});

const exchangeOf = (n: number): Exchange => ({
  id: `a-${n}`,
  request: { method: 'GET', url: `http://target.example/v2/card?page=${n}`, headers: [['host', 'target.example']] },
  outcome: {
    kind: 'answered',
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify(Array.from({ length: 10 }, (_, i) => card(n + i)))),
    },
  },
  times: { startedAt: 1_700_000_000_000 + n, sent: 0.5, answered: 1.25, ended: 2.375 },
});

const written = async (path: string, count: number, packs?: true) => {
  const recording = openRecording(path, { redaction, ...(packs && { packs }) });
  for (let n = 0; n < count; n += 1) recording.append(exchangeOf(n));
  await recording.close();
};

const read = async (path: string): Promise<RecordingItem[]> => {
  const items: RecordingItem[] = [];
  for await (const item of readRecording(path)) items.push(item);
  return items;
};

const exchangesOf = (items: readonly RecordingItem[]) =>
  items.flatMap((item) => (item.kind === 'exchange' ? [item.exchange] : []));
const idsOf = (items: readonly RecordingItem[]) => exchangesOf(items).map(({ id }) => id);
const damageOf = (items: readonly RecordingItem[]) => items.filter((item) => item.kind === 'damage');

test('a packed recording holds what a plain one holds, in a tenth of its bytes', async () => {
  await written(output('plain.ndjson'), 3_000);
  await written(output('packed.ndjson'), 3_000, true);

  const items = await read(output('packed.ndjson'));

  expect(exchangesOf(items)).toEqual(exchangesOf(await read(output('plain.ndjson'))));
  expect(damageOf(items)).toEqual([]);
  expect(statSync(output('packed.ndjson')).size).toBeLessThan(statSync(output('plain.ndjson')).size / 10);
});

test('each line of it is JSON that can be checked by itself', async () => {
  await written(output('packed.ndjson'), 1_000, true);

  const text = readFileSync(output('packed.ndjson'), 'utf8');
  const lines = text.trimEnd().split('\n');

  expect(lines.map((line) => JSON.parse(line).assay)).toEqual(['recording', 'packed', 'packed']);
  for (const line of [...lines, ...plainLines(Buffer.from(text)).toString().split('\n').filter(Boolean)]) {
    const checked = line.replace(/,"crc32":"[0-9a-f]{8}"\}$/, '');
    expect(JSON.parse(line).crc32).toBe(crc32(checked).toString(16).padStart(8, '0'));
  }
});

test('a single exchange is left plain, as packing it gains nothing', async () => {
  const path = output('packed.ndjson');
  const recording = openRecording(path, { redaction, packs: true });
  recording.append({ ...exchangeOf(1), outcome: { kind: 'failed', failure: { kind: 'timeout', message: 'late' } } });
  await recording.close();

  expect(readFileSync(path, 'utf8')).toContain('"assay":"exchange","id":"a-1"');
});

test('a body of megabytes of one letter is packed as well', async () => {
  const path = output('packed.ndjson');
  const recording = openRecording(path, { redaction, packs: true });
  const exchange = exchangeOf(1);
  recording.append({ ...exchange, request: { ...exchange.request, body: Buffer.alloc(5_000_000, 'a') } });
  await recording.close();

  expect(statSync(path).size).toBeLessThan(10_000);
  expect(exchangesOf(await read(path))[0]?.request.body?.length).toBe(5_000_000);
});

test('a torn last block costs what is in it and nothing else, wherever it is torn', async () => {
  const path = output('packed.ndjson');
  await written(path, 1_000, true);
  const whole = readFileSync(path);
  const last = whole.lastIndexOf('{"assay":"packed"');
  const before = idsOf(await read(path)).indexOf('a-999');

  for (let length = 1; length < whole.length - last - 1; length += 1 + Math.floor((whole.length - last) / 50)) {
    writeFileSync(path, whole.subarray(0, last + length));

    const items = await read(path);

    const ids = idsOf(items);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.length).toBeLessThan(before);
    expect(ids).toEqual(ids.map((_, n) => `a-${n}`));
    expect(damageOf(items)).toEqual([{ kind: 'damage', offset: last, length, reason: 'the last line is torn' }]);
  }
});

test('a torn block that another writer ran into costs only itself', async () => {
  const path = output('packed.ndjson');
  await written(path, 1_000, true);
  const whole = readFileSync(path);
  const [first, last] = [whole.indexOf('{"assay":"packed"'), whole.lastIndexOf('{"assay":"packed"')];
  writeFileSync(path, Buffer.concat([whole.subarray(0, first + 500), whole.subarray(last)]));

  const items = await read(path);

  expect(idsOf(items).at(-1)).toBe('a-999');
  expect(damageOf(items)).toMatchObject([{ offset: first, length: 500 }]);
});

test('a changed byte within a block is told by the checksum, and what is no packing by its line', async () => {
  const path = output('packed.ndjson');
  await written(path, 1_000, true);
  const bytes = readFileSync(path);
  const first = bytes.indexOf('{"assay":"packed"');
  bytes[first + 200] = bytes[first + 200] === 0x41 ? 0x42 : 0x41;
  const bomb = brotliCompressSync(Buffer.alloc(100_000_000, 10));
  const empty = packedLine(
    brotliCompressSync(Buffer.alloc(1_000_000, 10), { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }),
  );
  const within = packedLine(brotliCompressSync(Buffer.from(packedLine(brotliCompressSync(Buffer.from('{}'))))));
  writeFileSync(
    path,
    [bytes.toString(), packedLine(Buffer.from('no brotli')), packedLine(bomb), within, empty].join(''),
  );

  const items = await read(path);

  expect(idsOf(items).at(-1)).toBe('a-999');
  const strange = 'what is packed in the line cannot be unpacked';
  expect(damageOf(items).map((item) => item.kind === 'damage' && item.reason)).toEqual([
    'the line does not match its checksum',
    ...[strange, strange, strange, strange],
  ]);
});

// ---- processes of their own

test('writers that share a file lose nothing that was flushed when they are killed, and write no secret', async () => {
  const start = writers(output('compiled'));
  const path = output('packed.ndjson');
  const other = start(path, 'other', 5_000, 'packs');
  const ended = once(other, 'exit');
  other.stdout?.resume();

  for (const [round, lifetime] of [3, 12, 30].entries()) {
    const acknowledged = await killedAfter(lifetime * 100, start(path, `r${round}`, 1_000_000, 'packs'));

    const items = await read(path);
    const ids = new Set(idsOf(items));
    const missing = Array.from({ length: acknowledged }, (_, i) => `r${round}-${i}`).filter((id) => !ids.has(id));
    expect(missing).toEqual([]);
    expect(damageOf(items).length).toBeLessThanOrEqual(round + 1);
  }
  await ended;

  const ids = idsOf(await read(path)).filter((id) => id.startsWith('other-'));
  expect(ids).toEqual(Array.from({ length: 5_000 }, (_, i) => `other-${i}`));
  expect(plainLines(readFileSync(path)).includes(secret)).toBe(false);
});

test('a process that exits without closing loses nothing', async () => {
  const start = writers(output('compiled'));
  const path = output('packed.ndjson');

  const child = start(path, 'one', 150, 'packs', 'exits');
  child.stdout?.resume();
  await once(child, 'exit');

  expect(idsOf(await read(path)).length).toBe(150);
});
