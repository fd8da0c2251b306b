// assay show: one whole exchange of a report's evidence, without its secrets, as the report has it.
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { curlOf } from '../../../exchange/curl.ts';
import type { RecordedExchange } from '../../../exchange/exchange.ts';
import { exchangeLine } from '../../../exchange/recording/line.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { placeText, readTraffic } from '../../../exchange/traffic/traffic.ts';
import { reportFolder, usualFolder } from '../../../reports/folder.ts';
import { exchangeText } from '../../../reports/terminal/exchange-text.ts';
import { lookOf } from '../../../reports/terminal/look.ts';
import { exit, UsageError } from '../../exit.ts';
import type { Help } from '../../words/help.ts';

interface ShowOptions {
  readonly in: string;
  readonly json?: true;
  readonly curl?: true;
}

export const takes = (command: Command): Command =>
  command
    .argument('<id...>', 'the id of an exchange, as a report prints it')
    .option('--in <dir>', 'a report, or a file of recorded traffic', usualFolder)
    .option('--json', 'print it as it is stored, a line of JSON')
    .option('--curl', 'print the whole curl line that sends it again');

export const help: Help = {
  examples: [
    ['show 1f0c5a7e2b-17', 'request and answer, the secrets replaced'],
    ['show 1f0c5a7e2b-17 --curl', 'a line that sends the request again'],
  ],
  exits: { 0: 'every exchange asked for was found', 2: 'one was not found, or there is no such report' },
};

export async function run(ids: readonly string[], options: ShowOptions): Promise<number> {
  const file = fileIn(options.in);
  const found = await exchangesIn(file, new Set(ids));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw new UsageError(`${file} has no exchange ${missing.join(', ')}`);
  const look = lookOf(process.stdout);
  const texts = ids.map((id) => {
    const exchange = found.get(id) as RecordedExchange;
    if (options.curl) return `${curlOf(exchange, createRedaction()).line}\n`;
    return options.json ? exchangeLine(exchange) : `${exchangeText(exchange, look)}\n`;
  });
  process.stdout.write(texts.join(options.json || options.curl ? '' : '\n'));
  return exit.passed;
}

const fileIn = (place: string): string =>
  statSync(place, { throwIfNoEntry: false })?.isDirectory() ? reportFolder(place).evidence : place;

async function exchangesIn(file: string, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, RecordedExchange>> {
  const found = new Map<string, RecordedExchange>();
  for await (const item of readTraffic(file)) {
    if (item.kind === 'exchange' && ids.has(item.exchange.id)) found.set(item.exchange.id, item.exchange);
    if (item.kind === 'unusable' && item.place.entry === undefined)
      throw new UsageError(`${placeText(item.place)}: ${item.reason}`);
    if (found.size === ids.size) break;
  }
  return found;
}
