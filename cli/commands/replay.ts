// assay replay: recorded traffic against a candidate -> what changed, whether the contract forbids it, and where.
import type { Command } from 'commander';
import { type UserName, userNames } from '../../subject/profile/profile.ts';
import { UsageError } from '../exit.ts';
import { outOption, profileOption, shardOf, targetOption, waitOption, wholeNumber } from '../options.ts';
import type { ReplayOptions } from '../run/replaying.ts';
import type { Help } from '../words/help.ts';

const speedOf = (text: string): number | 'asap' => {
  if (text === 'asap') return text;
  const speed = Number(text);
  if (Number.isFinite(speed) && speed > 0) return speed;
  throw new UsageError(`--speed ${text}: a number above 0, or asap`);
};

const factorOf = (text: string): number => {
  const factor = Number(text.replace(/x$/i, ''));
  if (Number.isFinite(factor) && factor >= 1) return factor;
  throw new UsageError(`--slower ${text}: how many times as long an answer may take, such as 1.5x`);
};

const instantOf = (text: string): number => {
  const moment = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(`${text} is no moment; write 2026-01-31T10:00:00Z or Unix seconds`);
};

const userOf = (text: string, before: Readonly<Record<string, UserName>> = {}): Record<string, UserName> => {
  const at = text.lastIndexOf('=');
  const [recorded, name] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && (userNames as readonly string[]).includes(name)) return { ...before, [recorded]: name as UserName };
  throw new UsageError(`--user ${text}: a recorded user, =, and one of ${userNames.join(', ')}`);
};

export const takes = (command: Command): Command =>
  command
    .arguments('<file...>')
    .addOption(targetOption('address of the candidate'))
    .addOption(profileOption())
    .addOption(outOption())
    .option('--plan <file>', 'carry out this plan instead of making one')
    .option('--save-plan <file>', 'write the plan down')
    .option('--dry-run', 'print the plan and send nothing')
    .option('--speed <n>', 'times as fast as recorded, or asap', speedOf, 'asap')
    .option('--rate <n>', 'the most requests a second', wholeNumber(1))
    .option('--concurrency <n>', 'requests under way at once', wholeNumber(1, 4096), 32)
    .option('--loops <n>', 'play the recording this many times', wholeNumber(1), 1)
    .option('--times <n>', 'copies of each session side by side', wholeNumber(1, 1000), 1)
    .option('--start-at <moment>', 'when to begin, to start several machines together', instantOf)
    .option('--user <recorded=name>', 'who plays this recorded user; * is all others', userOf)
    .option('--allow <file>', 'rules for differences that are allowed')
    .option('--baseline <url>', 'a good build, whose differences are excused')
    .option('--noise <file>', 'differences of a baseline, from --save-noise')
    .option('--save-noise <file>', 'write the differences of the baseline')
    .option('--slower <factor>', 'fail operations that take this many times as long', factorOf)
    .option('--shape', 'compare shapes: the candidate has other data')
    .option('--load', 'send it as load: compare statuses, no values')
    .option('--recorded-profile <file>', 'profile of the recorded server, for --shape')
    .option('--operation <id...>', 'only these operations')
    .option('--method <method...>', 'only these methods')
    .option('--path <path...>', 'only paths that begin so; * is any segment')
    .option('--session <id...>', 'only these sessions, or those of these users')
    .option('--from <moment>', 'only what was recorded from then on', instantOf)
    .option('--to <moment>', 'only what was recorded until then', instantOf)
    .addOption(waitOption())
    .option('--safe', 'send nothing that changes anything')
    .option('--shard <i/n>', 'one part of the sessions', shardOf)
    .option('--json', 'print the result as JSON, and nothing else')
    .option('--quiet', 'print nothing');

export const help: Help = {
  examples: [['replay traffic.har --target http://127.0.0.1:8080 --dry-run', 'shows what would be sent']],
  exits: {
    0: 'every answer is as it was recorded, or the difference is excused',
    1: 'an answer differs or breaks the contract, and did not before',
    2: 'usage, profile, plan or policy error; nothing was sent',
    3: 'no verdict: target unreachable, or not everything could be replayed',
  },
};

export async function run(files: string[], options: ReplayOptions): Promise<number> {
  const { replaying } = await import('../run/replaying.ts');
  return replaying(files, options);
}
