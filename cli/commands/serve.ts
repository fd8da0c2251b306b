// assay serve: the reference service, or a recording's answers, until it is told to stop.
import type { Command } from 'commander';
import { invocation } from '../../exchange/invocation.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/service.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { exit, UsageError } from '../exit.ts';
import { onlyOnce, wholeNumber } from '../options.ts';
import { stopAsked } from '../run/stop.ts';
import type { Help } from '../words/help.ts';
import { cannotListen } from '../words/listening.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly fault?: string;
  readonly variant?: string;
  readonly faults?: true;
  readonly variants?: true;
  readonly from?: readonly string[];
}

export const takes = (command: Command): Command =>
  command
    .option('--port <n>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <n>', 'varies the data (default: 1)', wholeNumber(0))
    .option('--fault <id>', 'with one deliberate defect', onlyOnce)
    .option('--variant <id>', 'with another behaviour that the specification leaves open', onlyOnce)
    .option('--faults', 'lists the defects')
    .option('--variants', 'lists the lawful variants')
    .option('--from <file...>', 'answers from recorded traffic instead of the service');

export const help: Help = {
  examples: [
    ['serve --port 8577 --fault card-filter-blocked', 'has one defect, to see that Assay finds it'],
    ['serve --faults', 'every fault, the requirement it breaks, and how'],
    ['serve --from traffic.ndjson --port 8577', 'answers as recorded, for the tests of a client'],
  ],
  exits: {
    0: 'it was stopped',
    2: 'usage error, or it cannot listen there',
    3: 'a request had no answer in the recording',
  },
};

export async function run(options: ServeOptions): Promise<number> {
  if (options.faults) return list(faults.map(({ id, breaks, does }) => [id, breaks, does]));
  if (options.variants) return list(variants.map(({ id, reads, does }) => [id, reads, does]));
  known('fault', options.fault, faults);
  known('variant', options.variant, variants);
  const { port, host, seed = 1, fault, variant, from } = options;
  const explained = (error: NodeJS.ErrnoException): never => {
    throw error.syscall === 'listen' ? new UsageError(cannotListen(error, options, '--port')) : error;
  };
  if (from) {
    if ((fault ?? variant ?? options.seed) !== undefined)
      throw new UsageError('--from answers as recorded: it takes no fault, variant or seed');
    const { answerFrom } = await import('../run/answering.ts');
    return answerFrom({ files: from, port, host, stopAsked: stopAsked() }).catch(explained);
  }
  const chosen = { ...(fault && { fault }), ...(variant && { variant }) };
  const service = await startReference({ port, host, seed, ...chosen }).catch(explained);
  process.stdout.write(`the reference service listens at ${service.url}\n`);
  await stopAsked();
  await service.close();
  return exit.passed;
}

const list = (rows: ReadonlyArray<readonly string[]>): number => {
  for (const row of rows) process.stdout.write(`${row.join('\t')}\n`);
  return exit.passed;
};

function known(kind: string, id: string | undefined, all: ReadonlyArray<{ readonly id: string }>): void {
  if (id === undefined || all.some((entry) => entry.id === id)) return;
  throw new UsageError(`no ${kind} ${id}; ${invocation} serve --${kind}s lists them`);
}
