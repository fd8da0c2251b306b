// assay diff: what changed between two verdicts.
import type { Command } from 'commander';
import { compare } from '../../reports/comparison/compare.ts';
import { earlierOf } from '../../reports/comparison/earlier.ts';
import { comparisonText } from '../../reports/comparison/terminal.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { exitFor } from '../exit.ts';
import { verdictAt } from '../since.ts';
import type { Help } from '../words/help.ts';

export const takes = (command: Command): Command =>
  command.arguments('<earlier> <later>').option('--json', 'print the comparison as JSON, and nothing else');

export const help: Help = {
  examples: [['diff last-week/verdict.json assay-report', 'compares a kept verdict with the report of the last run']],
  exits: {
    0: 'nothing newly fails',
    1: 'something newly fails',
    2: 'one of the files is no verdict',
    3: 'something is no longer decided',
  },
};

export function run(before: string, after: string, { json }: { readonly json?: true }): number {
  const [earlier, later] = [verdictAt(before), verdictAt(after)];
  const comparison = compare(earlierOf(earlier, before), later);
  const look = { ...lookOf(process.stdout), file: after };
  process.stdout.write(json ? `${JSON.stringify(comparison)}\n` : comparisonText(comparison, [earlier, later], look));
  return exitFor(comparison.status);
}
