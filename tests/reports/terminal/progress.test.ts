import { spawn } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { Estimate } from '../../../reports/terminal/progress/estimate.ts';
import {
  createProgress,
  type Screen,
  type TestDone,
  type VerdictSoFar,
} from '../../../reports/terminal/progress/progress.ts';
import { failedItself, held, untested } from '../verdicts.ts';

interface Written extends Screen {
  readonly text: () => string;
  readonly writes: readonly string[];
}

function screen(size: { isTTY?: boolean; columns?: number; rows?: number } = {}): Written {
  const writes: string[] = [];
  return { ...size, writes, write: (text) => writes.push(text), text: () => writes.join('') };
}

const plain = { NO_COLOR: '1' };
const terminal = { isTTY: true, columns: 80, rows: 24 };

const done = (id: string, kind: 'held' | 'broken'): TestDone => ({ ...held(id), outcome: { kind } });
const standing = (id: string, verdict: VerdictSoFar['verdict']): readonly VerdictSoFar[] => [{ id, verdict }];

/** What a terminal shows after these writes; knows only the sequences that the display uses. */
function shownBy(text: string): readonly string[] {
  const lines: string[] = [''];
  let row = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  for (const [part, count, command] of text.matchAll(/\u001b\[\??(\d*)([A-Za-z])|\n|\r|[^\u001b\n\r]+/g)) {
    if (part === '\n') row += 1;
    else if (command === 'A') row -= Number(count);
    else if (command === 'K') lines[row] = lines[row] ?? '';
    else if (command === 'J') lines.length = row;
    else if (command === undefined && part !== '\r') lines[row] = part;
  }
  return lines.filter((line) => line !== '');
}

test('in a log each area is one line, when its last test is done', () => {
  const log = screen();
  const progress = createProgress(log);

  progress.begin(['CARD-01', 'CARD-02', 'SESS-01']);
  progress.record(done('CARD-01', 'held'), standing('CARD-01', 'pass'));
  expect(log.text()).toBe('');
  progress.record(done('CARD-02', 'broken'), standing('CARD-02', 'fail'));
  progress.record({ ...held('SESS-01'), exchanges: 1200 }, standing('SESS-01', 'pass'));
  progress.end([]);

  expect(log.text()).toBe('Cards: 2 tests, 1 broken, 2 exchanges\nSessions: 1 test, 1,200 exchanges\n');
});

test('in a log an area that did not come to its end says so', () => {
  const log = screen();
  const progress = createProgress(log);

  progress.begin(['CARD-01', 'CARD-02', 'SESS-01']);
  progress.record(failedItself('CARD-01', 'why'), standing('CARD-01', 'error'));
  progress.end([]);

  expect(log.text()).toBe(
    'Sessions: stopped after 0 of 1 test, 0 exchanges\nCards: stopped after 1 of 2 tests, 1 error, 1 exchange\n',
  );
});

test('in a terminal the last line names what is under way', () => {
  const tty = screen(terminal);
  const progress = createProgress(tty, plain);

  progress.begin(['CARD-01', 'CARD-02', 'SESS-01']);
  for (const id of ['CARD-01', 'SESS-01']) progress.start(id);
  progress.record(done('CARD-01', 'held'), standing('CARD-01', 'pass'));
  progress.end([]);

  expect(shownBy(tty.text()).at(-1)).toMatch(/^1 of 3 tests · 1 exchange · 1\/s · 0:00 · SESS-01$/);
});

test('what is left is told by the pace of the last half minute, once there is one', () => {
  const estimate = new Estimate(0);
  for (let at = 1_000; at <= 60_000; at += 1_000) estimate.note(at);

  expect(new Estimate(0).left(100, 60_000)).toBeUndefined();
  expect(estimate.left(0, 60_000)).toBeUndefined();
  expect(estimate.left(40, 60_000)).toBe('about 40 s left');
  expect(estimate.left(300, 60_000)).toBe('about 5 min left');
});

test('nothing is said of what is left while the first checks take their time', () => {
  const estimate = new Estimate(0);
  for (let at = 1_000; at <= 5_000; at += 1_000) estimate.note(at);

  expect(estimate.left(100, 6_000)).toBeUndefined();
});

test('in a terminal each area is a row of marks in place, with a line for the whole', () => {
  const tty = screen(terminal);
  const progress = createProgress(tty, plain);

  progress.begin(['CARD-01', 'CARD-02', 'CARD-03', 'SESS-01']);
  progress.record(done('CARD-01', 'held'), standing('CARD-01', 'pass'));
  progress.record(done('CARD-02', 'broken'), standing('CARD-02', 'fail'));
  progress.record(untested('SESS-01', 'no user'), standing('SESS-01', 'untested'));
  progress.end([]);

  const lines = shownBy(tty.text());
  expect(lines.slice(0, 2)).toEqual([
    'Sessions                 1/1  □  1 untested',
    'Cards                    2/3  ■✗·  1 broken',
  ]);
  expect(lines[2]).toMatch(/^3 of 4 tests · 3 exchanges · 3\/s · 0:00$/);
});

test('what is counted as broken is what the verdict counts: musts, and no advice', () => {
  const tty = screen(terminal);
  const progress = createProgress(tty, plain);

  progress.begin(['CARD-01', 'CARD-02', 'CARD-03']);
  progress.record(done('CARD-01', 'broken'), standing('CARD-01', 'advice'));
  progress.record(done('CARD-02', 'broken'), [
    ...standing('CARD-02', 'fail'),
    ...standing('CARD-40', 'fail'),
    ...standing('SESS-02', 'fail'),
  ]);
  progress.record(done('CARD-03', 'broken'), [
    { id: 'CARD-03', verdict: 'fail', accepted: { reason: 'r', owner: 'o', until: '2030-01-01' } },
  ]);
  progress.end(standing('CARD-41', 'untested'));

  expect(shownBy(tty.text()).slice(0, 2)).toEqual([
    'Cards                    3/3  !✗!  2 broken, 1 untested, 1 advice',
    'Sessions                 0/0    1 broken',
  ]);
});

test('what is told stays above the picture in a terminal, and stands in a log where it was told', () => {
  const [tty, log] = [screen(terminal), screen()];
  for (const each of [tty, log]) {
    const progress = createProgress(each, plain);
    progress.begin(['CARD-01', 'CARD-02']);
    progress.record(done('CARD-01', 'broken'), standing('CARD-01', 'fail'));
    progress.tell(['✗ CARD-01  what it says', '    got       something else']);
    progress.record(done('CARD-02', 'held'), standing('CARD-02', 'pass'));
    progress.end([]);
  }

  expect(shownBy(tty.text()).slice(0, 3)).toEqual([
    '✗ CARD-01  what it says',
    '    got       something else',
    'Cards                    2/2  ✗■  1 broken',
  ]);
  expect(log.text().split('\n').slice(0, 3)).toEqual([
    '✗ CARD-01  what it says',
    '    got       something else',
    'Cards: 2 tests, 1 broken, 2 exchanges',
  ]);
});

test('a terminal that only prints is written to like a log', () => {
  const tty = screen(terminal);
  const progress = createProgress(tty, { TERM: 'dumb' });

  progress.begin(['CARD-01']);
  progress.record(done('CARD-01', 'held'), standing('CARD-01', 'pass'));
  progress.end([]);

  expect(tty.text()).toBe('Cards: 1 test, 1 exchange\n');
});

test('no line is wider than the terminal, however many tests there are', () => {
  const tty = screen({ ...terminal, columns: 50 });
  const progress = createProgress(tty, plain);
  const planned = Array.from({ length: 400 }, (_, index) => `CARD-${index + 1}`);

  progress.begin(planned);
  for (const [index, id] of planned.slice(0, 200).entries()) {
    const isBroken = index === 7;
    progress.record(done(id, isBroken ? 'broken' : 'held'), standing(id, isBroken ? 'fail' : 'pass'));
  }
  progress.end([]);

  const lines = shownBy(tty.text());
  expect(lines.every((line) => [...line].length < 50)).toBe(true);
  expect(lines[0]).toContain('✗');
  expect(lines[0]).toMatch(/200\/400 {2}\S+ {2}1 broken$/);
});

test('a terminal that is too low for all areas shows the whole in one line', () => {
  const tty = screen({ ...terminal, rows: 3 });
  const progress = createProgress(tty, plain);

  progress.begin(['CARD-01', 'SESS-01']);
  progress.end([]);

  expect(shownBy(tty.text())).toHaveLength(1);
});

test('many events are few repaints', async () => {
  const tty = screen(terminal);
  const progress = createProgress(tty, plain);
  const planned = Array.from({ length: 300 }, (_, index) => `CARD-${index + 1}`);

  progress.begin(planned);
  for (const id of planned) progress.record(done(id, 'held'), standing(id, 'pass'));
  progress.end([]);

  // Hide the cursor, paint the first picture, paint the last one, show the cursor.
  expect(tty.writes).toHaveLength(4);
});

test('the cursor is hidden during the run and shown after it, and nothing listens any more', () => {
  const before = process.listenerCount('SIGINT');
  const tty = screen(terminal);
  const progress = createProgress(tty, plain);

  progress.begin(['CARD-01']);
  progress.end([]);

  expect(tty.writes[0]).toBe('\u001b[?25l');
  expect(tty.writes.at(-1)).toBe('\u001b[?25h');
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('an interrupted process shows the cursor again and ends by the signal', async () => {
  const progress = new URL('../../../dist/reports/terminal/progress/progress.js', import.meta.url).href;
  const program = `
    import { createProgress } from '${progress}';
    Object.assign(process.stdout, { isTTY: true, columns: 80, rows: 24 });
    createProgress(process.stdout, { NO_COLOR: '1' }).begin(['CARD-01']);
    setTimeout(() => {}, 30_000);`;

  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.includes('0 of 1 test')) child.kill('SIGINT');
  });

  expect(await ended).toBe('SIGINT');
  expect(output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(output.lastIndexOf('\u001b[?25l'));
});
