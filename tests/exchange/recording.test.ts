// Recordings: what is written is read again, even when the writer is killed or the file is damaged.
import { once } from 'node:events';
import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Exchange, RecordedExchange } from '../../exchange/exchange.ts';
import { exchangeLine, format, headerLine } from '../../exchange/recording/line.ts';
import {
  openRecording,
  RecordingError,
  type RecordingItem,
  readRecording,
} from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { killedAfter, writers } from './writer-processes.ts';

const redaction = createRedaction();
const output = (...parts: string[]) => test.info().outputPath(...parts);

const exchangeOf = (id: string, body = `{"id":"${id}"}`): Exchange => ({
  id,
  request: { method: 'GET', url: `http://target.example/v2/card/${id}`, headers: [['host', 'target.example']] },
  outcome: {
    kind: 'answered',
    response: { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(body) },
  },
  times: { startedAt: 1_700_000_000_000.125, sent: 0.5, answered: 1.25, ended: 2.375 },
});

const written = async (path: string, exchanges: readonly RecordedExchange[]) => {
  const recording = openRecording(path, { redaction });
  for (const exchange of exchanges) recording.append(exchange);
  await recording.close();
};

const read = async (path: string): Promise<RecordingItem[]> => {
  const items: RecordingItem[] = [];
  for await (const item of readRecording(path)) items.push(item);
  return items;
};

const idsOf = (items: readonly RecordingItem[]) =>
  items.flatMap((item) => (item.kind === 'exchange' || item.kind === 'request' ? [item.exchange.id] : []));
const damageOf = (items: readonly RecordingItem[]) => items.filter((item) => item.kind === 'damage');

test('every kind of exchange is read as it was written', async () => {
  const path = output('recording.ndjson');
  const base = exchangeOf('a-1');
  const request = {
    ...base.request,
    method: 'POST',
    headers: [
      ['X', 'caf\xe9'],
      ['x', ''],
    ] as const,
    body: Buffer.from('ü\n"'),
  };
  const { outcome: _, ...unanswered } = exchangeOf('a-6');
  const exchanges: RecordedExchange[] = [
    { ...base, request, user: 'owner', purpose: 'CARD-01', resent: true },
    {
      ...exchangeOf('a-2'),
      request: { ...request, body: Buffer.from([...'{"a":"'].map((c) => c.charCodeAt(0)).concat(0xff, 0x22, 0x7d)) },
    },
    { ...exchangeOf('a-3'), request: { ...request, body: Buffer.alloc(0) } },
    {
      ...exchangeOf('a-4'),
      outcome: { kind: 'answered', response: { status: 500, headers: [], body: Buffer.from('begin'), cut: true } },
    },
    {
      ...exchangeOf('a-5'),
      outcome: { kind: 'failed', failure: { kind: 'timeout', message: 'no response within 9 ms' } },
      times: { startedAt: 1, sent: 2, ended: 3 },
    },
    unanswered,
    {
      ...exchangeOf('a-7'),
      outcome: {
        kind: 'failed',
        failure: { kind: 'dropped', message: 'the connection ended' },
        beginning: { status: 200, headers: [['X', 'y']], body: Buffer.from('{"a"') },
      },
    },
  ];

  await written(path, exchanges);
  const items = await read(path);

  expect(items.map((item) => item.kind)).toEqual(['header', ...Array(5).fill('exchange'), 'request', 'exchange']);
  expect(items.flatMap((item) => ('exchange' in item ? [item.exchange] : []))).toEqual(exchanges);
});

test('the header says who wrote what in which format', async () => {
  const path = output('deep', 'er', 'recording.ndjson');
  const recording = openRecording(path, {
    redaction,
    writtenBy: 'assay 0.1.0',
    about: { seed: '7', by: 'a@b.example' },
  });
  await recording.close();

  const [header] = await read(path);

  expect(header).toMatchObject({
    kind: 'header',
    offset: 0,
    header: {
      format,
      writtenBy: 'assay 0.1.0',
      about: { seed: '7', by: expect.stringContaining('@redacted.invalid') },
    },
  });
});

test('each line can be checked by itself', async () => {
  const path = output('recording.ndjson');
  await written(path, [exchangeOf('a-1'), exchangeOf('a-2', 'ünï☕')]);

  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');

  expect(lines.length).toBe(3);
  for (const line of lines) {
    const { crc32: claimed } = JSON.parse(line);
    expect(
      crc32(line.replace(/,"crc32":"[0-9a-f]{8}"\}$/, ''))
        .toString(16)
        .padStart(8, '0'),
    ).toBe(claimed);
  }
});

test('flush acknowledges what is in the file, and the writer counts', async () => {
  const path = output('recording.ndjson');
  const recording = openRecording(path, { redaction });
  recording.append(exchangeOf('a-1'));

  await recording.flush();

  expect(idsOf(await read(path))).toEqual(['a-1']);
  expect(recording.count).toBe(1);
  await recording.close();
  expect(() => recording.append(exchangeOf('a-2'))).toThrow('closed');
});

test('what nobody flushes is written soon', async () => {
  const path = output('recording.ndjson');
  const recording = openRecording(path, { redaction });
  recording.append(exchangeOf('a-1'));

  await expect.poll(async () => idsOf(await read(path))).toEqual(['a-1']);

  await recording.close();
});

test('a producer that never waits is held to bounded memory', async () => {
  const path = output('recording.ndjson');
  const recording = openRecording(path, { redaction });
  const body = JSON.stringify('x '.repeat(50_000));
  let largestGap = 0;

  for (let i = 0; i < 400; i += 1) {
    recording.append(exchangeOf(`a-${i}`, body));
    largestGap = Math.max(largestGap, (i + 1) * 100_000 - statSync(path).size);
  }
  await recording.drained();
  await recording.close();

  expect(largestGap).toBeLessThan(20_000_000);
  expect(idsOf(await read(path)).sort()).toEqual(Array.from({ length: 400 }, (_, i) => `a-${i}`).sort());
});

test('a file that cannot be written is told at once', () => {
  test.skip(process.platform !== 'linux', 'needs /dev/full');

  expect(() => openRecording('/dev/full', { redaction })).toThrow('ENOSPC');
});

test('a torn last line is cut and reported, wherever it is torn', async () => {
  const path = output('recording.ndjson');
  const [one, other] = [exchangeLine(exchangeOf('a-1')), exchangeLine(exchangeOf('a-2', 'ünï'))].map((line) =>
    Buffer.from(line),
  );
  const header = Buffer.from(headerLine({ format, writtenBy: 'test', at: '', about: {} }));
  const offset = header.length + (one as Buffer).length;

  for (let length = 1; length < (other as Buffer).length - 1; length += 1) {
    writeFileSync(path, Buffer.concat([header, one as Buffer, (other as Buffer).subarray(0, length)]));

    const items = await read(path);

    expect(idsOf(items)).toEqual(['a-1']);
    expect(damageOf(items)).toEqual([{ kind: 'damage', offset, length, reason: 'the last line is torn' }]);
  }
});

test('a last line that lacks nothing but its newline counts', async () => {
  const path = output('recording.ndjson');
  await written(path, [exchangeOf('a-1'), exchangeOf('a-2')]);
  truncateSync(path, statSync(path).size - 1);

  const items = await read(path);

  expect([idsOf(items), damageOf(items)]).toEqual([['a-1', 'a-2'], []]);
});

test('a writer that opens a torn file begins on a line of its own', async () => {
  const path = output('recording.ndjson');
  await written(path, [exchangeOf('a-1'), exchangeOf('a-2')]);
  truncateSync(path, statSync(path).size - 40);

  await written(path, [exchangeOf('b-1')]);

  const items = await read(path);
  expect(idsOf(items)).toEqual(['a-1', 'b-1']);
  expect(damageOf(items).length).toBe(1);
});

test('a torn line that another process ran into costs only itself', async () => {
  const path = output('recording.ndjson');
  await written(path, [exchangeOf('a-1')]);
  const offset = statSync(path).size;
  const torn = exchangeLine(exchangeOf('a-2', '{"inner":"{\\"assay\\":\\"exchange\\"}"}')).slice(0, -50);
  appendFileSync(path, torn + exchangeLine(exchangeOf('b-1')) + exchangeLine(exchangeOf('b-2')));

  const items = await read(path);

  expect(idsOf(items)).toEqual(['a-1', 'b-1', 'b-2']);
  expect(damageOf(items)).toEqual([
    { kind: 'damage', offset, length: torn.length, reason: expect.stringMatching(/whole|checksum/) },
  ]);
  expect(items.find((item) => item.kind === 'exchange' && item.exchange.id === 'b-1')?.offset).toBe(
    offset + torn.length,
  );
});

test('a changed byte is told by the checksum and its place', async () => {
  const path = output('recording.ndjson');
  await written(
    path,
    ['a-1', 'a-2', 'a-3'].map((id) => exchangeOf(id)),
  );
  const bytes = readFileSync(path);
  const second = bytes.indexOf('{"assay":"exchange","id":"a-2"');
  bytes[bytes.indexOf('200', second)] = 0x35;
  writeFileSync(path, bytes);

  const items = await read(path);

  expect(idsOf(items)).toEqual(['a-1', 'a-3']);
  expect(damageOf(items)).toMatchObject([{ offset: second, reason: 'the line does not match its checksum' }]);
});

test('foreign lines and stretches of zeros are reported', async () => {
  const path = output('recording.ndjson');
  await written(path, [exchangeOf('a-1')]);
  appendFileSync(path, `hello\n\n${'\0'.repeat(5_000)}\n${exchangeLine(exchangeOf('a-2'))}`);
  const other = '{"assay":"something"';
  appendFileSync(path, `${other},"crc32":"${crc32(other).toString(16).padStart(8, '0')}"}\n`);

  const items = await read(path);

  expect(idsOf(items)).toEqual(['a-1', 'a-2']);
  expect(damageOf(items).map((item) => item.kind === 'damage' && [item.length, item.reason])).toEqual([
    [5, 'the line is not whole'],
    [5_000, 'the line is not whole'],
    [expect.any(Number), 'the line is neither a header nor an exchange'],
  ]);
});

test('what is no recording, or one of the future, is refused', async () => {
  const path = output('other');
  for (const content of [
    '{"log":{"entries":[]}}',
    '1 2 3\nGET / HTTP/1.1',
    headerLine({ format: 99, writtenBy: 'x', at: '', about: {} }),
  ]) {
    writeFileSync(path, content);

    await expect(read(path)).rejects.toBeInstanceOf(RecordingError);
  }
  await expect(read(output('absent'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an empty file has nothing in it', async () => {
  const path = output('empty');
  writeFileSync(path, '');

  expect(await read(path)).toEqual([]);
});

test('a packed recording is read, and a torn one up to its tear', async () => {
  const path = output('recording.ndjson');
  const exchanges = Array.from({ length: 3_000 }, (_, i) => exchangeOf(`a-${i}`, `{"n":${Math.sin(i)}}`));
  await written(path, exchanges);
  const packed = gzipSync(readFileSync(path));
  writeFileSync(`${path}.gz`, packed);
  writeFileSync(output('torn'), packed.subarray(0, packed.length / 2));

  const whole = await read(`${path}.gz`);
  const torn = await read(output('torn'));

  expect([idsOf(whole), damageOf(whole)]).toEqual([exchanges.map(({ id }) => id), []]);
  expect(idsOf(torn).length).toBeGreaterThan(500);
  expect(idsOf(torn)).toEqual(exchanges.slice(0, idsOf(torn).length).map(({ id }) => id));
  expect(damageOf(torn)).toMatchObject([{ reason: 'the packed file is torn' }]);
});

test('a long recording is read at constant memory', async () => {
  const path = output('recording.ndjson');
  const recording = openRecording(path, { redaction });
  for (let i = 0; i < 3_000; i += 1) recording.append(exchangeOf(`a-${i}`, JSON.stringify('y '.repeat(10_000))));
  await recording.close();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let most = 0;
  let count = 0;
  collect();
  const before = process.memoryUsage().arrayBuffers;

  for await (const item of readRecording(path)) {
    count += item.kind === 'exchange' ? 1 : 0;
    if (count % 300 !== 0) continue;
    collect();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }

  expect(count).toBe(3_000);
  expect(statSync(path).size).toBeGreaterThan(60_000_000);
  expect(most).toBeLessThan(20_000_000);
});

// ---- processes of their own

test('a writer killed in mid-write loses nothing it has acknowledged', async () => {
  const start = writers(output('compiled'));
  const path = output('recording.ndjson');

  for (const [round, lifetime] of [5, 20, 45].entries()) {
    const acknowledged = await killedAfter(lifetime * 100, start(path, `r${round}`, 1_000_000));

    const items = await read(path);
    const ids = new Set(idsOf(items));
    const missing = Array.from({ length: acknowledged }, (_, i) => `r${round}-${i}`).filter((id) => !ids.has(id));
    expect(missing).toEqual([]);
    expect(damageOf(items).length).toBeLessThanOrEqual(round + 1);
  }

  await written(path, [exchangeOf('after')]);
  expect(idsOf(await read(path)).at(-1)).toBe('after');
});

test('several processes append to one file, and one that is killed harms no other', async () => {
  const start = writers(output('compiled'));
  const path = output('recording.ndjson');
  const doomed = start(path, 'doomed', 1_000_000);
  const others = ['one', 'two'].map((name) => start(path, name, 1_500));
  const ends = others.map((child) => once(child, 'exit'));

  await once(doomed.stdout as NodeJS.ReadableStream, 'data');
  process.kill(doomed.pid as number, 'SIGKILL');
  await Promise.all(ends);

  const items = await read(path);
  const ids = idsOf(items);
  for (const name of ['one', 'two'])
    expect(ids.filter((id) => id.startsWith(name))).toEqual(Array.from({ length: 1_500 }, (_, i) => `${name}-${i}`));
  expect(damageOf(items).length).toBeLessThanOrEqual(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('processes that share a key write the same stand-ins', async () => {
  const start = writers(output('compiled'));
  const path = output('recording.ndjson');

  for (const name of ['one', 'two']) await once(start(path, name, 2), 'exit');

  const credentials = (await read(path)).flatMap((item) =>
    'exchange' in item ? [item.exchange.request.headers[0]?.[1]] : [],
  );
  expect(new Set(credentials).size).toBe(1);
  expect(credentials.length).toBe(4);
  expect(credentials[0]).toMatch(/^Bearer ~[\w-]+$/);
});

test('a process that exits without closing loses nothing', async () => {
  const start = writers(output('compiled'));
  const path = output('recording.ndjson');

  await once(start(path, 'one', 150, 'exits'), 'exit');

  expect(idsOf(await read(path)).length).toBe(150);
});

test('a write that fails later is told, and what was written before is sound', async () => {
  const start = writers(output('compiled'));
  const path = output('recording.ndjson');

  const child = start(path, 'one', 1_000, 'limited');
  let told = '';
  child.stderr?.on('data', (chunk) => (told += chunk));
  const [code] = await once(child, 'close');

  expect([code, told]).toEqual([1, expect.stringContaining('EFBIG')]);
  const items = await read(path);
  expect(idsOf(items).length).toBeGreaterThan(50);
  expect(damageOf(items).length).toBeLessThanOrEqual(1);
});
