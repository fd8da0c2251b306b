// The one entry point for recorded traffic: files of every kind, sound and unsound, recognised by their content.
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { RecordedExchange } from '../../../exchange/exchange.ts';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { inOrder } from '../../../exchange/traffic/order.ts';
import { readTraffic } from '../../../exchange/traffic/traffic.ts';
import { exchangesOf, idsOf, read, troubleOf } from './reading.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const recorded = (id: string): RecordedExchange => ({
  id,
  request: { method: 'GET', url: `http://target.example/v2/card/${id}`, headers: [['host', 'target.example']] },
  outcome: { kind: 'answered', response: { status: 200, headers: [], body: Buffer.from('{}') } },
  times: { startedAt: 1_700_000_000_000, sent: 0, answered: 1, ended: 2 },
});

const writeRecording = async (path: string, ...ids: string[]) => {
  const recording = openRecording(path, { redaction: createRedaction() });
  for (const id of ids) recording.append(recorded(id));
  await recording.close();
};

const har = (...urls: string[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'entries', version: '1' },
      pages: [{ startedDateTime: '2026-01-01T00:00:00Z', id: 'page_1', title: '"entries":[{' }],
      entries: urls.map((url) => ({
        startedDateTime: '2026-01-01T00:00:00Z',
        time: 1,
        request: { method: 'GET', url, headers: [] },
        response: { status: 200, headers: [], content: { size: 2, mimeType: 'application/json', text: '{}' } },
      })),
    },
  });

const gor = (id: string): string =>
  `1 ${id} 1700000000000000000\nGET /v2/card/${id} HTTP/1.1\r\nHost: target.example\r\n\r\n\n🐵🙈🙉\n` +
  `2 ${id} 1700000000005000000 4000000\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\n🐵🙈🙉\n`;

test('each format is known by its content, packed or not, whatever the file is called', async () => {
  await writeRecording(output('one.har'), 'a', 'b');
  writeFileSync(output('two.ndjson'), har('http://target.example/v2/card'));
  writeFileSync(output('three.txt'), gor('c'));
  writeFileSync(output('four'), gzipSync(har('http://target.example/v1/card')));
  writeFileSync(output('five.har'), gzipSync(gor('d')));

  const items = await read(['one.har', 'two.ndjson', 'three.txt', 'four', 'five.har'].map((name) => output(name)));

  expect(troubleOf(items)).toEqual([]);
  expect(exchangesOf(items).map(({ request }) => request.url)).toEqual([
    'http://target.example/v2/card/a',
    'http://target.example/v2/card/b',
    'http://target.example/v2/card',
    'http://target.example/v2/card/c',
    'http://target.example/v1/card',
    'http://target.example/v2/card/d',
  ]);
  expect(items.map(({ place }) => place.entry)).toEqual([1, 2, 1, 1, 1, 1]);
});

test('a file that cannot be read is named with its reason, and the other files go through', async () => {
  const names = ['empty', 'binary', 'folder', 'circle', 'missing', 'spaces', 'zip', 'utf16', 'json', 'text', 'closed'];
  writeFileSync(output('empty'), '');
  writeFileSync(output('binary'), Buffer.from([0, 1, 2, 0xff, 0xfe, 0]));
  mkdirSync(output('folder'));
  symlinkSync(output('circle'), output('circle'));
  writeFileSync(output('spaces'), ' \n ');
  writeFileSync(output('zip'), 'PK\x03\x04rest');
  writeFileSync(output('utf16'), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(har('http://a/'), 'utf16le')]));
  writeFileSync(output('json'), '{"entries":[{"request":{}}]}');
  writeFileSync(output('text'), 'hello\nworld\n');
  writeFileSync(output('closed'), har('http://target.example/'));
  chmodSync(output('closed'), 0);
  writeFileSync(output('sound'), har('http://target.example/v2/card'));

  const items = await read([...names, 'sound'].map((name) => output(name)));

  const all = [
    'empty: it is empty',
    'binary: it is no recording, no HAR file and no GoReplay file',
    'folder: it is a folder; name its files, or a pattern such as folder/*.har',
    'circle: its symbolic links go round in a circle',
    'missing: there is no such file',
    'spaces: it holds nothing but spaces',
    'zip: it is a zip archive; unpack it first',
    'utf16: it is written in UTF-16; save it as UTF-8',
    'json: it has no log.entries',
    'text: it is no recording, no HAR file and no GoReplay file',
    'closed: it may not be read',
  ];
  // The superuser may read every file.
  expect(troubleOf(items)).toEqual(process.getuid?.() === 0 ? all.slice(0, -1) : all);
  expect(exchangesOf(items).at(-1)?.request.url).toBe('http://target.example/v2/card');
});

test('a symbolic link is followed', async () => {
  writeFileSync(output('sound.har'), har('http://target.example/v2/card'));
  symlinkSync(output('sound.har'), output('link'));

  expect(idsOf(await read(output('link')))).toEqual(['link:1']);
});

test('a pattern reads the files that it matches, numbers in order', async () => {
  mkdirSync(output('deep', 'er'), { recursive: true });
  for (const name of ['t.2.har', 't.10.har', '.t.3.har', 'u.1.har', 'deep/t.4.har', 'deep/er/t.5.har'])
    writeFileSync(output(name), har('http://target.example/'));

  expect(idsOf(await read(output('t.*.har')))).toEqual(['t.2.har:1', 't.10.har:1']);
  expect(idsOf(await read(output('{t,u}.?.har')))).toEqual(['t.2.har:1', 'u.1.har:1']);
  expect(idsOf(await read(output('[!t]*.har')))).toEqual(['u.1.har:1']);
  expect(idsOf(await read(output('**/t.[45].har')))).toEqual(['t.5.har:1', 't.4.har:1']);
  expect(troubleOf(await read(output('v*.har')))).toEqual(['v*.har: there is no such file']);
});

test('a recording is read with its closed segments, oldest first, each once', async () => {
  await writeRecording(output('traffic.ndjson'), 'd');
  await writeRecording(output('traffic.0003.ndjson'), 'c');
  await writeRecording(output('traffic.0001.ndjson'), 'a');
  await writeRecording(output('traffic.0002.ndjson'), 'b');
  await writeRecording(output('traffic-other.0002.ndjson'), 'x');
  for (const name of ['traffic.0001.ndjson', 'traffic.0002.ndjson'])
    writeFileSync(output(`${name}.gz`), gzipSync(readFileSync(output(name))));
  // The recorder was killed while it packed the second one.
  writeFileSync(output('traffic.0002.ndjson.gz'), 'torn');
  rmSync(output('traffic.0001.ndjson'));

  expect(idsOf(await read(output('traffic.ndjson')))).toEqual(['a', 'b', 'c', 'd']);
  expect(idsOf(await read(output('traffic.*')))).toEqual(['a', 'b', 'c', 'd']);
  expect(idsOf(await read([output('traffic.ndjson'), output('traffic.0003.ndjson')]))).toEqual(['a', 'b', 'c', 'd']);
  rmSync(output('traffic.ndjson'));
  expect(idsOf(await read(output('traffic.ndjson')))).toEqual(['a', 'b', 'c']);
  expect(idsOf(await read(output('traffic.0003.ndjson')))).toEqual(['c']);
});

test('a torn recording gives what is whole and says where it is torn', async () => {
  await writeRecording(output('traffic.ndjson'), 'a', 'b', 'c');
  const bytes = readFileSync(output('traffic.ndjson'));
  writeFileSync(output('torn.ndjson'), bytes.subarray(0, -9));
  writeFileSync(output('headless.ndjson'), bytes.subarray(5));

  const torn = await read(output('torn.ndjson'));
  expect(idsOf(torn)).toEqual(['a', 'b']);
  expect(troubleOf(torn)).toEqual(['torn.ndjson, entry 3: the last line is torn']);
  const headless = await read(output('headless.ndjson'));
  expect(idsOf(headless)).toEqual(['a', 'b', 'c']);
  expect(troubleOf(headless)).toEqual(['headless.ndjson, entry 1: the line does not match its checksum']);
});

test('a packed file that is torn gives everything up to the tear', async () => {
  const noise = Array.from({ length: 400 }, (_, index) => `http://target.example/${Math.sin(index)}`);
  const packed = gzipSync(har(...noise));
  writeFileSync(output('torn.har.gz'), packed.subarray(0, packed.length * 0.9));

  const items = await read(output('torn.har.gz'));

  expect(exchangesOf(items).length).toBeGreaterThan(300);
  expect(troubleOf(items).at(-2)).toContain('the file ends inside this entry');
  expect(troubleOf(items).at(-1)).toBe('torn.har.gz: the packed file is torn');
});

test('exchanges are put in the order in which they began, within what may be held', async () => {
  const begins = [3, 1, 2, 2, 9, 5, 4, 0];
  const items = begins.map((second, index) => ({
    kind: 'exchange' as const,
    exchange: { ...recorded(`${index}`), times: { startedAt: second * 1000, sent: 0, ended: 0 } },
    place: { file: 'f', entry: index + 1 },
  }));
  const ordered = async (exchanges: number) => {
    const ids: string[] = [];
    const source = async function* () {
      yield* items;
    };
    for await (const item of inOrder(source(), { exchanges, bytes: 1e9 }))
      if (item.kind === 'exchange') ids.push(item.exchange.id);
    return ids.join('');
  };

  expect(await ordered(100)).toBe('71230654');
  expect(await ordered(2)).toBe('12306754');
  expect(await ordered(0)).toBe('01234567');
});

for (const kind of ['har', 'gor'] as const) {
  test(`a long ${kind} file is read at constant memory`, async ({}, info) => {
    // Reading 50 MB takes some seconds, and a busy machine may be ten times slower.
    info.setTimeout(300_000);
    const body = 'x'.repeat(20_000);
    const entry = har('http://target.example/v2/card').replace('{}"', `${body}"`);
    const [begin = '', , end = ''] = entry.split(/(?<="entries":\[)(.*)(?=\]\}\})/s);
    const middle = entry.slice(begin.length, -end.length);
    const file = openSync(output('long'), 'w');
    if (kind === 'har') writeSync(file, begin);
    for (let index = 0; index < 2_500; index += 1)
      writeSync(
        file,
        kind === 'har' ? `${index ? ',' : ''}${middle}` : gor(`${index}`).replace('\r\n\r\n{}', `\r\n\r\n{}${body}`),
      );
    if (kind === 'har') writeSync(file, end);
    closeSync(file);

    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    let most = 0;
    let count = 0;
    collect();
    const before = process.memoryUsage();
    for await (const item of readTraffic(output('long'))) {
      if (item.kind !== 'exchange') continue;
      count += 1;
      if (count % 500 !== 0) continue;
      collect();
      const { heapUsed, external } = process.memoryUsage();
      most = Math.max(most, heapUsed + external - before.heapUsed - before.external);
    }

    expect(count).toBe(2_500);
    expect(statSync(output('long')).size).toBeGreaterThan(50e6);
    // The memory of buffers is released a moment after the garbage collection.
    expect(most).toBeLessThan(30e6);
  });
}
