// Checks as tests of Playwright's, with one workspace for each of its processes.
import { mergeTests, type TestDetails, type TestInfo } from '@playwright/test';
import { areaOf, requirementById } from '../../contract/requirements.ts';
import { calledFrom } from '../declare/called-from.ts';
import type { Declaration, Register } from '../declare/declaration.ts';
import { isSelected } from '../declare/selection.ts';
import type { Progress } from '../equipment.ts';
import { turnsPath } from '../paths.ts';
import { picturesOf } from '../pictures.ts';
import { findingAttachment, recordAttachment, type TestRecord, waitAttachment } from '../record.ts';
import { quiet, settingsFrom } from '../settings.ts';
import type { Ending } from './ending.ts';
import { examine, type Surroundings } from './examination.ts';
import { howToRepeat } from './shown.ts';
import { openTurns, type Turns } from './turns.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** Milliseconds. A check that hangs must not keep another one from its verdict. */
const longestWaitForOthers = 90_000;

/**
 * Merged of no tests, it has no fixtures: not those of a browser, which the runner's `test` sets up and takes down for each check although
 * none opens a page. With them a quick run takes a sixth more processor time.
 */
const test = mergeTests().extend<
  { surroundings: Surroundings },
  { isQuiet: boolean; turns: Turns; workspace: Workspace }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  isQuiet: [async ({}, use, { project }) => use(project.name === quiet), { scope: 'worker' }],
  // The quiet checks are alone from the first to the last, so that nothing comes between two of them.
  turns: [
    async ({ isQuiet }, use) => {
      const turns = openTurns(turnsPath(settings.out));
      if (isQuiet) await turns.alone();
      await use(turns);
      turns.leave();
    },
    { scope: 'worker', timeout: 0 },
  ],
  workspace: [
    // The turn comes first: a session is opened when it is needed.
    async ({ turns: _ }, use) => {
      const workspace = openWorkspace(settings, told());
      await use(workspace);
      await workspace.close();
    },
    { scope: 'worker' },
  ],
  // A fixture of its own, since the time that a check waits for its turn is no time of the check.
  surroundings: [
    async ({ isQuiet, turns }, use) => {
      if (isQuiet) return use({ isQuiet, alone: async () => true });
      await turns.beside();
      await use({ isQuiet, alone: () => turns.alone(longestWaitForOthers) });
      turns.leave();
    },
    { timeout: 0 },
  ],
});

const settings = settingsFrom(process.env);

type TestBody = (given: { workspace: Workspace; surroundings: Surroundings }, testInfo: TestInfo) => Promise<void>;

function check(declared: Declaration): void {
  const { id, aspect, place } = declared;
  if (!isSelected(id, settings.only)) return;
  const { level, says } = requirementById(id);
  const details = {
    tag: [`@${areaOf(id)}`, `@${level}`],
    annotation: { type: 'requirement', description: id },
  };
  const title = `${id} ${says}${aspect ? ` (${aspect})` : ''}`;
  const body: TestBody = async ({ workspace, surroundings }, testInfo) => {
    const { record, ending } = await examine(declared, workspace, surroundings);
    await testInfo.attach(recordAttachment, { body: JSON.stringify(record), contentType: 'application/json' });
    for (const [name, body] of picturesOf(record)) await testInfo.attach(name, { body, contentType: 'image/svg+xml' });
    settle(record, ending, testInfo);
  };
  calledFrom<[string, TestDetails, TestBody]>(place, test, title, details, body);
}

export const playwrightTests: Register = {
  check,
  oneAfterAnother: () => test.describe.configure({ mode: 'default' }),
};

/**
 * A check may take long: so a must that it has found broken, and what it waits for, is told at once; each process tells each of
 * them once.
 */
function told(): Progress {
  const before = new Set<string>();
  const tell = (name: string, about: string, body: unknown) => {
    if (!before.has(about))
      void test.info().attach(name, { body: JSON.stringify(body), contentType: 'application/json' });
    before.add(about);
  };
  return {
    finding(finding) {
      const { requirement } = finding;
      if (requirementById(requirement).level === 'must') tell(findingAttachment, requirement, finding);
    },
    waitingForCode(user, milliseconds) {
      const info = test.info();
      // Waiting does not count as time of the check. A time-out of 0 means that there is none.
      if (info.timeout > 0) info.setTimeout(info.timeout + milliseconds);
      tell(
        waitAttachment,
        user,
        `The target takes each code of the ${user} user once: a confirmation waits for the next.`,
      );
    },
  };
}

/**
 * What Playwright shall make of the test: the record says more, but red, green and skipped must agree with it. Only a must is red;
 * other departures are told beside a green test.
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

/** An error whose stack is the place of the check alone: the frames of the harness tell the reader nothing. */
function broken(message: string, { file, line, column }: TestInfo): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${file}:${line}:${column}`;
  return error;
}
