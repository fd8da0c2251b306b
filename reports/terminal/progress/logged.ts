// The progress of a run in a log: one line per area, when its last test is done.
import { counted, number } from '../../verdict/wording.ts';
import { type AreaCount, AreaCounts, type TestDone, type VerdictSoFar } from './area-counts.ts';
import type { Progress, Screen } from './display.ts';

export class LoggedProgress implements Progress {
  readonly #screen: Screen;
  #counts = new AreaCounts([]);

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  begin(planned: readonly string[]): void {
    this.#counts = new AreaCounts(planned);
  }

  /** A log line is written when tests end, so their start is not noted. */
  start(): void {}

  record(test: TestDone, verdicts: readonly VerdictSoFar[]): void {
    const areaCount = this.#counts.add(test, verdicts);
    if (areaCount.marks.length === areaCount.planned) this.#report(areaCount, counted(areaCount.planned, 'test'));
  }

  tell(lines: readonly string[], verdicts: readonly VerdictSoFar[] = []): void {
    this.#counts.set(verdicts);
    this.#screen.write(`${lines.join('\n')}\n`);
  }

  end(): void {
    for (const areaCount of this.#counts.all.filter(({ marks, planned }) => marks.length < planned)) {
      this.#report(
        areaCount,
        `stopped after ${number(areaCount.marks.length)} of ${counted(areaCount.planned, 'test')}`,
      );
    }
  }

  #report({ area, troubles, exchanges }: AreaCount, extent: string): void {
    const parts = [extent, ...troubles.map(({ text }) => text), counted(exchanges, 'exchange')];
    this.#screen.write(`${area.name}: ${parts.join(', ')}\n`);
  }
}
