// Playwright's reporter of a team's own specs: gathers their results and leaves them to the command.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { type OwnRecord, ownAttachment } from '../../harness/own/record.ts';
import { ownResultsPath } from '../../harness/paths.ts';
import { settingsFrom } from '../../harness/settings.ts';
import { fromHere } from '../folder.ts';
import { endInOrder, endWith, outliveTheReader } from '../run/process.ts';
import { ownSpecs } from './own-specs.ts';
import type { OwnResult, OwnVerdict } from './result.ts';

export default class OwnReporter implements Reporter {
  readonly #settings = settingsFrom(process.env);
  readonly #troubles: string[] = [];
  #planned: readonly TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    outliveTheReader();
    if (this.#settings.starter !== undefined) endWith(this.#settings.starter);
    endInOrder();
    this.#planned = suite.allTests();
  }

  onError(error: TestError): void {
    this.#troubles.push(plain(error.message ?? String(error.value)));
  }

  onEnd({ status }: FullResult): void {
    const { out, specs = '' } = this.#settings;
    const trouble =
      status === 'interrupted'
        ? 'the run was interrupted'
        : this.#troubles.length > 0
          ? this.#troubles.join('\n')
          : undefined;
    const results = this.#planned.map((test) => resultOf(test, specs));
    const path = ownResultsPath(out);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(ownSpecs(fromHere(specs), results, trouble)));
  }

  printsToStdio(): boolean {
    return true;
  }
}

function resultOf(test: TestCase, folder: string): OwnResult {
  const { location } = test;
  const last = test.results.at(-1);
  const { verdict, reason } = outcomeOf(test, last);
  const records = test.results.flatMap(recordIn);
  return {
    title: test.titlePath().slice(3).join(' › '),
    at: `${relative(folder, location.file).replaceAll('\\', '/')}:${location.line}`,
    verdict,
    ...(reason !== undefined && { reason }),
    startedAt: (last?.startTime ?? new Date()).toISOString(),
    milliseconds: Math.round(test.results.reduce((sum, { duration }) => sum + duration, 0)),
    exchanges: records.reduce((sum, { exchanges }) => sum + exchanges, 0),
    findings: records.flatMap(({ findings }) => findings),
  };
}

const recordIn = ({ attachments }: TestResult): readonly OwnRecord[] => {
  const body = attachments.find(({ name }) => name === ownAttachment)?.body;
  return body === undefined ? [] : [JSON.parse(body.toString('utf8')) as OwnRecord];
};

/** How the runner prints a thrown `Untested`. */
const lack = /^Untested: /;

function outcomeOf(test: TestCase, last: TestResult | undefined): { verdict: OwnVerdict; reason?: string } {
  if (last === undefined || last.status === 'interrupted') {
    return { verdict: 'untested', reason: 'the run ended before it did' };
  }
  const message = plain(last.errors.map((error) => error.message ?? error.value ?? '').join('\n')).trim();
  switch (test.outcome()) {
    case 'expected':
      return { verdict: 'pass' };
    case 'flaky':
      return { verdict: 'pass', reason: `only when it was tried ${test.results.length} times` };
    case 'skipped':
      return { verdict: 'skipped', ...reasonGiven(test) };
    case 'unexpected':
      if (lack.test(message)) return { verdict: 'untested', reason: message.replace(lack, '') };
      return {
        verdict: 'fail',
        reason: message === '' ? `it ended as ${last.status}` : message.replace(/^Error: /, ''),
      };
  }
}

const reasonGiven = ({ annotations }: TestCase): { reason?: string } => {
  const given = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
  return given === undefined ? {} : { reason: given };
};

const plain = stripVTControlCharacters;
