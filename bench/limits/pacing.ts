// How far from their due times requests arrive: ours, autocannon's, k6's and vegeta's in the same run. Argument: seconds per rate (10).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createClient } from '../../exchange/client/client.ts';
import { steady } from '../../load/pacing/schedule.ts';
import { pace } from '../../load/pacing/sender.ts';
import { installed } from '../peers/installed.ts';
import { inFolder } from '../replay/running.ts';
import { startProcess } from './other-process.ts';
import { sharedNow } from './shared-clock.ts';

const [seconds = 10] = process.argv.slice(2).map(Number);
const receiver = await startProcess<string | number[]>('receiver');
const url = receiver.said as string;

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** The median error is the time to the receiver, for which the sender is not to blame. */
const row = (name: string, errors: readonly number[]): string => {
  const usual = quantile(errors, 0.5);
  const distances = errors.map((error) => Math.abs(error - usual));
  const figures = [0.5, 0.99, 1].map((share) => quantile(distances, share).toFixed(2));
  return `  ${name.padEnd(12)} p50 ${figures[0]} ms  p99 ${figures[1]} ms  worst ${figures[2]} ms  of ${errors.length}`;
};

const ours = async (rate: number): Promise<number[]> => {
  const client = createClient({ baseUrl: url, connections: 64, timeouts: { connect: 5000, response: 10_000 } });
  const send = (_: unknown, signal: AbortSignal) => client.send({ method: 'GET', path: '/', signal });
  // One run at this rate comes before, so that connecting and starting are not measured.
  await pace(
    steady(rate, 1000, () => undefined),
    { send, concurrency: 64 },
  );
  await receiver.ask('arrivals');
  const schedule = steady(rate, seconds * 1000, () => undefined);
  let beginning = Number.NaN;
  const pacing = await pace(schedule, {
    send: (request, signal) => {
      if (Number.isNaN(beginning)) beginning = sharedNow();
      return send(request, signal);
    },
    concurrency: 64,
  });
  beginning -= pacing.sent[0]!.handed;
  await client.close();
  const arrivals = (await receiver.ask('arrivals')) as number[];
  return arrivals.map((arrival, index) => arrival - beginning - schedule[index]!.due);
};

/** For a program that does not say when it began: counted from its first arrival. */
const theirs = async (rate: number, attack: (rate: number) => Promise<unknown>): Promise<number[]> => {
  await receiver.ask('arrivals');
  await attack(rate);
  const arrivals = (await receiver.ask('arrivals')) as number[];
  return arrivals.map((arrival, index) => arrival - arrivals[0]! - (index * 1000) / rate);
};

const byAutocannon = (rate: number) => autocannon({ url, overallRate: rate, connections: 10, duration: seconds });

const byVegeta = (program: string) => (rate: number) => {
  const args = ['attack', `-rate=${rate}`, `-duration=${seconds}s`, '-output=/dev/null'];
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(`GET ${url}/\n`);
  return once(child, 'close');
};

const byK6 = (program: string, script: string) => (rate: number) => {
  const scenario = {
    executor: 'constant-arrival-rate',
    rate,
    timeUnit: '1s',
    duration: `${seconds}s`,
    preAllocatedVUs: 64,
  };
  writeFileSync(
    script,
    `import http from 'k6/http';
export const options = { scenarios: { steady: ${JSON.stringify(scenario)} } };
export default () => http.get('${url}/');
`,
  );
  return once(spawn(program, ['run', '--quiet', script], { stdio: 'ignore' }), 'close');
};

await inFolder(async (folder) => {
  const [k6, vegeta] = [installed('k6'), installed('vegeta')];
  for (const rate of [10, 100, 1000]) {
    console.log(`  ${rate} requests per second for ${seconds} s, distance from the due time at the receiving end`);
    console.log(row('assay', await ours(rate)));
    console.log(row('autocannon', await theirs(rate, byAutocannon)));
    if (k6 !== undefined) console.log(row('k6', await theirs(rate, byK6(k6, join(folder, 'steady.js')))));
    if (vegeta !== undefined) console.log(row('vegeta', await theirs(rate, byVegeta(vegeta))));
  }
});
receiver.stop();
