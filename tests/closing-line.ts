// Playwright's reporter that prints the last line, which scripts read: how many tests passed and how many did not.
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

export default class ClosingLine implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Printed at the very end, after the lines of other reporters. */
  async onExit(): Promise<void> {
    const outcomes = (this.#suite?.allTests() ?? []).map((test) => test.outcome());
    const count = (...kinds: string[]) => outcomes.filter((outcome) => kinds.includes(outcome)).length;
    const skipped = count('skipped');
    const line = `${count('expected', 'flaky')} passed, ${count('unexpected')} failed`;
    process.stdout.write(`${line}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }

  onEnd(_result: FullResult): void {}

  printsToStdio(): boolean {
    return false;
  }
}
