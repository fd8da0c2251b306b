// assay convert: traffic of one format as another.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { operationBelow } from '../../contract/operations.ts';
import { convertTraffic, trafficWriters, writerFor } from '../../exchange/convert.ts';
import { createRedaction, redactionKeyVariable } from '../../exchange/redaction/redaction.ts';
import { placeText } from '../../exchange/traffic/traffic.ts';
import { k6Script } from '../../load/k6.ts';
import { loadRules } from '../../subject/redaction/rules.ts';
import { exit, UsageError } from '../exit.ts';
import { redactOption } from '../options.ts';
import { helpText } from '../words/help.ts';

interface ConvertOptions {
  readonly force?: true;
  readonly redact?: string;
}

export function convert(program: Command): void {
  program
    .command('convert')
    .argument('<in>', 'a recording, a HAR or GoReplay file, or a pattern of them')
    .argument('<out>', `the new file: ${endings}, each also with .gz`)
    .option('--force', 'overwrite a file that is there')
    .addOption(redactOption())
    .addHelpText(
      'after',
      helpText({
        examples: [
          ['convert traffic.har traffic.ndjson', 'a recording, redacted'],
          ['convert assay-report/evidence.ndjson probe.js', 'a script for k6'],
        ],
        exits: {
          0: 'the new file is written',
          2: 'usage error, or the new file cannot be written',
          3: 'it lacks what could not be read',
        },
      }),
    )
    .action(async (named: string, out: string, options: ConvertOptions) => {
      process.exitCode = await run(named, out, options);
    });
}

const writers = { ...trafficWriters, '.js': k6Script };
const endings = Object.keys(writers).join(', ');

async function run(named: string, out: string, { force, redact }: ConvertOptions): Promise<number> {
  const write = writerFor(out, writers);
  if (!write) throw new UsageError(`${out} says by its name no format that can be written; these can: ${endings}`);
  if (existsSync(out) && !force) throw new UsageError(`${out} is there already; --force overwrites it`);
  if (force && resolve(named) === resolve(out)) throw new UsageError(`${out} cannot be read and overwritten at once`);
  const key = process.env[redactionKeyVariable];
  const rules = redact === undefined ? {} : loadRules(redact, process.env);
  const redaction = createRedaction({ ...rules, locate: operationBelow, ...(key && { key }) });
  const { written, unusable, unusableCount } = await convertTraffic([named], resolve(out), write, redaction).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.syscall === undefined ? error : new UsageError(`${out} cannot be written: ${error.message}`);
    },
  );
  for (const { place, reason } of unusable) process.stderr.write(`${placeText(place)}: ${reason}\n`);
  const more = unusableCount - unusable.length;
  if (more > 0) process.stderr.write(`and ${more} more that cannot be used\n`);
  process.stdout.write(`${written} exchanges written to ${out}, ${unusableCount} entries not usable\n`);
  const whole = written > 0 && unusable.every(({ place }) => place.entry !== undefined);
  return whole ? exit.passed : exit.undecided;
}
