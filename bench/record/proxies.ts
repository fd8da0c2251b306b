// What a program between client and server costs: throughput, and the median delay of requests that are sent one after another. In turns, against one
// server. Arguments: seconds per turn (3), turns (3).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startProcess } from '../limits/other-process.ts';
import { median } from '../median.ts';
import { type Between, startMitmproxy, startPlainProxy, startRecording } from './between.ts';

const [seconds = 3, turns = 3] = process.argv.slice(2).map(Number);
const connections = 16;
const leastTimesMitmproxy = 10;
const mostOverhead = 0.5;

const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
const upstream = await startProcess<string>('../record/upstream-process');
const recorder = await startRecording(upstream.said, join(folder, 'traffic.ndjson'));
const plain = await startPlainProxy(upstream.said);
const mitmproxy = await startMitmproxy(upstream.said, folder);
const ways: [string, string][] = [
  ['direct', upstream.said],
  ['assay', recorder.url],
  ['plain Node', plain.url],
  ...(mitmproxy ? [['mitmproxy', mitmproxy.url] as [string, string]] : []),
];

const request = { method: 'GET', path: '/v2/card/0f8fad5b-d9cb-469f-a165-70867728950e' } as const;
const headers = { authorization: 'Bearer made-up-token-of-a-bench', accept: 'application/json' };

const rateAt = async (url: string): Promise<number> => {
  const pool = new Pool(url, { connections });
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const client = async () => {
    while (performance.now() < until) {
      const { body } = await pool.request({ ...request, headers });
      await body.arrayBuffer();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  await pool.close();
  return count / seconds;
};

const latencyAt = async (url: string): Promise<number> => {
  const pool = new Pool(url, { connections: 1 });
  const took: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    const { body } = await pool.request({ ...request, headers });
    await body.arrayBuffer();
    took.push(performance.now() - begun);
  }
  await pool.close();
  return median(took);
};

const rates = new Map<string, number[]>(ways.map(([name]) => [name, []]));
const latencies = new Map<string, number[]>(ways.map(([name]) => [name, []]));
for (let turn = 0; turn <= turns; turn += 1) {
  for (const [name, url] of ways) {
    const [rate, latency] = [await rateAt(url), await latencyAt(url)];
    // The first turn warms up.
    if (turn === 0) continue;
    rates.get(name)!.push(rate);
    latencies.get(name)!.push(latency);
  }
}

const of = (name: string) => ({ rate: median(rates.get(name) ?? []), latency: median(latencies.get(name) ?? []) });
const direct = of('direct');
for (const [name] of ways) {
  const { rate, latency } = of(name);
  const overhead = name === 'direct' ? '' : `, ${(latency - direct.latency).toFixed(3)} ms over direct`;
  console.log(`  ${name.padEnd(10)} ${Math.round(rate)} a second, median ${latency.toFixed(3)} ms${overhead}`);
}
const ended = async (between: Between | undefined) => between?.end();
await Promise.all([ended(recorder), ended(plain), ended(mitmproxy)]);
upstream.stop();
const { recorded, dropped, lost } = recorder.events.at(-1) as Record<string, number>;
console.log(`  recorded ${recorded}, left out ${dropped}, lost ${lost}`);
rmSync(folder, { recursive: true });

const ours = of('assay');
const times = mitmproxy ? ours.rate / of('mitmproxy').rate : Number.POSITIVE_INFINITY;
if (mitmproxy) console.log(`  ${times.toFixed(1)} times mitmproxy`);
if (times < leastTimesMitmproxy || ours.latency - direct.latency > mostOverhead) process.exitCode = 1;
