// assay limits: the rate-limit part of a certification alone, told for a runbook.
import { type Command, Option } from 'commander';
import { profileOf } from '../../harness/profile-of.ts';
import { type Depth, depths, type Settings } from '../../harness/settings.ts';
import { boundsOf, budgetLine, expectedOf, otherChecks } from '../../load/budget.ts';
import { limitedOperations, mayLoad } from '../../load/limited-call.ts';
import { profileOption, targetOption, wholeNumber } from '../options.ts';
import { carryOut } from './certify.ts';

interface LimitsOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly out: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly accept?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export function limits(program: Command): void {
  program
    .command('limits')
    .description('finds out and judges the rate limits; without --target, of the embedded reference service')
    .addOption(targetOption())
    .addOption(profileOption())
    .option('--out <dir>', 'where the report goes', 'assay-report')
    .option('--seed <n>', 'written into the report', wholeNumber(0), 1)
    .addOption(new Option('--depth <depth>', 'how long a probe may take').choices([...depths]).default('standard'))
    .option('--accept <file>', 'deviations that are accepted by name (docs/deviations.md)')
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing')
    .action(async (options: LimitsOptions) => {
      process.exitCode = await carryOut({ ...options, only: ['RATE'], workers: 1 }, announced);
    });
}

/** What will be sent at most, before any of it is. */
function announced(settings: Settings): readonly string[] {
  const profile = profileOf(settings);
  if (!mayLoad(profile)) return [`${profile.url} is not loaded: its profile does not allow it (allow.load)`];
  const { rateLimits } = profile.declares;
  const probes = limitedOperations.map((id) =>
    budgetLine(id, boundsOf(expectedOf(id, rateLimits[id]), settings.depth)),
  );
  return [...probes, ...otherChecks];
}
