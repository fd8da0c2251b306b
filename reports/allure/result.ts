// One result as Allure reads it, with the texts and pictures that are files beside it.
import { createHash, randomUUID } from 'node:crypto';
import { Stage, type Status, type TestResult } from 'allure-js-commons';
import { createTestResult } from 'allure-js-commons/sdk/reporter';

export interface Attached {
  readonly name: string;
  readonly type: 'text/plain' | 'image/svg+xml';
  readonly content: string;
}

export interface AllureResult {
  readonly result: TestResult;
  /** The attached files, with their names. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

interface ResultText {
  /** Stays the same from run to run, because Allure finds the history of a result by it. */
  readonly identity: string;
  readonly name: string;
  /** The groups of the result, from the outermost to the innermost. */
  readonly path: readonly string[];
  readonly description?: string;
  readonly status: Status;
  readonly message?: string;
  readonly trace?: string;
  /** Milliseconds. */
  readonly start: number;
  readonly took: number;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly attached?: readonly Attached[];
}

const endings = { 'text/plain': 'txt', 'image/svg+xml': 'svg' } as const;

export function allureResult(text: ResultText): AllureResult {
  const { identity, name, path, description, status, message, trace, start, took, labels, attached = [] } = text;
  const id = createHash('md5').update(identity).digest('hex');
  const files = attached.map(({ type, content }) => ({
    name: `${randomUUID()}-attachment.${endings[type]}`,
    content,
  }));
  const suites = ['parentSuite', 'suite', 'subSuite'].flatMap((label, index) => {
    const value = path[index];
    return value === undefined ? [] : [[label, value] as const];
  });
  const result: TestResult = {
    ...createTestResult(randomUUID(), id),
    testCaseId: id,
    name,
    fullName: [...path, name].join(' › '),
    titlePath: [...path],
    ...(description !== undefined && { description }),
    status,
    statusDetails: { ...(message !== undefined && { message }), ...(trace !== undefined && { trace }) },
    stage: Stage.FINISHED,
    start,
    stop: start + took,
    labels: [...suites, ...labels, ['framework', 'assay'] as const].map(([label, value]) => ({ name: label, value })),
    attachments: attached.map(({ name: title, type }, index) => ({
      name: title,
      type,
      source: files[index]?.name ?? '',
    })),
  };
  return { result, files };
}
