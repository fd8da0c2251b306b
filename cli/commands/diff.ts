// assay diff: what changed between two verdicts.
import type { Command } from 'commander';
import { compare } from '../../reports/comparison/compare.ts';
import { earlierOf } from '../../reports/comparison/earlier.ts';
import { comparisonText } from '../../reports/comparison/terminal.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { exitFor } from '../exit.ts';
import { verdictAt } from '../since.ts';

export function diff(program: Command): void {
  program
    .command('diff <earlier> <later>')
    .description('tells what changed between two verdicts, given as files or folders')
    .option('--json', 'print the comparison as JSON, and nothing else')
    .action((before: string, after: string, { json }: { readonly json?: true }) => {
      const [earlier, later] = [verdictAt(before), verdictAt(after)];
      const comparison = compare(earlierOf(earlier, before), later);
      const look = { ...lookOf(process.stdout), file: after };
      process.stdout.write(
        json ? `${JSON.stringify(comparison)}\n` : comparisonText(comparison, [earlier, later], look),
      );
      process.exitCode = exitFor(comparison.status);
    });
}
