// The verdict as Allure results, one for each requirement: the contents of the other reports, without details of the test runner.
import { Status } from 'allure-js-commons';
import { detailsOf, findRequirement } from '../../contract/requirements.ts';
import { picturesOf } from '../../harness/pictures.ts';
import type { ReportedFinding, TestRecord } from '../../harness/record.ts';
import { failureBlock } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { acceptanceOf, isAccepted } from '../verdict/acceptance.ts';
import { areaOfId } from '../verdict/groups.ts';
import type { RequirementResult, RequirementVerdict, Verdict } from '../verdict/verdict.ts';
import { counted } from '../verdict/wording.ts';
import { type AllureResult, type Attached, allureResult } from './result.ts';

/** The parts of a record that the verdict does not have. */
export type Measured = Pick<TestRecord, 'requirement' | 'took' | 'limits' | 'latencies'>;

const severities = { must: 'critical', advice: 'minor', open: 'trivial' } as const;

/** Advice and open requirements count as passed, as in the other reports: only a broken must is red. */
const statuses: Readonly<Record<RequirementVerdict, Status>> = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  advice: Status.PASSED,
  observed: Status.PASSED,
  untested: Status.SKIPPED,
  error: Status.BROKEN,
};

const suite = 'The contract';
const mostFindingsAttached = 5;

export const requirementResults = (verdict: Verdict, measured: readonly Measured[]): readonly AllureResult[] =>
  verdict.requirements.map((result) =>
    requirementResult(
      result,
      verdict,
      measured.filter(({ requirement }) => requirement === result.id),
    ),
  );

function requirementResult(result: RequirementResult, verdict: Verdict, measured: readonly Measured[]): AllureResult {
  const { id, says, where, level, counts, findings, observations } = result;
  const details = detailsOf(result);
  const area = areaOfId(id);
  const chapter = where.split(' / ').slice(0, 2).join(' / ');
  const reason = isAccepted(result) ? acceptanceOf(result) : result.reason;
  const times = measured.flatMap(({ took }) => took ?? []);
  return allureResult({
    identity: `assay ${id}`,
    name: `${id} ${says}`,
    path: [suite, area.name, chapter],
    description: [
      ...(details.length > 0 ? [details.map((detail) => `- ${detail}`).join('\n')] : []),
      `${where}.`,
      `${counted(counts.tests, 'check')}, and judged on ${counted(counts.checks, 'exchange')}.`,
      ...observations.map(visible),
    ].join('\n\n'),
    status: isAccepted(result) ? Status.SKIPPED : statuses[result.verdict],
    ...(reason !== undefined && {
      message: visible(result.verdict === 'advice' ? `advice not followed: ${reason}` : reason),
    }),
    ...(findings.length > 0 && { trace: failureBlock(result, verdict) }),
    start: times.length === 0 ? Date.parse(verdict.startedAt) : Math.min(...times.map(({ startedAt }) => startedAt)),
    took: times.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    labels: [
      ['epic', area.name],
      ['feature', chapter],
      ...storiesOf(result).map((story) => ['story', story] as const),
      ['severity', severities[level]],
      ['requirement', id],
      ['tag', level],
      ['tag', area.code],
    ],
    attached: [...findings.slice(0, mostFindingsAttached).flatMap(exchangeOf), ...measured.flatMap(drawn)],
  });
}

/** The operations that the requirement is about; where it is about all, its place in the specification. */
function storiesOf({ id, where }: RequirementResult): readonly string[] {
  const operations = findRequirement(id)?.operations ?? '*';
  return operations === '*' || operations.length === 0 ? [where] : operations;
}

function exchangeOf({ shown }: ReportedFinding): readonly Attached[] {
  if (shown === undefined) return [];
  const { id, sent, body, answered, curl } = shown;
  const text = [sent, ...(body === undefined ? [] : ['', body]), '', answered].map(visible).join('\n');
  return [
    { name: `exchange ${id}`, type: 'text/plain', content: `${text}\n` },
    { name: `curl of ${id}`, type: 'text/plain', content: `${curl}\n` },
  ];
}

const drawn = (measured: Measured): readonly Attached[] =>
  picturesOf(measured).map(([name, content]) => ({ name, type: 'image/svg+xml', content }));
