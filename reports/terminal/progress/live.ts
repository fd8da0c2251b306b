// The progress of a run for a person: repaints in place, at most ten times a second and only when something changed.
import stringWidth from 'string-width';
import { counted, number } from '../../verdict/wording.ts';
import type { Ink } from '../ink.ts';
import { type AreaCount, AreaCounts, type TestDone, type TestMark, type VerdictSoFar } from './area-counts.ts';
import type { Progress, Screen } from './display.ts';
import { Estimate } from './estimate.ts';

const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
// A terminal that knows these sequences shows what is written between them all at once.
const beginFrame = '\u001b[?2026h';
const endFrame = '\u001b[?2026l';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';
const milliseconds = 100;
const rateSpan = 5_000;

export class LiveProgress implements Progress {
  readonly #screen: Screen;
  readonly #ink: Ink;
  readonly #started = Date.now();
  #counts = new AreaCounts([]);
  #recent: { at: number; exchanges: number }[] = [];
  readonly #estimate = new Estimate();
  #underWay: string[] = [];
  #painted: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: Screen, ink: Ink) {
    this.#screen = screen;
    this.#ink = ink;
  }

  begin(planned: readonly string[]): void {
    this.#counts = new AreaCounts(planned);
    this.#screen.write(hideCursor);
    process.once('exit', this.#restore);
    for (const signal of signals) process.on(signal, this.#interrupted);
    this.#paint();
    this.#timer = setInterval(() => this.#paint(), milliseconds).unref();
  }

  start(requirement: string): void {
    this.#underWay.push(requirement);
  }

  record(test: TestDone, verdicts: readonly VerdictSoFar[]): void {
    this.#counts.add(test, verdicts);
    this.#estimate.note();
    const place = this.#underWay.indexOf(test.requirement);
    if (place >= 0) this.#underWay.splice(place, 1);
    this.#recent.push({ at: Date.now(), exchanges: test.exchanges });
  }

  tell(lines: readonly string[], verdicts: readonly VerdictSoFar[] = []): void {
    this.#counts.set(verdicts);
    const picture = this.#lines();
    this.#replace([...lines, '', ...picture]);
    this.#painted = picture;
  }

  end(verdicts: readonly VerdictSoFar[] = []): void {
    clearInterval(this.#timer);
    this.#counts.set(verdicts);
    this.#paint();
    this.#restore();
    process.off('exit', this.#restore);
    for (const signal of signals) process.off(signal, this.#interrupted);
  }

  readonly #restore = (): void => {
    this.#screen.write(showCursor);
  };

  /** A listener keeps the signal from ending the process, so the signal is sent again when there is no other listener. */
  readonly #interrupted = (signal: NodeJS.Signals): void => {
    this.end();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };

  #paint(): void {
    const lines = this.#lines();
    if (lines.join('\n') === this.#painted.join('\n')) return;
    this.#replace(lines);
    this.#painted = lines;
  }

  /** Writes the new picture over the one on the screen. */
  #replace(lines: readonly string[]): void {
    const up = this.#painted.length === 0 ? '' : `\u001b[${this.#painted.length}A`;
    const body = lines.map((line) => `${line}${clearLine}\n`).join('');
    this.#screen.write(`${beginFrame}\r${up}${body}${clearBelow}${endFrame}`);
  }

  #lines(): readonly string[] {
    const [columns, rows] = [this.#screen.columns || 80, this.#screen.rows || 24];
    const counts = this.#counts.all;
    // A picture that is higher than the screen cannot be repainted in place.
    const areas = counts.length + 2 < rows ? counts.map((areaCount) => areaLine(areaCount, columns, this.#ink)) : [];
    return [...areas, this.#totalLine(counts, columns)];
  }

  #totalLine(counts: readonly AreaCount[], columns: number): string {
    const sum = (of: (areaCount: AreaCount) => number) => counts.reduce((total, areaCount) => total + of(areaCount), 0);
    const now = Date.now();
    this.#recent = this.#recent.filter(({ at }) => at > now - rateSpan);
    const span = Math.max(1_000, Math.min(rateSpan, now - this.#started));
    const rate = this.#recent.reduce((total, { exchanges }) => total + exchanges, 0) / (span / 1_000);
    const [done, planned] = [sum(({ marks }) => marks.length), sum(({ planned }) => planned)];
    const left = this.#estimate.left(planned - done, now);
    const parts = [
      `${number(done)} of ${counted(planned, 'test')}`,
      counted(
        sum(({ exchanges }) => exchanges),
        'exchange',
      ),
      `${number(Math.round(rate))}/s`,
      clock(now - this.#started),
      ...(left === undefined ? [] : [left]),
      // Names the tests under way, so that a run that seems to stand still shows what it waits for.
      ...(this.#underWay.length === 0 ? [] : [[...new Set(this.#underWay)].join(', ')]),
    ];
    return this.#ink.dim(parts.join(' · ').slice(0, columns - 1));
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const signs: Readonly<Record<TestMark | 'pending', { readonly sign: string; readonly paint: keyof Ink }>> = {
  held: { sign: '■', paint: 'green' },
  broken: { sign: '✗', paint: 'red' },
  error: { sign: '?', paint: 'red' },
  untested: { sign: '□', paint: 'yellow' },
  advice: { sign: '!', paint: 'yellow' },
  pending: { sign: '·', paint: 'dim' },
};

/** The worst first: a cell that stands for several tests shows the worst of them. */
const byGravity = ['broken', 'error', 'untested', 'advice', 'pending', 'held'] as const;

const nameWidth = 20;

function areaLine({ area, planned, marks, troubles }: AreaCount, columns: number, ink: Ink): string {
  const total = Math.max(planned, marks.length);
  const outcomes = Array.from({ length: total }, (_, index) => marks[index] ?? 'pending');
  const count = `${marks.length}/${total}`.padStart(8);
  const words = troubles.map(({ text }) => text).join(', ');
  const room = Math.min(
    total,
    Math.max(0, columns - 3 - nameWidth - count.length - (words === '' ? 0 : stringWidth(words) + 2)),
  );
  const cells = Array.from({ length: room }, (_, cell) => {
    const share = outcomes.slice(Math.floor((cell * total) / room), Math.floor(((cell + 1) * total) / room));
    return byGravity.find((mark) => share.includes(mark)) ?? 'pending';
  });
  const bar = cells.map((mark) => ink[signs[mark].paint](signs[mark].sign)).join('');
  const said = troubles.map(({ text, kind }) => ink[signs[kind].paint](text)).join(', ');
  return `${area.name.padEnd(nameWidth)}${ink.dim(count)}  ${bar}${said === '' ? '' : `  ${said}`}`;
}

const clock = (elapsed: number): string => {
  const seconds = Math.floor(elapsed / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
