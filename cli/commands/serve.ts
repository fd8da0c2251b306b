// assay serve: the reference service alone, until it is told to stop.
import type { Command } from 'commander';
import { invocation } from '../../exchange/invocation.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/service.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { UsageError } from '../exit.ts';
import { wholeNumber } from '../options.ts';
import { helpText } from '../words/help.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly fault?: string;
  readonly variant?: string;
  readonly faults?: true;
  readonly variants?: true;
}

export function serve(program: Command): void {
  program
    .command('serve')
    .option('--port <n>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <n>', 'varies the data', wholeNumber(0), 1)
    .option('--fault <id>', 'with one deliberate defect')
    .option('--variant <id>', 'with another lawful reading of something open')
    .option('--faults', 'lists the defects')
    .option('--variants', 'lists the lawful variants')
    .addHelpText(
      'after',
      helpText({
        examples: [
          ['serve --port 8577 --fault card-filter-blocked', 'wrong in one thing, to see it found'],
          ['serve --faults', 'every fault, the requirement it breaks, and how'],
        ],
        exits: { 0: 'it was told to stop', 2: 'usage error, or it cannot listen there' },
      }),
    )
    .action(run);
}

async function run(options: ServeOptions): Promise<void> {
  if (options.faults) return list(faults.map(({ id, breaks, does }) => [id, breaks, does]));
  if (options.variants) return list(variants.map(({ id, reads, does }) => [id, reads, does]));
  known('fault', options.fault, faults);
  known('variant', options.variant, variants);
  const { port, host, seed, fault, variant } = options;
  const service = await startReference({
    port,
    host,
    seed,
    ...(fault && { fault }),
    ...(variant && { variant }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'listen' ? new UsageError(cannotListen(error, options)) : error;
  });
  process.stdout.write(`the reference service listens at ${service.url}\n`);
  await stopAsked();
  await service.close();
}

const cannotListen = ({ code, message }: NodeJS.ErrnoException, { port, host }: ServeOptions): string =>
  code === 'EADDRINUSE'
    ? `port ${port} of ${host} is taken; --port 0 takes any free one`
    : `${host} port ${port} cannot be listened to: ${message}`;

const list = (rows: ReadonlyArray<readonly string[]>): void => {
  for (const row of rows) process.stdout.write(`${row.join('\t')}\n`);
};

function known(kind: string, id: string | undefined, all: ReadonlyArray<{ readonly id: string }>): void {
  if (id === undefined || all.some((entry) => entry.id === id)) return;
  throw new UsageError(`no ${kind} ${id}; ${invocation} serve --${kind}s lists them`);
}

const stopAsked = (): Promise<unknown> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
