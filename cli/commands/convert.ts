// assay convert: writes traffic of one format in another.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { operationBelow } from '../../contract/operations.ts';
import { convertTraffic, trafficWriters, writerFor } from '../../exchange/convert.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { createRedaction, redactionKeyVariable } from '../../exchange/redaction/redaction.ts';
import { placeText } from '../../exchange/traffic/traffic.ts';
import { counted } from '../../reports/verdict/wording.ts';
import { loadRules } from '../../subject/redaction/rules.ts';
import { exit, UsageError } from '../exit.ts';
import { cannotWrite, refuseMissing } from '../folder/files.ts';
import { redactOption } from '../options.ts';
import type { Help } from '../words/help.ts';

interface ConvertOptions {
  readonly force?: true;
  readonly host?: readonly string[];
  readonly redact?: string;
}

export const takes = (command: Command): Command =>
  command
    .argument('<in>', 'a recording, a HAR or GoReplay file, or a pattern of them')
    .argument('<out>', `the new file: ${endings}, each also with .gz`)
    .option('--host <host...>', 'only the requests to these hosts')
    .option('--force', 'overwrite an existing file')
    .addOption(redactOption());

export const help: Help = {
  examples: [
    ['convert traffic.har traffic.ndjson', 'a recording, redacted'],
    ['convert assay-report/evidence.ndjson load.js', 'a script for k6'],
  ],
  exits: {
    0: 'the new file is written',
    2: 'usage error, or the new file cannot be written',
    3: 'it lacks entries that could not be read',
  },
};

/** The writers, by the ending of the new file's name. */
const writersOf = (named: string): typeof trafficWriters => ({
  ...trafficWriters,
  '.js': async function* (exchanges) {
    const [{ k6Script }, { basesOf }] = await Promise.all([
      import('../../replay/k6/script.ts'),
      import('../../replay/plan/make.ts'),
    ]);
    // The addresses of the API are found first, because exchanges are recognised by them.
    yield* k6Script(exchanges, await basesOf([named]), (reason, count) =>
      process.stderr.write(`${count} not in the script: ${reason}\n`),
    );
  },
});
const endings = Object.keys(writersOf('')).join(', ');

export async function run(named: string, out: string, { force, host, redact }: ConvertOptions): Promise<number> {
  refuseMissing([named]);
  const write = writerFor(out, writersOf(named));
  if (!write) throw new UsageError(`the name of ${out} ends with no format that can be written; these can: ${endings}`);
  if (existsSync(out) && !force) throw new UsageError(`${out} is there already; --force overwrites it`);
  if (force && resolve(named) === resolve(out)) throw new UsageError(`${out} cannot be read and overwritten at once`);
  const key = process.env[redactionKeyVariable];
  const rules = redact === undefined ? {} : loadRules(redact, process.env);
  const redaction = createRedaction({ ...rules, locate: operationBelow, ...(key && { key }) });
  const { written, unusable, unusableCount, omitted } = await convertTraffic(
    [named],
    resolve(out),
    write,
    redaction,
    host && wentTo(host),
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : new UsageError(cannotWrite(out, error));
  });
  for (const { place, reason } of unusable) process.stderr.write(`${placeText(place)}: ${reason}\n`);
  for (const { reason, count, first } of omitted)
    process.stderr.write(`${count} left out: ${reason} (first ${first})\n`);
  const more = unusableCount - unusable.length;
  if (more > 0) process.stderr.write(`and ${more} more that cannot be used\n`);
  process.stdout.write(
    `${counted(written, 'exchange')} written to ${out}, ${unusableCount} ${unusableCount === 1 ? 'entry' : 'entries'} not usable\n`,
  );
  const whole = written > 0 && unusable.every(({ place }) => place.entry !== undefined);
  return whole ? exit.passed : exit.undecided;
}

/** A host that is given without a port stands for all of its ports. */
const wentTo =
  (hosts: readonly string[]) =>
  ({ request: { url } }: RecordedExchange): boolean => {
    const [, host = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
    return hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ''));
  };
