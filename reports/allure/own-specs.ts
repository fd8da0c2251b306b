// A team's own specs as Allure results, in a suite of their own.
import { Status } from 'allure-js-commons';
import type { OwnResult, OwnSpecs, OwnVerdict } from '../own/result.ts';
import { visible } from '../terminal/visible.ts';
import { type AllureResult, allureResult } from './result.ts';

const suite = 'Your own specs';

const statuses: Readonly<Record<OwnVerdict, Status>> = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  untested: Status.SKIPPED,
  skipped: Status.SKIPPED,
};

export const ownResults = ({ results }: OwnSpecs): readonly AllureResult[] => results.map(ownResult);

function ownResult({ title, at, verdict, reason, startedAt, milliseconds }: OwnResult): AllureResult {
  const file = at.replace(/:\d+$/, '');
  return allureResult({
    identity: `own spec ${file} ${title}`,
    name: title,
    path: [suite, file],
    description: at,
    status: statuses[verdict],
    ...(reason !== undefined && { message: visible(reason) }),
    start: Date.parse(startedAt),
    took: milliseconds,
    labels: [
      ['epic', suite],
      ['feature', file],
      ['severity', 'normal'],
    ],
  });
}
