// The verdict as SARIF 2.1.0, for the code scanning of a forge: a rule for each requirement, a result for each departure.
import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result, Suppression } from 'sarif';
import type { ReportedFinding } from '../harness/record.ts';
import { findingKey } from '../harness/run/ledger.ts';
import { inOneLine } from './terminal/failure.ts';
import { visible } from './terminal/visible.ts';
import { repeatLine } from './verdict/again.ts';
import type { RequirementResult, Verdict } from './verdict/verdict.ts';
import { meaning } from './verdict/wording.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export function sarif(verdict: Verdict): string {
  const { assay, requirements, status, startedAt, seconds } = verdict;
  const results = requirements.flatMap((result) => resultsOf(result, verdict));
  const log: Log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Assay', semanticVersion: assay, rules: requirements.map(ruleOf) } },
        automationDetails: { id: 'assay/' },
        invocations: [
          {
            executionSuccessful: status !== 'undecided',
            startTimeUtc: startedAt,
            endTimeUtc: new Date(Date.parse(startedAt) + seconds * 1000).toISOString(),
            toolExecutionNotifications: [{ level: 'note', message: { text: visible(meaning(verdict)) } }],
          },
        ],
        results: [...results],
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}

const levels = { must: 'error', advice: 'warning', open: 'note' } as const;

const ruleOf = ({ id, says, where, level }: RequirementResult): ReportingDescriptor => ({
  id,
  shortDescription: { text: `${id} ${says}` },
  fullDescription: { text: `${says} (${where})` },
  help: { text: `assay explain ${id}` },
  defaultConfiguration: { level: levels[level] },
});

function resultsOf(result: RequirementResult, verdict: Verdict): readonly Result[] {
  const { level, reason = '' } = result;
  switch (result.verdict) {
    case 'fail':
    case 'advice':
      if (result.findings.length === 0) return [departure(result, verdict, reason)];
      return result.findings.map((finding) => departure(result, verdict, inOneLine(finding), finding));
    case 'untested':
    case 'error':
      return level === 'must' ? [departure(result, verdict, `${result.verdict}: ${reason}`)] : [];
    default:
      return [];
  }
}

function departure(result: RequirementResult, verdict: Verdict, text: string, finding?: ReportedFinding): Result {
  const again = `again: ${repeatLine(result.id, verdict)}`;
  return {
    ruleId: result.id,
    level: result.verdict === 'fail' ? 'error' : 'warning',
    message: { text: visible(`${text}\n${again}`) },
    locations: [
      {
        // Forges require a file; the profile is the one that describes the target.
        physicalLocation: {
          artifactLocation: { uri: encodeURI((verdict.profile ?? 'openapi.yaml').replaceAll('\\', '/')) },
          region: { startLine: 1 },
        },
        ...(finding?.operation && { logicalLocations: [{ name: finding.operation, kind: 'function' }] }),
      },
    ],
    ...(finding && { occurrenceCount: finding.count }),
    partialFingerprints: { 'assay/v1': fingerprint(finding === undefined ? result.id : findingKey(finding)) },
    ...(result.accepted && { suppressions: [suppressionOf(result.accepted)] }),
  };
}

/** Depends on the finding and not on the time, so that the same departure in the next run is the same alert. */
const fingerprint = (key: string): string => createHash('sha256').update(key).digest('hex');

const suppressionOf = ({ reason, owner, until }: NonNullable<RequirementResult['accepted']>): Suppression => ({
  kind: 'external',
  status: 'accepted',
  justification: `${reason} (${owner}, until ${until})`,
});
