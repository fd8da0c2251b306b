// What can be seen of a run while it goes on: rows of marks for a person, a line for each finished area in a log.
import type { TestOutcome, TestRecord } from '../../harness/record.ts';
import { type Area, areaOfId, byArea } from '../verdict/groups.ts';
import { counted, number } from '../verdict/wording.ts';
import { type Ink, inkFor, wantsColour } from './ink.ts';

/** `process.stdout`, or anything that is written to like it. */
export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export type TestDone = Pick<TestRecord, 'requirement' | 'outcome' | 'exchanges'>;

export interface Progress {
  /** Takes the requirement of each test that will run, one entry per test. */
  begin(planned: readonly string[]): void;
  record(test: TestDone): void;
  end(): void;
}

export const createProgress = (screen: Screen, colour = wantsColour(screen, process.env)): Progress =>
  screen.isTTY === true ? new LiveProgress(screen, inkFor(colour)) : new LoggedProgress(screen);

/** The tests of one area so far. */
interface Tally {
  readonly area: Area;
  readonly planned: number;
  readonly done: TestDone[];
}

class Tallies {
  readonly #areas = new Map<string, Tally>();

  constructor(planned: readonly string[]) {
    for (const { key, members } of byArea(planned.map((id) => ({ id })))) {
      this.#areas.set(key.code, { area: key, planned: members.length, done: [] });
    }
  }

  get all(): readonly Tally[] {
    return [...this.#areas.values()];
  }

  add(test: TestDone): Tally {
    const area = areaOfId(test.requirement);
    const tally = this.#areas.get(area.code) ?? { area, planned: 0, done: [] };
    this.#areas.set(area.code, tally);
    tally.done.push(test);
    return tally;
  }
}

/** For logs: one line per area, when its last test is done. */
class LoggedProgress implements Progress {
  readonly #screen: Screen;
  #tallies = new Tallies([]);

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  begin(planned: readonly string[]): void {
    this.#tallies = new Tallies(planned);
  }

  record(test: TestDone): void {
    const tally = this.#tallies.add(test);
    if (tally.done.length === tally.planned) this.#report(tally, counted(tally.planned, 'test'));
  }

  end(): void {
    for (const tally of this.#tallies.all.filter(({ done, planned }) => done.length < planned)) {
      this.#report(tally, `stopped after ${number(tally.done.length)} of ${counted(tally.planned, 'test')}`);
    }
  }

  #report({ area, done }: Tally, extent: string): void {
    const parts = [extent, ...troubles(done).map(({ text }) => text), counted(exchangesOf(done), 'exchange')];
    this.#screen.write(`${area.name}: ${parts.join(', ')}\n`);
  }
}

const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
// The terminal shows what is written between these two at once, if it knows them.
const beginFrame = '\u001b[?2026h';
const endFrame = '\u001b[?2026l';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';
const milliseconds = 100;
const rateSpan = 5_000;

/** For a person: repaints in place, at most ten times a second and only when something changed. */
class LiveProgress implements Progress {
  readonly #screen: Screen;
  readonly #ink: Ink;
  readonly #started = Date.now();
  #tallies = new Tallies([]);
  #recent: { at: number; exchanges: number }[] = [];
  #painted: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: Screen, ink: Ink) {
    this.#screen = screen;
    this.#ink = ink;
  }

  begin(planned: readonly string[]): void {
    this.#tallies = new Tallies(planned);
    this.#screen.write(hideCursor);
    process.once('exit', this.#restore);
    for (const signal of signals) process.on(signal, this.#interrupted);
    this.#paint();
    this.#timer = setInterval(() => this.#paint(), milliseconds).unref();
  }

  record(test: TestDone): void {
    this.#tallies.add(test);
    this.#recent.push({ at: Date.now(), exchanges: test.exchanges });
  }

  end(): void {
    clearInterval(this.#timer);
    this.#paint();
    this.#restore();
    process.off('exit', this.#restore);
    for (const signal of signals) process.off(signal, this.#interrupted);
  }

  readonly #restore = (): void => {
    this.#screen.write(showCursor);
  };

  /** Having a listener keeps the signal from ending the process, so where nobody else listens it is sent again. */
  readonly #interrupted = (signal: NodeJS.Signals): void => {
    this.end();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };

  #paint(): void {
    const lines = this.#lines();
    if (lines.join('\n') === this.#painted.join('\n')) return;
    const up = this.#painted.length === 0 ? '' : `\u001b[${this.#painted.length}A`;
    const body = lines.map((line) => `${line}${clearLine}\n`).join('');
    this.#screen.write(`${beginFrame}\r${up}${body}${clearBelow}${endFrame}`);
    this.#painted = lines;
  }

  #lines(): readonly string[] {
    const [columns, rows] = [this.#screen.columns || 80, this.#screen.rows || 24];
    const tallies = this.#tallies.all;
    // A picture that is higher than the screen cannot be repainted in place.
    const areas = tallies.length + 2 < rows ? tallies.map((tally) => areaLine(tally, columns, this.#ink)) : [];
    return [...areas, this.#totalLine(tallies, columns)];
  }

  #totalLine(tallies: readonly Tally[], columns: number): string {
    const done = tallies.flatMap((tally) => tally.done);
    const planned = tallies.reduce((sum, tally) => sum + tally.planned, 0);
    const now = Date.now();
    this.#recent = this.#recent.filter(({ at }) => at > now - rateSpan);
    const span = Math.max(1_000, Math.min(rateSpan, now - this.#started));
    const rate = this.#recent.reduce((sum, { exchanges }) => sum + exchanges, 0) / (span / 1_000);
    const parts = [
      `${number(done.length)} of ${counted(planned, 'test')}`,
      counted(exchangesOf(done), 'exchange'),
      `${number(Math.round(rate))}/s`,
      clock(now - this.#started),
    ];
    return this.#ink.dim(parts.join(' · ').slice(0, columns - 1));
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Mark = TestOutcome['kind'] | 'pending';

const marks: Readonly<Record<Mark, { readonly sign: string; readonly paint: keyof Ink }>> = {
  held: { sign: '■', paint: 'green' },
  broken: { sign: '✗', paint: 'red' },
  error: { sign: '!', paint: 'red' },
  untested: { sign: '□', paint: 'yellow' },
  pending: { sign: '·', paint: 'dim' },
};

/** The worst first: it is what a cell for several tests shows. */
const byGravity: readonly Mark[] = ['broken', 'error', 'untested', 'pending', 'held'];

const nameWidth = 20;

function areaLine({ area, planned, done }: Tally, columns: number, ink: Ink): string {
  const total = Math.max(planned, done.length);
  const outcomes = Array.from({ length: total }, (_, index): Mark => done[index]?.outcome.kind ?? 'pending');
  const count = `${done.length}/${total}`.padStart(8);
  const trouble = troubles(done);
  const words = trouble.map(({ text }) => text).join(', ');
  const room = Math.min(
    total,
    Math.max(0, columns - 3 - nameWidth - count.length - (words === '' ? 0 : words.length + 2)),
  );
  const cells = Array.from({ length: room }, (_, cell) => {
    const share = outcomes.slice(Math.floor((cell * total) / room), Math.floor(((cell + 1) * total) / room));
    return byGravity.find((mark) => share.includes(mark)) ?? 'pending';
  });
  const bar = cells.map((mark) => ink[marks[mark].paint](marks[mark].sign)).join('');
  const said = trouble.map(({ text, paint }) => ink[paint](text)).join(', ');
  return `${area.name.padEnd(nameWidth)}${ink.dim(count)}  ${bar}${said === '' ? '' : `  ${said}`}`;
}

const troubles = (done: readonly TestDone[]) =>
  (['broken', 'error', 'untested'] as const)
    .map((kind) => ({ kind, count: done.filter(({ outcome }) => outcome.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => ({
      text: kind === 'error' ? counted(count, 'error') : `${count} ${kind}`,
      paint: marks[kind].paint,
    }));

const exchangesOf = (done: readonly TestDone[]): number => done.reduce((sum, { exchanges }) => sum + exchanges, 0);

const clock = (elapsed: number): string => {
  const seconds = Math.floor(elapsed / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
