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
   * Starts the lanes. To be called when a test has begun: processes that start together with those of the runner would delay the first
   * check, for which all others wait.
   */
  begin(): void {
    this.#lanes.begin();
  }

  /** Whether this try of a test takes the result of its check from a lane; other tries do the check themselves. */
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
