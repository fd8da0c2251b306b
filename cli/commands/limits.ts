// assay limits: only the rate-limit part of a certification, reported as for a runbook.
import { type Command, Option } from 'commander';
import { depths } from '../../load/depth.ts';
import {
  evidenceOption,
  gateOption,
  outOption,
  profileOption,
  sinceOption,
  targetOption,
  waitOption,
  wholeNumber,
} from '../options.ts';
import type { CertifyOptions } from '../run/certification.ts';
import { greet } from '../words/greeting.ts';
import { type Help, verdictExits } from '../words/help.ts';

type LimitsOptions = Omit<CertifyOptions, 'only' | 'workers' | 'runbook'>;

export const takes = (command: Command): Command =>
  command
    .addOption(targetOption('address of the implementation; without it, the embedded service'))
    .addOption(profileOption())
    .addOption(outOption())
    .option('--seed <n>', 'written into the report', wholeNumber(0), 1)
    .addOption(new Option('--depth <depth>', 'how long a probe may take').choices([...depths]).default('standard'))
    .option('--accept <file>', 'deviations accepted by name (docs/deviations.md)')
    .addOption(sinceOption())
    .addOption(gateOption())
    .addOption(evidenceOption())
    .addOption(waitOption())
    .option('--fail-fast', 'end at the first broken must')
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing');

export const help: Help = {
  examples: [
    ['limits --target http://127.0.0.1:8080', 'prints first how many requests it will send at most'],
    ['limits --since last/verdict.json --gate new', 'fails only for what passed last time'],
  ],
  exits: verdictExits,
};

export async function run(options: LimitsOptions): Promise<number> {
  greet(options);
  const { certification } = await import('../run/certification.ts');
  const { limitsAnnounced } = await import('../words/limits-announced.ts');
  return certification({ ...options, only: ['RATE'], workers: 1, runbook: true }, limitsAnnounced);
}
