// The progress of a run in a log: one line per area, when its last test is done.
import { counted, number } from '../../verdict/wording.ts';
import type { Progress, Screen } from './display.ts';
import { type AreaTally, type Standing, Tallies, type TestDone } from './tally.ts';

export class LoggedProgress implements Progress {
  readonly #screen: Screen;
  #tallies = new Tallies([]);

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  begin(planned: readonly string[]): void {
    this.#tallies = new Tallies(planned);
  }

  /** A log line is written when tests end, so their start is not noted. */
  start(): void {}

  record(test: TestDone, standings: readonly Standing[]): void {
    const tally = this.#tallies.add(test, standings);
    if (tally.marks.length === tally.planned) this.#report(tally, counted(tally.planned, 'test'));
  }

  tell(lines: readonly string[], standings: readonly Standing[] = []): void {
    this.#tallies.set(standings);
    this.#screen.write(`${lines.join('\n')}\n`);
  }

  end(): void {
    for (const tally of this.#tallies.all.filter(({ marks, planned }) => marks.length < planned)) {
      this.#report(tally, `stopped after ${number(tally.marks.length)} of ${counted(tally.planned, 'test')}`);
    }
  }

  #report({ area, troubles, exchanges }: AreaTally, extent: string): void {
    const parts = [extent, ...troubles.map(({ text }) => text), counted(exchanges, 'exchange')];
    this.#screen.write(`${area.name}: ${parts.join(', ')}\n`);
  }
}
