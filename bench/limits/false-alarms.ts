// Whether correct limiters are ever blamed, and whether faulty ones always are. Arguments: simulated runs (1000), real runs (100).
import { createClient } from '../../exchange/client/client.ts';
import { explainRefusals, unexplainedExcess } from '../../load/explanations.ts';
import { limiterModels } from '../../load/models/index.ts';
import { steady } from '../../load/pacing/schedule.ts';
import { pace } from '../../load/pacing/sender.ts';
import { type Trace, traceOf } from '../../load/trace.ts';
import { limiterOf } from '../../tests/load/limiter.ts';
import { pathOf } from './limiter-server.ts';
import { startProcess } from './other-process.ts';
import { answered, chance, type Weather } from './virtual-target.ts';

const [simulated = 1000, real = 100] = process.argv.slice(2).map(Number);
const limit = { count: 10, window: 1000 };
const rates = [10, 11, 12];
const duration = 5000;

const weathers: readonly Weather[] = [
  { jitter: 0.2 },
  { jitter: 10 },
  { jitter: 10, work: 200 },
  { jitter: 2, pauses: { share: 0.05, longest: 300 } },
];

const isAlarm = (trace: Trace): boolean =>
  unexplainedExcess(trace, limit) !== undefined ||
  [...explainRefusals(trace, limit).values()].some(({ kind }) => kind === 'unexplained');

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;
const sendings = (rate: number) => steady(rate, duration, () => undefined).map(({ due }) => 10_000 + due);

let alarms = 0;
let refusals = 0;
for (let run = 0; run < simulated; run += 1) {
  const random = chance(run + 1);
  const model = pick(limiterModels, run);
  const variant = pick(model.variants, Math.floor(run / limiterModels.length));
  const limiter = limiterOf(model, { ...limit, phase: random() * limit.window }, variant);
  const rate = pick(rates, Math.floor(run / 5));
  const trace = answered(limiter, sendings(rate), pick(weathers, Math.floor(run / 3)), random);
  refusals += trace.filter(({ answer }) => answer === 'refused').length;
  if (isAlarm(trace)) alarms += 1;
}
console.log(`correct limiters, simulated: ${alarms} false alarms in ${simulated} runs, ${refusals} refusals explained`);

// Ten at once after silence are all lawful. A limiter that allows fewer, or remembers longer, must be noticed.
const faults: readonly (readonly [name: string, count: number, window: number])[] = [
  ['five per second', 5, 1000],
  ['nine per second', 9, 1000],
  ['ten per four seconds', 10, 4000],
  ['no limit to speak of', 100_000, 1000],
];
const volleys = [0, 2500, 5000, 7500].flatMap((at) => Array.from({ length: 10 }, () => 10_000 + at));
const flood = Array.from({ length: 150 }, (_, index) => 25_000 + index * 20);
for (const [name, count, window] of faults) {
  let noticed = 0;
  const runs = 200;
  for (let run = 0; run < runs; run += 1) {
    const random = chance(run + 1);
    const limiter = limiterOf(pick(limiterModels, run), { count, window, phase: random() * window });
    if (isAlarm(answered(limiter, [...volleys, ...flood], pick(weathers, run), random))) noticed += 1;
  }
  console.log(`faulty limiters, simulated: ${name}: noticed in ${noticed} of ${runs} runs`);
}

const server = await startProcess<string>('limiter-server-process');
const run = async (index: number): Promise<boolean> => {
  const client = createClient({
    baseUrl: server.said,
    connections: 64,
    timeouts: { connect: 5000, response: 30_000 },
  });
  const model = pick(limiterModels, index);
  const { jitter, work } = pick(weathers, Math.floor(index / 3));
  const phase = Math.random() * limit.window;
  const limited = { model: model.id, ...limit, phase, jitter, work: work ?? 0, key: `${index}` };
  const path = pathOf(limited);
  const schedule = steady(pick(rates, Math.floor(index / 5)), duration, () => undefined);
  const pacing = await pace(schedule, {
    send: (_, signal) => client.send({ method: 'GET', path, signal }),
    concurrency: 64,
  });
  await client.close();
  const trace = traceOf(pacing.sent.map(({ exchange }) => exchange));
  realRefusals += trace.filter(({ answer }) => answer === 'refused').length;
  return isAlarm(trace);
};
let realAlarms = 0;
let realRefusals = 0;
const busyLoops = 10;
for (let index = 0; index < real; index += busyLoops) {
  const outcomes = await Promise.all(
    Array.from({ length: Math.min(busyLoops, real - index) }, (_, next) => run(index + next)),
  );
  realAlarms += outcomes.filter(Boolean).length;
}
console.log(
  `correct limiters, real servers: ${realAlarms} false alarms in ${real} runs, ${realRefusals} refusals explained`,
);
server.stop();
if (alarms + realAlarms > 0) process.exitCode = 1;
