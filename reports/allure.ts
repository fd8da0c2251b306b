// Allure results for what the judge checked in passing: allure-playwright reports the requirements that have tests of their own.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage, Status, type TestResult } from 'allure-js-commons';
import { createTestResult } from 'allure-js-commons/sdk/reporter';
import { failureBlock } from './terminal/terminal.ts';
import { visible } from './terminal/visible.ts';
import { acceptanceOf, isAccepted } from './verdict/acceptance.ts';
import { areaOfId } from './verdict/groups.ts';
import type { RequirementResult, RequirementVerdict, Verdict } from './verdict/verdict.ts';
import { counted } from './verdict/wording.ts';

/** How the files of these results end: whoever joins the folders of several shards leaves them out, and has them written anew. */
export const judgedEnd = '-judged-result.json';

/** Adds the results to the folder that allure-playwright wrote into. */
export function writeJudgedResults(folder: string, verdict: Verdict): void {
  mkdirSync(folder, { recursive: true });
  for (const result of judgedResults(verdict)) {
    writeFileSync(join(folder, `${result.uuid}${judgedEnd}`), JSON.stringify(result));
  }
  writeFileSync(join(folder, 'environment.properties'), environment(verdict));
  writeFileSync(join(folder, 'categories.json'), JSON.stringify(categories, null, 2));
}

export const judgedResults = (verdict: Verdict): readonly TestResult[] =>
  verdict.requirements
    .filter(({ counts }) => counts.tests === 0 && counts.checks + counts.findings > 0)
    .map((result) => judgedResult(result, verdict));

const suite = 'Checked by the judge in passing';

const severities = { must: 'critical', advice: 'minor', open: 'trivial' } as const;

/** Advice and open things are passed, as in the other reports: only a broken must is red. */
const statuses: Readonly<Record<RequirementVerdict, Status>> = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  advice: Status.PASSED,
  observed: Status.PASSED,
  untested: Status.SKIPPED,
  error: Status.BROKEN,
};

function judgedResult(result: RequirementResult, verdict: Verdict): TestResult {
  const { id, says, where, level, counts } = result;
  const area = areaOfId(id);
  const identity = createHash('md5').update(`assay judge ${id}`).digest('hex');
  const start = Date.parse(verdict.startedAt);
  return {
    ...createTestResult(randomUUID(), identity),
    testCaseId: identity,
    name: `${id} ${says}`,
    fullName: `${suite} › ${area.name} › ${id}`,
    titlePath: [suite, area.name],
    description: `${where}. Checked on ${counted(counts.checks, 'exchange')}.`,
    status: isAccepted(result) ? Status.SKIPPED : statuses[result.verdict],
    statusDetails: detailsOf(result, verdict),
    stage: Stage.FINISHED,
    start,
    stop: start,
    labels: [
      ['parentSuite', suite],
      ['suite', area.name],
      ['epic', area.name],
      ['feature', where.split(' / ').slice(0, 2).join(' / ')],
      ['story', where],
      ['severity', severities[level]],
      ['tag', level],
      ['tag', area.code],
      ['framework', 'assay'],
      ['language', 'javascript'],
    ].map(([name = '', value = '']) => ({ name, value })),
  };
}

function detailsOf(result: RequirementResult, verdict: Verdict): TestResult['statusDetails'] {
  const { findings } = result;
  const reason = isAccepted(result) ? acceptanceOf(result) : result.reason;
  return {
    ...(reason !== undefined && {
      message: visible(result.verdict === 'advice' ? `advice not followed: ${reason}` : reason),
    }),
    ...(findings.length > 0 && { trace: failureBlock(result, verdict) }),
  };
}

/** Java properties: what would end a key or begin an escape is escaped, and so is all but ASCII. */
export const environment = ({ assay, target, seed, depth, safe, digests, status }: Verdict): string =>
  Object.entries({
    status,
    target,
    seed,
    depth,
    safe,
    assay,
    'contract digest': digests.contract,
    'requirements digest': digests.requirements,
    'profile digest': digests.profile,
  })
    .map(([key, value]) => `${escaped(key).replaceAll(' ', '\\ ')}=${escaped(String(value))}\n`)
    .join('');

const escaped = (value: string): string =>
  value
    .replace(/[\\:=#!]/g, '\\$&')
    .replace(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const categories = [
  { name: 'Contract broken', matchedStatuses: [Status.FAILED] },
  { name: 'Could not be judged', matchedStatuses: [Status.BROKEN] },
  { name: 'Untested: something was missing', matchedStatuses: [Status.SKIPPED] },
  { name: 'Advice not followed', matchedStatuses: [Status.PASSED], messageRegex: 'advice not followed[\\s\\S]*' },
];
