// The rate of the whole pipeline (generate, send, judge, redact, write) beside a bare undici loop with the same requests, in
// turns against one service. Arguments: requests per turn (10000), turns (7), at once (16).
import { Pool } from 'undici';
import { median } from '../median.ts';
import { openWorkload, type Read, rateOf } from './workload.ts';

const [count = 10_000, turns = 7, concurrency = 16] = process.argv.slice(2).map(Number);

const workload = await openWorkload();
const { api } = workload.session.check;
const authorization = `Bearer ${await (await api.session()).accessToken()}`;
const pool = new Pool(workload.url, { connections: concurrency });

const paths = { readCard: '/v2/card/', readCardV1: '/v1/card/', readPayment: '/v2/payment/' } as const;

const bare = async ({ operation, input }: Read): Promise<void> => {
  const path = `${paths[operation as keyof typeof paths]}${input.path?.id}`;
  const { body } = await pool.request({ method: 'GET', path, headers: { authorization } });
  await body.arrayBuffer();
};
const whole = ({ operation, input }: Read) => api.call(operation, input);

const rates = { bare: [] as number[], whole: [] as number[] };
for (let turn = 0; turn <= turns; turn++) {
  const one = await rateOf(count, concurrency, workload.reads(turn * 1000), bare);
  const other = await rateOf(count, concurrency, workload.reads(turn * 1000), whole);
  // The first turn warms both up.
  if (turn === 0) continue;
  rates.bare.push(one);
  rates.whole.push(other);
}
await pool.close();
await workload.close();

const ratio = median(rates.whole.map((rate, turn) => rate / rates.bare[turn]!));
console.log(`  ${count} reads a turn, ${turns} turns, ${concurrency} at once; medians`);
console.log(`  bare undici  ${Math.round(median(rates.bare))} a second`);
console.log(`  pipeline     ${Math.round(median(rates.whole))} a second, ${ratio.toFixed(2)} of it`);
if (ratio < 0.5) {
  console.log('  less than half');
  process.exitCode = 1;
}
