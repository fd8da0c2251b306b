// Playwright's reporter of a run: shows its progress, gathers the records of its tests, and writes the verdict.
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestRun,
  TestStep,
} from '@playwright/test/reporter';
import { narrowedTo } from '../harness/declare/selection.ts';
import { partPath, turnsPath } from '../harness/paths.ts';
import { profileOf } from '../harness/profile-of.ts';
import { type ReportedFinding, type TestRecord, waitAttachment, waitsForCode } from '../harness/record.ts';
import { release, reserve } from '../harness/run/turns.ts';
import { environmentOf, hasBegun, isQuietFile, type Settings, settingsFrom } from '../harness/settings.ts';
import { changedSince } from '../subject/stated/expected-build.ts';
import { keepEvidence } from './evidence.ts';
import { clearWork, reportFolder } from './folder.ts';
import { bodiesOf, earlyIn, neverBegun, plain, recordOf, requirementOf } from './records.ts';
import { Ahead } from './run/ahead.ts';
import { Commentary } from './run/commentary.ts';
import { endInOrder, endWith, outliveTheReader } from './run/process.ts';
import { noSpaceIn } from './run/space.ts';
import { verdictOn } from './run-verdict.ts';
import { type OwnShard, takeShard } from './shards/dividing.ts';
import { type Part, writePart } from './shards/part.ts';
import { lookWithReport } from './terminal/look.ts';
import { summary } from './terminal/terminal.ts';
import { givenBy } from './untested/needs.ts';
import { watchMachine } from './verdict/disturbance.ts';
import { factsOf } from './verdict/facts.ts';
import type { Verdict } from './verdict/verdict.ts';
import { counted } from './verdict/wording.ts';
import { writeReport } from './write.ts';

const isQuiet = (test: TestCase): boolean => isQuietFile(test.titlePath()[2] ?? '');

export default class AssayReporter implements Reporter {
  readonly #startedAt = new Date();
  readonly #machine = watchMachine();
  readonly #records: TestRecord[] = [];
  /** The longest delay while checks judged time and load. */
  #delay = 0;
  readonly #troubles: string[] = [];
  #shard: OwnShard = { division: [], isEmpty: false };
  #planned: readonly TestCase[] = [];
  #settings = settingsFrom(process.env);
  #commentary: Commentary | undefined;
  #endedEarly = false;
  #ahead: Ahead | undefined;
  #noSpace: string | undefined;

  async preprocess({ config, suite, testRun }: { config: FullConfig; suite: Suite; testRun: TestRun }): Promise<void> {
    if (config.shard !== null) this.#shard = takeShard(config.shard, suite, testRun);
  }

  onBegin(_config: unknown, suite: Suite): void {
    outliveTheReader();
    this.#planned = suite.allTests();
    if (!hasBegun(process.env)) return;
    this.#settings = asChosen(settingsFrom(process.env), this.#planned);
    const settings = this.#settings;
    if (settings.starter !== undefined) endWith(settings.starter);
    endInOrder();
    if (this.#planned.some(isQuiet)) reserve(turnsPath(settings.out));
    this.#commentary = new Commentary(settings, this.#planned.map(requirementOf));
    this.#planLanes(settings);
  }

  #planLanes(settings: Settings): void {
    const chapters = this.#planned.filter((test) => !isQuiet(test));
    if (settings.lanes === undefined || chapters.length === 0) return;
    // Read by the processes of the runner, which start later.
    Object.assign(process.env, environmentOf({ ...settings, ahead: true }));
    this.#ahead = new Ahead(settings, chapters, {
      begun: ({ requirement }) => this.#commentary?.start(requirement),
      found: (finding) => this.#early([finding]),
      waits: (user) => this.#commentary?.wait(waitsForCode(user)),
      done: (record) => this.#enter(record),
      failed: (error) => {
        this.#unwritten(error);
        this.#endEarly();
      },
      unwritten: (error) => this.#unwritten(error),
    });
  }

  onTestBegin(test: TestCase, { retry }: TestResult): void {
    this.#ahead?.begin();
    if (!this.#ahead?.does(test, retry)) this.#commentary?.start(requirementOf(test));
  }

  /** A check may tell findings before it ends. */
  onStepEnd(_test: TestCase, _result: TestResult, { attachments }: TestStep): void {
    for (const line of bodiesOf<string>(waitAttachment, { attachments })) this.#commentary?.wait(line);
    this.#early(earlyIn({ attachments }));
  }

  #early(findings: readonly ReportedFinding[]): void {
    if (this.#commentary?.early(findings) && this.#settings.failFast) this.#endEarly();
  }

  /** What came of a check that was done ahead has been entered then. */
  onTestEnd(test: TestCase, result: TestResult): void {
    if (this.#ahead?.does(test, result.retry)) return;
    const took = { startedAt: result.startTime.getTime(), milliseconds: result.duration };
    const record: TestRecord = { ...recordOf(test, result), took };
    if (isQuiet(test)) {
      this.#delay = Math.max(this.#delay, record.delay);
      // The quiet process has had its turn, or could not start.
      release(turnsPath(this.#settings.out));
    }
    this.#enter(record);
  }

  #enter(record: TestRecord): void {
    this.#records.push(record);
    if (this.#commentary?.record(record) && this.#settings.failFast) this.#endEarly();
    if (record.outcome.kind !== 'error') return;
    this.#noSpace ??= noSpaceIn(record.outcome.message);
    if (this.#noSpace !== undefined) this.#endEarly();
  }

  #unwritten({ message }: Error): void {
    this.#noSpace ??= noSpaceIn(message);
    this.onError({ message });
  }

  /** Sends the signal of Ctrl-C, by which the runner stops the checks that are under way and begins no more. */
  #endEarly(): void {
    if (!this.#endedEarly) process.kill(process.pid, 'SIGINT');
    this.#endedEarly = true;
  }

  /** An error outside of a test is caused by the suite or the machine, never by the target. */
  onError(error: TestError): void {
    this.#troubles.push(plain(error.message ?? String(error.value)));
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    if (!hasBegun(process.env)) {
      if (this.#troubles.length > 0) process.stderr.write(`${this.#troubles.join('\n')}\n`);
      else process.stdout.write(listing(this.#planned));
      return { status: result.status };
    }
    await this.#ahead?.end();
    const settings = this.#settings;
    const trouble = this.#trouble(result.status) ?? (await changedBuild(settings));
    const part: Part = {
      facts: { ...factsOf(settings, this.#startedAt), disturbance: this.#machine(this.#delay) },
      division: this.#shard.division,
      records: [
        ...this.#records,
        ...(this.#ahead?.undone() ?? []),
        ...this.#planned.filter((test) => test.results.length === 0 && !this.#ahead?.does(test, 0)).map(neverBegun),
      ],
      deviations: settings.accepted ?? [],
      given: settings.prepared ? givenBy(profileOf(settings)) : [],
      ...(trouble !== undefined && { trouble }),
    };
    const verdict = verdictOn(part, settings);
    this.#commentary?.end(verdict.requirements);
    // Own specs run afterwards and draw on the same allowance, whose files are therefore kept.
    if (settings.specs === undefined) clearWork(settings.out);
    else writePart(partPath(settings.out), part);
    if (settings.shard !== undefined) writePart(reportFolder(settings.out).shard, part);
    // Printed before it is written, so that the verdict is seen even when it cannot be stored.
    this.#print(verdict, settings);
    await keepEvidence(settings.out, verdict);
    writeReport(settings.out, verdict, part.records);
    return { status: verdict.status === 'passed' || verdict.status === 'accepted' ? 'passed' : 'failed' };
  }

  printsToStdio(): boolean {
    return true;
  }

  #trouble(status: FullResult['status']): string | undefined {
    if (this.#noSpace !== undefined) return `the run ended where there was no room for its evidence (${this.#noSpace})`;
    if (this.#troubles.length > 0) return this.#troubles.join('\n');
    if (this.#endedEarly) return 'the run ended at the first broken must (--fail-fast)';
    if (status === 'interrupted') return 'the run was interrupted';
    if (this.#records.length === 0 && !this.#shard.isEmpty) return 'no check was run';
    return undefined;
  }

  #print(verdict: Verdict, { out, prints, signedBy }: Settings): void {
    if (prints !== undefined) return;
    process.stdout.write(`${summary(verdict, lookWithReport(process.stdout, out, signedBy))}\n`);
  }
}

/**
 * Plain Playwright may be told to run some tests only; the report is then narrowed to their requirements, as all others would be
 * untested.
 */
function asChosen(settings: Settings, planned: readonly TestCase[]): Settings {
  const isPlain = settings.starter === undefined && settings.shard === undefined && settings.only.length === 0;
  return isPlain ? { ...settings, only: narrowedTo(planned.map(requirementOf)) } : settings;
}

/** What `npx playwright test --list` shows. Listing does nothing else, and leaves an earlier report as it is. */
const listing = (tests: readonly TestCase[]): string =>
  [
    ...tests.map((test) => test.titlePath().filter(Boolean).join(' › ')),
    `Total: ${counted(tests.length, 'test')}`,
    '',
  ].join('\n');

/** Asks the target only if it tells its build; otherwise the profile is not loaded again. */
const changedBuild = async (settings: Settings): Promise<string | undefined> =>
  settings.build?.origin === 'echoed' ? changedSince(profileOf(settings), settings.build) : undefined;
