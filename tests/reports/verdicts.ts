// Made-up verdicts for the tests of the reports, decided from made-up records in the same way as those of a run.
import type { RequirementId } from '../../contract/generated/sentences.ts';
import type { Level, Requirement } from '../../contract/requirements.ts';
import type { Observation, ReportedFinding, TestOutcome, TestRecord } from '../../harness/record.ts';
import { decide } from '../../reports/verdict/decide.ts';
import type { RunFacts, Verdict } from '../../reports/verdict/verdict.ts';

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

export const facts: RunFacts = {
  assay: '0.1.0',
  target: 'http://127.0.0.1:8080',
  digests: { contract: digest('1'), requirements: digest('2'), profile: digest('3') },
  seed: 1749201,
  depth: 'standard',
  safe: false,
  only: [],
  startedAt: '2026-03-04T05:06:07.890Z',
  seconds: 72.4,
};

export function requirement(
  id: string,
  says: string,
  level: Level = 'must',
  where = 'Endpoints / Cards / status filter',
): Requirement {
  return { id: id as RequirementId, level, says, where, operations: ['listCards'] };
}

export function finding(id: string, change: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    requirement: id as RequirementId,
    operation: 'listCards',
    at: 'body',
    expected: 'the 2 cards in BLOCKED: 7c0e…41, 91aa…0f',
    got: '14 cards, 12 of them not in BLOCKED (first: 0b9f…7d is ACTIVE)',
    count: 3,
    shown: {
      id: 'x-000042',
      sent: 'GET /v2/card?status=BLOCKED',
      answered: '200 OK\n[{"id":"0b9f3c1e-7d","status":"ACTIVE"},{"id":"7c0e',
      curl: `curl -isS 'http://127.0.0.1:8080/v2/card?status=BLOCKED' -H "Authorization: Bearer $TOKEN"`,
      placeholders: [{ variable: 'TOKEN', holds: 'bearer' }],
      user: 'full',
    },
    ...change,
  };
}

interface RecordParts {
  readonly findings?: readonly ReportedFinding[];
  readonly observations?: readonly string[];
  readonly checked?: Readonly<Record<string, number>>;
  readonly exchanges?: number;
}

export function record(id: string, outcome: TestOutcome, parts: RecordParts = {}): TestRecord {
  const { findings = [], observations = [], checked = {}, exchanges = 1 } = parts;
  return {
    requirement: id as RequirementId,
    outcome,
    findings,
    observations: observations.map((saw): Observation => ({ requirement: id as RequirementId, saw })),
    checked,
    exchanges,
    resent: 0,
    delay: 0,
    waits: 0,
  };
}

export const held = (id: string): TestRecord => record(id, { kind: 'held' });
export const broken = (id: string, ...findings: readonly ReportedFinding[]): TestRecord =>
  record(id, { kind: 'broken' }, { findings: findings.length > 0 ? findings : [finding(id)] });
export const untested = (id: string, missing: string): TestRecord => record(id, { kind: 'untested', missing });
export const failedItself = (id: string, message: string): TestRecord => record(id, { kind: 'error', message });

const filterSentence = 'a status filter returns every card in that status and no other';

/** A verdict with one result of every kind. */
export const mixedVerdict = (change: Partial<RunFacts> = {}): Verdict =>
  decide(
    { ...facts, ...change },
    [
      requirement(
        'SESS-01',
        'a login with valid Basic credentials and a fingerprint answers either a token pair or the MFA-required object',
        'must',
        'Endpoints / Sessions / POST v3 auth token / response',
      ),
      requirement('CARD-14', filterSentence),
      requirement('CARD-15', 'each card has an id that is a UUID'),
      requirement('CARD-16', 'no card is listed twice', 'advice'),
      requirement('CARD-20', 'the format of validUntilDate', 'open', 'Resources / Card / validUntilDate'),
      requirement('AUTH-03', 'a request without a token is refused with 401'),
      requirement('PAY-01', 'a draft payment can be validated', 'must', 'Endpoints / Payments / POST v3 payment sign'),
      requirement('PAY-02', 'a draft payment can be signed', 'must', 'Endpoints / Payments / POST v3 payment sign'),
      requirement(
        'PAY-03',
        'signing without a sign token is refused',
        'must',
        'Endpoints / Payments / POST v3 payment sign',
      ),
      requirement('MEM-02', 'a second user sees only what is theirs', 'must', 'Endpoints / Members'),
      requirement('EVT-01', 'an event reaches the configured address', 'must', 'Events'),
    ],
    [
      held('SESS-01'),
      broken('CARD-14'),
      record(
        'CARD-15',
        { kind: 'held' },
        {
          checked: { 'AUTH-03': 21, 'CARD-15': 40, 'CARD-16': 40 },
          exchanges: 1240,
          findings: [
            finding('AUTH-03', {
              operation: 'readWebhook',
              at: 'status',
              expected: '401',
              got: '200',
              count: 1,
              shown: {
                id: 'x-000107',
                sent: 'GET /v2/webhook',
                answered: '200 OK\n{"url":"https://example.test/hook"}',
                curl: "curl -sS 'http://127.0.0.1:8080/v2/webhook'",
              },
            }),
            finding('AUTH-03', {
              operation: 'listWebhookEvents',
              at: 'status',
              expected: '401',
              got: '200',
              count: 2,
              shown: {
                id: 'x-000108',
                sent: 'GET /v2/webhook/event',
                answered: '200 OK\n[]',
                curl: "curl -sS 'http://127.0.0.1:8080/v2/webhook/event'",
              },
            }),
            finding('CARD-16', { at: '/-/id', expected: 'no entry twice', got: '"7c0e…41" at 3 and 9', count: 1 }),
          ],
        },
      ),
      record('CARD-20', { kind: 'held' }, { observations: ['12 cards have MM/YY', '2 cards have YYYY-MM-DD'] }),
      ...['PAY-01', 'PAY-02', 'PAY-03'].map((id) =>
        untested(id, 'no draft payment: name two in the profile under fixtures.payments.drafts'),
      ),
      untested('MEM-02', 'no second user: add one to the profile under users'),
      failedItself('EVT-01', 'the listener for deliveries could not open a port'),
    ],
  );

export const passedVerdict = (change: Partial<RunFacts> = {}): Verdict =>
  decide(
    { ...facts, ...change },
    [requirement('CARD-14', filterSentence), requirement('CARD-15', 'each card has an id that is a UUID')],
    [held('CARD-14'), record('CARD-14', { kind: 'held' }, { checked: { 'CARD-15': 40 }, exchanges: 310 })],
  );

export const undecidedVerdict = (trouble?: string): Verdict =>
  decide(
    facts,
    [requirement('CARD-14', filterSentence), requirement('PAY-02', 'a draft payment can be signed')],
    [held('CARD-14'), untested('PAY-02', 'no draft payment')],
    trouble,
  );

/** A verdict with very many requirements and findings. */
export function greatVerdict(requirements: number, findings: number): Verdict {
  const areas = ['SESS', 'MFA', 'AUTH', 'CARD', 'LEG', 'PAR', 'PAY', 'BEN', 'MEM', 'HOOK', 'EVT', 'ERR', 'RATE', 'VER'];
  const asked = Array.from({ length: requirements }, (_, index) => {
    const id = `${areas[index % areas.length]}-${String(Math.floor(index / areas.length) + 1).padStart(2, '0')}`;
    return requirement(id, `statement ${index} of the specification holds for everything that it speaks of`);
  });
  return decide(
    facts,
    asked,
    asked.map(({ id }, index) => (index < findings ? broken(id, finding(id, { count: index + 1 })) : held(id))),
  );
}
