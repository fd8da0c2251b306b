// Divides the tests of a run among its shards.
import type { Suite, TestCase } from '@playwright/test/reporter';
import { type CheckFile, divided } from '../../harness/shard/division.ts';

/** The tests of each shard, by the files that declare them. */
export const dividedTests = (suite: Suite, count: number): readonly (readonly CheckFile<TestCase>[])[] =>
  divided(
    suite.suites.flatMap((project) => project.suites).map((file) => ({ name: nameOf(file), checks: file.allTests() })),
    count,
  );

const nameOf = ({ title }: Suite): string => title.replaceAll('\\', '/').replace(/\.spec\.[jt]s$/, '');
