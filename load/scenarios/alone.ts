// Runs a scenario by itself, when its file is what was started:
//
//     ASSAY_TARGET=http://127.0.0.1:8080 ASSAY_PROFILE=reference/profile.yaml node dist/load/scenarios/burst.js
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../../exchange/exchange.ts';
import { responseOf, statusOf } from '../../subject/answers.ts';
import { type Api, createApi } from '../../subject/api.ts';
import { defaultProfile, loadProfile } from '../../subject/profile/profile.ts';
import { limitedCall } from '../limited-call.ts';
import { payments } from './payments.ts';
import { type Fired, fired, type Scenario } from './scenario.ts';

const isStarted = (url: string): boolean => {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
};

/** Not awaited, because a module with a top-level `await` would change the order in which modules are evaluated. */
export function runAlone(url: string, scenario: Scenario): void {
  if (isStarted(url)) void run(scenario);
}

async function run(scenario: Scenario): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let api: Api | undefined;
  try {
    const { ASSAY_TARGET: target, ASSAY_PROFILE: file } = process.env;
    const options = target === undefined ? {} : { url: target };
    const profile = file ? loadProfile(file, process.env, options) : defaultProfile(process.env, options);
    api = createApi(profile);
    const payment = await limitedCall(api, 'createPayment');
    if (payment.kind === 'missing') throw new Error(`there is no ${payment.what}`);
    const { amount } = scenario.fire;
    if (amount > profile.allow.createPayments)
      throw new Error(`it makes up to ${amount} payments; the profile allows ${profile.allow.createPayments}`);
    process.stdout.write(`${scenario.name}: ${scenario.asks}; at most ${amount} requests\n`);
    process.stdout.write(summaryOf(await fired(scenario, payments(api, payment.call, scenario), stop.signal)));
  } catch (error) {
    process.stderr.write(`${scenario.name}: ${(error as Error).message}\n`);
    process.exitCode = 3;
  } finally {
    await api?.close();
  }
}

const answerOf = (exchange: Exchange): string => {
  const status = statusOf(exchange);
  return status === undefined ? 'no answer' : String(status);
};

function summaryOf({ exchanges, account, duration }: Fired): string {
  const counts = new Map<string, number>();
  for (const answer of exchanges.map(answerOf)) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const answers = [...counts].map(([answer, count]) => `  ${String(count).padStart(5)}  ${answer}`);
  const delays = exchanges
    .filter(responseOf)
    .map(({ times }) => times.ended - times.sent)
    .sort((one, other) => one - other);
  const delay = (share: number) => (delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN).toFixed(1);
  const { sent, answered, failed } = account;
  return [
    `${sent} sent = ${answered} answered + ${failed} failed, in ${(duration / 1000).toFixed(2)} s`,
    ...answers,
    `  answered within ${delay(0.5)} ms (half), ${delay(0.99)} ms (99 %)`,
    '',
  ].join('\n');
}
