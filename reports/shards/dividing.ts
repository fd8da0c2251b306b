// Divides the tests of a run among its shards.
import type { FullConfig, Suite, TestCase, TestRun } from '@playwright/test/reporter';
import { profileOf } from '../../harness/profile-of.ts';
import { environmentOf, settingsFrom } from '../../harness/settings.ts';
import { divided } from '../../harness/shard/division.ts';
import { sharesOf } from '../../harness/shard/shares.ts';
import { requirementOf } from '../records.ts';
import type { Part } from './part.ts';

/** What a reporter knows of its shard. */
export interface OwnShard {
  readonly division: Part['division'];
  /** Of more shards than there are files of checks, some have none. */
  readonly isEmpty: boolean;
}

/** The suite has the tests of all shards: those of other shards are excluded, and the processes of this one are told its share. */
export function takeShard(
  { current, total }: NonNullable<FullConfig['shard']>,
  suite: Suite,
  testRun: TestRun,
): OwnShard {
  testRun.skipSharding();
  const files = suite.suites.flatMap((project) => project.suites);
  const shards = divided(
    files.map((file) => ({ name: nameOf(file), checks: file.allTests() })),
    total,
  );
  const tests: readonly TestCase[][] = shards.map((own) => own.flatMap(({ checks }) => checks));
  for (const [index, others] of tests.entries()) if (index + 1 !== current) others.forEach(testRun.exclude, testRun);
  const settings = settingsFrom(process.env);
  // When tests are only listed, nothing was prepared.
  const share = settings.prepared ? sharesOf(profileOf(settings).allow, shards)[current - 1] : undefined;
  Object.assign(process.env, environmentOf({ ...settings, shard: `${current}/${total}`, ...(share && { share }) }));
  return { division: tests.map((each) => each.map(requirementOf)), isEmpty: tests[current - 1]?.length === 0 };
}

const nameOf = ({ title }: Suite): string => title.replaceAll('\\', '/').replace(/\.spec\.[jt]s$/, '');
