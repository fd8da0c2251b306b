// Playwright's reporter of a run: shows its progress, gathers the records of its tests, and writes the verdict.
import { rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestRun,
} from '@playwright/test/reporter';
import type { RequirementId } from '../contract/requirements.ts';
import { turnsPath } from '../harness/paths.ts';
import { profileOf } from '../harness/profile-of.ts';
import { recordAttachment, type TestRecord } from '../harness/record.ts';
import { environmentOf, quiet, type Settings, settingsFrom } from '../harness/settings.ts';
import { sharesOf } from '../harness/shard/shares.ts';
import { changedSince } from '../subject/stated/expected-build.ts';
import { reportFolder } from './folder.ts';
import { verdictOn } from './run-verdict.ts';
import { dividedTests } from './shards/dividing.ts';
import { type Part, writePart } from './shards/part.ts';
import { lookOf } from './terminal/look.ts';
import { createProgress, type Progress } from './terminal/progress.ts';
import { summary } from './terminal/terminal.ts';
import { watchMachine } from './verdict/disturbance.ts';
import { factsOf } from './verdict/facts.ts';
import type { Verdict } from './verdict/verdict.ts';
import { writeReport } from './write.ts';

export default class AssayReporter implements Reporter {
  readonly #startedAt = new Date();
  readonly #machine = watchMachine();
  readonly #records: TestRecord[] = [];
  /** Of the checks that conclude from time and load. */
  #delay = 0;
  readonly #troubles: string[] = [];
  /** Of a shard: the requirements of all shards' checks, and whether it has any itself. */
  #division: Part['division'] = [];
  #isEmptyShard = false;
  #progress: Progress | undefined;

  /** The suite is that of all shards. What other shards do is taken out, and the processes of this one are told its share. */
  async preprocess({ config, suite, testRun }: { config: FullConfig; suite: Suite; testRun: TestRun }): Promise<void> {
    if (config.shard === null) return;
    const { current, total } = config.shard;
    testRun.skipSharding();
    const shards = dividedTests(suite, total);
    const tests = shards.map((files) => files.flatMap(({ checks }) => checks));
    for (const [index, others] of tests.entries()) if (index + 1 !== current) others.forEach(testRun.exclude, testRun);
    this.#division = tests.map((each) => each.map(requirementOf));
    this.#isEmptyShard = tests[current - 1]?.length === 0;
    const settings = settingsFrom(process.env);
    // Who only lists the tests has prepared nothing.
    const share = settings.prepared ? sharesOf(profileOf(settings).allow, shards)[current - 1] : undefined;
    Object.assign(process.env, environmentOf({ ...settings, shard: `${current}/${total}`, ...(share && { share }) }));
  }

  onBegin(_config: unknown, suite: Suite): void {
    if (settingsFrom(process.env).prints !== undefined) return;
    this.#progress = createProgress(process.stdout);
    this.#progress.begin(suite.allTests().map(requirementOf));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const record = recordOf(test, result);
    this.#records.push(record);
    if (test.parent.project()?.name === quiet) this.#delay = Math.max(this.#delay, record.delay);
    this.#progress?.record(record);
  }

  /** What goes wrong outside of a test is the suite's or the machine's doing, never the target's. */
  onError(error: TestError): void {
    this.#troubles.push(plain(error.message ?? String(error.value)));
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#progress?.end();
    const settings = settingsFrom(process.env);
    const trouble = this.#trouble(result.status) ?? (await changedBuild(settings));
    const part: Part = {
      facts: { ...factsOf(settings, this.#startedAt), disturbance: this.#machine(this.#delay) },
      division: this.#division,
      records: this.#records,
      deviations: settings.accepted ?? [],
      ...(trouble !== undefined && { trouble }),
    };
    const verdict = verdictOn(part, settings);
    rmSync(turnsPath(settings.out), { recursive: true, force: true });
    if (settings.shard !== undefined) writePart(reportFolder(settings.out).shard, part);
    writeReport(settings.out, verdict, this.#records);
    this.#print(verdict, settings);
    return { status: verdict.status === 'passed' || verdict.status === 'accepted' ? 'passed' : 'failed' };
  }

  printsToStdio(): boolean {
    return true;
  }

  #trouble(status: FullResult['status']): string | undefined {
    if (this.#troubles.length > 0) return this.#troubles.join('\n');
    if (status === 'interrupted') return 'the run was interrupted';
    if (this.#records.length === 0 && !this.#isEmptyShard) return 'no check was run';
    return undefined;
  }

  #print(verdict: Verdict, { out, prints }: Settings): void {
    if (prints === 'nothing') return;
    const look = { ...lookOf(process.stdout), report: reportFolder(out).page };
    process.stdout.write(`${summary(verdict, look)}\n`);
  }
}

function recordOf(test: TestCase, result: TestResult): TestRecord {
  const attached = result.attachments.find(({ name }) => name === recordAttachment)?.body;
  if (attached) return JSON.parse(attached.toString('utf8')) as TestRecord;
  return {
    requirement: requirementOf(test),
    outcome: { kind: 'error', message: withoutRecord(result) },
    findings: [],
    observations: [],
    checked: {},
    exchanges: 0,
    resent: 0,
    delay: 0,
    waits: 0,
  };
}

/** Asked only where the target tells its build: of any other run the profile is of no interest any more. */
const changedBuild = async (settings: Settings): Promise<string | undefined> =>
  settings.build?.origin === 'echoed' ? changedSince(profileOf(settings), settings.build) : undefined;

const requirementOf = (test: TestCase): RequirementId =>
  test.annotations.find(({ type }) => type === 'requirement')?.description as RequirementId;

function withoutRecord({ status, errors }: TestResult): string {
  if (status === 'timedOut') return 'the check did not end in its time';
  if (status === 'interrupted') return 'the run was interrupted before the check ended';
  return plain(errors[0]?.message ?? `the check ended as ${status} and left no record`);
}

/** Playwright colours its messages whatever the terminal. */
const plain = stripVTControlCharacters;
