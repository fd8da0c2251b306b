// Makes checks tests of Playwright, with one workspace for each of its processes.
import { mergeTests, type TestDetails, type TestInfo } from '@playwright/test';
import { areaOf, type RequirementId, requirementById, select } from '../../contract/requirements.ts';
import { calledFrom } from '../declare/called-from.ts';
import { type Declaration, type Register, titleOf } from '../declare/declaration.ts';
import { isSelected } from '../declare/selection.ts';
import { awaitResult, type LaneResult } from '../lanes/results.ts';
import { type TimeLimit, timeLimit } from '../lanes/time-limit.ts';
import { resultsPath } from '../paths.ts';
import { picturesOf } from '../pictures.ts';
import {
  findingAttachment,
  type ReportedFinding,
  recordAttachment,
  type TestRecord,
  waitAttachment,
  waitsForCode,
} from '../record.ts';
import { isQuietFile, longestCheck, settingsFrom } from '../settings.ts';
import type { Tried } from './confirmation.ts';
import { type Ending, endingIn } from './ending.ts';
import { examine, type Surroundings } from './examination.ts';
import { openSeat, type Seat } from './seat.ts';
import { howToRepeat } from './shown.ts';
import { aloneWithTimeToSpare } from './turns.ts';

/** Does the check of a test, or returns the result of the lane that did it. */
type Examined = (declared: Declaration) => Promise<Pick<Tried, 'record' | 'ending'>>;

/**
 * `mergeTests()` gives a test without fixtures. The runner's own `test` would prepare a browser's context for each check, which costs a
 * sixth more processor time although no check opens a page.
 */
const test = mergeTests().extend<{ ahead: LaneResult; examined: Examined }, { seat: Seat }>({
  seat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const seat = openSeat(settings, { waitingForCode });
      await use(seat);
      await seat.leave();
    },
    { scope: 'worker' },
  ],
  // Without a time-out, because the lane limits the time of its check. A test that is repeated does its check itself.
  ahead: [
    async ({ seat }, use, { titlePath: [file = '', title = ''], retry, repeatEachIndex }) => {
      const isAhead = settings.ahead && !isQuietFile(file) && retry === 0 && repeatEachIndex === 0;
      // The lanes begin when the process of the quiet checks has ended its turn.
      if (isAhead) await seat.leave();
      await use(isAhead ? await awaitResult(resultsPath(settings.out), { file, title }) : { kind: 'left' });
    },
    { timeout: 0 },
  ],
  // A fixture of its own, so that waiting for a turn does not count as time of the check.
  examined: [
    async ({ ahead, seat }, use, { titlePath: [file = ''] }) => {
      if (isEndingRun) await untilStopped();
      if (ahead.kind === 'done') return use(async () => ({ record: ahead.record, ending: endingIn(ahead.record) }));
      const isQuiet = isQuietFile(file);
      const { turns } = seat;
      const workspace = await seat.workspace(isQuiet);
      const byItself =
        (alone: Surroundings['alone']): Examined =>
        (declared) =>
          examine(declared, workspace, { isQuiet, alone, inTime: limitOfCheck().inTime, onFinding: tellFinding });
      if (isQuiet) return use(byItself(async () => true));
      await turns.beside();
      await use(byItself(() => aloneWithTimeToSpare(turns)));
      turns.leave();
    },
    { timeout: 0 },
  ],
});

const settings = settingsFrom(process.env);

type TestBody = (given: { examined: Examined }, testInfo: TestInfo) => Promise<void>;

function check(declared: Declaration): void {
  const { id, place } = declared;
  if (!isSelected(id, settings.only)) return;
  const { level } = requirementById(id);
  const details = {
    tag: [`@${areaOf(id)}`, `@${level}`],
    annotation: { type: 'requirement', description: id },
  };
  const body: TestBody = async ({ examined }, testInfo) => {
    const { record, ending } = await examined(declared);
    noteEnd(record.findings);
    attached(testInfo, recordAttachment, 'application/json', JSON.stringify(record));
    for (const [name, picture] of picturesOf(record)) attached(testInfo, name, 'image/svg+xml', picture);
    settle(record, ending, testInfo);
  };
  calledFrom<[string, TestDetails, TestBody]>(place, test, titleOf(declared), details, body);
}

/** The runner's own `attach` makes a folder for each test, and removing hundreds of them took half a second at the end of a run. */
const attached = ({ attachments }: TestInfo, name: string, contentType: string, body: string): void =>
  void attachments.push({ name, contentType, body: Buffer.from(body) });

export const playwrightTests: Register = {
  check,
  oneAfterAnother: () => test.describe.configure({ mode: 'default' }),
};

/**
 * This process has found a failure that ends a run with --fail-fast. Until the runner stops it, it begins no further check, which would
 * change things at the target in vain.
 */
let isEndingRun = false;

const untilStopped = (): Promise<never> => new Promise(() => {});

function noteEnd(findings: readonly ReportedFinding[]): void {
  isEndingRun ||= settings.failFast === true && findings.some(({ requirement }) => endsRun(requirement));
}

const endsRun = (id: RequirementId): boolean =>
  requirementById(id).level === 'must' &&
  select(settings.only).chosen.some((asked) => asked.id === id) &&
  !settings.accepted?.some(({ requirement, verdict = 'fail' }) => requirement === id && verdict === 'fail');

/** What this process has told already, so that nothing is told twice. */
const told = new Set<string>();

function tell(name: string, about: string, body: unknown): void {
  if (!told.has(about)) void test.info().attach(name, { body: JSON.stringify(body), contentType: 'application/json' });
  told.add(about);
}

/** Tells a broken must at once, because the check may still take long. */
function tellFinding(finding: ReportedFinding): void {
  const { requirement } = finding;
  noteEnd([finding]);
  if (requirementById(requirement).level === 'must') tell(findingAttachment, requirement, finding);
}

/** The time limit of the check under way, so that waiting for a code can extend it. Module state: a process does one check at a time. */
let limit: TimeLimit | undefined;

function limitOfCheck(): TimeLimit {
  limit = timeLimit(longestCheck(settings));
  return limit;
}

function waitingForCode(user: string, milliseconds: number): void {
  const info = test.info();
  // A time-out of 0 means that there is none.
  limit?.extend(milliseconds);
  if (info.timeout > 0) info.setTimeout(info.timeout + milliseconds);
  tell(waitAttachment, user, waitsForCode(user));
}

/**
 * Makes the test red, green or skipped, as the record says. Only a broken must is red; other departures are annotations of a green
 * test.
 */
function settle({ outcome, findings, requirement: id }: TestRecord, ending: Ending, testInfo: TestInfo): void {
  if (outcome.kind === 'untested') testInfo.skip(true, outcome.missing);
  const own = findings.find((finding) => finding.requirement === id);
  if (ending.kind === 'threw' && (outcome.kind === 'error' || own === undefined)) throw ending.error;
  if (own === undefined) return;
  const lines = [`expected  ${own.expected}`, `got       ${own.got}`, ...(own.shown ? howToRepeat(own.shown) : [])];
  if (requirementById(id).level === 'must') throw broken(lines.join('\n'), testInfo);
  testInfo.annotations.push({ type: 'not followed', description: lines.join('\n') });
}

/** An error whose stack has only the place of the check, because the frames of the harness tell the reader nothing. */
function broken(message: string, { file, line, column }: TestInfo): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${file}:${line}:${column}`;
  return error;
}
