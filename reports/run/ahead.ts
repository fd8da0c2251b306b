// The tests of the runner whose checks are done in lanes, ahead of them.
import type { TestCase } from '@playwright/test/reporter';
import { type Lanes, type Listener, lanesFor, type Planned } from '../../harness/lanes/lanes.ts';
import { longestFirst } from '../../harness/lanes/longest.ts';
import type { TestRecord } from '../../harness/record.ts';
import type { Settings } from '../../harness/settings.ts';
import { cutOff, neverBegun, requirementOf } from '../records.ts';

export class Ahead {
  readonly #tests: readonly TestCase[];
  readonly #lanes: Lanes;

  constructor(settings: Settings, tests: readonly TestCase[], listener: Listener) {
    this.#tests = tests.filter(({ repeatEachIndex }) => repeatEachIndex === 0);
    this.#lanes = lanesFor(settings, longestFirst(this.#tests.map(plannedAs)), listener);
  }

  /**
   * Once a test has begun: processes that load while those of the runner do would make the first check, which all others wait for, begin
   * later.
   */
  begin(): void {
    this.#lanes.begin();
  }

  /** Whether what came of this try of a test is what came of its check in a lane; other tries do the check by themselves. */
  does(test: TestCase, retry: number): boolean {
    const stage = this.#lanes.stageOf(plannedAs(test));
    return stage !== undefined && stage !== 'left' && retry === 0 && test.repeatEachIndex === 0;
  }

  /** Records of the checks that have not ended. */
  undone(): readonly TestRecord[] {
    return this.#tests.flatMap((test) => {
      const check = plannedAs(test);
      const stage = this.#lanes.stageOf(check);
      if (stage === 'begun') return [cutOff(test, this.#lanes.foundIn(check))];
      return stage === 'waiting' ? [neverBegun(test)] : [];
    });
  }

  end(): Promise<void> {
    return this.#lanes.end();
  }
}

function plannedAs(test: TestCase): Planned {
  const [, , file = '', title = ''] = test.titlePath();
  return { file, title, requirement: requirementOf(test) };
}
