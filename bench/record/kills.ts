// Kills a loaded recorder at random moments and looks whether everything it had acknowledged is in the file. Argument: kills
// (200).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { readTraffic } from '../../exchange/traffic/traffic.ts';
import { startProcess } from '../limits/other-process.ts';
import { startRecording } from './between.ts';

const [kills = 200] = process.argv.slice(2).map(Number);
const clients = 8;
/** A new recording is begun after so many kills, so that reading it does not take longer and longer. */
const killsPerFile = 10;

const folder = mkdtempSync(join(tmpdir(), 'assay-kills-'));
const upstream = await startProcess<string>('../record/upstream-process');

const load = (url: string, run: string) => {
  const pool = new Pool(url, { connections: clients });
  let going = true;
  const all = Array.from({ length: clients }, async (_, client) => {
    for (let index = 0; going; index += 1) {
      const path = `/${run}-${client}-${index}?x=${'x'.repeat(index % 500)}`;
      await pool.request({ method: 'GET', path }).then(
        ({ body }) => body.dump(),
        () => undefined,
      );
    }
  });
  return async () => {
    going = false;
    await Promise.all(all);
    await pool.destroy();
  };
};

interface Found {
  readonly count: number;
  readonly wrong: number;
  readonly torn: number;
}

const find = async (file: string): Promise<Found> => {
  const ids = new Set<string>();
  let [wrong, torn] = [0, 0];
  for await (const item of readTraffic(file)) {
    if (item.kind !== 'exchange') {
      torn += 1;
      continue;
    }
    const { id, request, outcome } = item.exchange;
    ids.add(id);
    const { pathname, search } = new URL(request.url);
    if (outcome?.kind !== 'answered') continue;
    const { at } = JSON.parse(Buffer.from(outcome.response.body).toString()) as { at: string };
    if (at !== pathname + search) wrong += 1;
  }
  return { count: ids.size, wrong, torn };
};

let [acknowledged, lost, wrong, torn, before] = [0, 0, 0, 0, 0];
for (let kill = 0; kill < kills; kill += 1) {
  if (kill % killsPerFile === 0) before = 0;
  const file = join(folder, `${Math.floor(kill / killsPerFile)}.ndjson`);
  const recorder = await startRecording(upstream.said, file, '--rotate', '300k');
  const stop = load(recorder.url, String(kill));
  await new Promise((resolve) => setTimeout(resolve, 260 + Math.random() * 400));
  await recorder.end('SIGKILL');
  await stop();
  const said = recorder.events.filter(({ event }) => event === 'progress').at(-1);
  const promised = Number(said?.recorded ?? 0);
  const found = await find(file);
  acknowledged += promised;
  lost += Math.max(0, promised - (found.count - before));
  wrong += found.wrong;
  torn += found.torn;
  before = found.count;
}
upstream.stop();
rmSync(folder, { recursive: true });

console.log(`  ${kills} kills, ${acknowledged} exchanges acknowledged, ${lost} of them lost, ${wrong} wrong`);
console.log(`  ${torn} torn ends, each reported by the reader and cut off by the next recorder`);
if (lost + wrong > 0 || acknowledged === 0) process.exitCode = 1;
