// The counts of a run while it goes on, by area: a mark for each test, and how many requirements have which verdict.
import type { TestOutcome, TestRecord } from '../../../harness/record.ts';
import { isAccepted } from '../../verdict/acceptance.ts';
import { type Area, areaOfId, byArea } from '../../verdict/groups.ts';
import type { RequirementResult } from '../../verdict/verdict.ts';
import { counted } from '../../verdict/wording.ts';

export type TestDone = Pick<TestRecord, 'requirement' | 'outcome' | 'findings' | 'exchanges'>;

/** The verdict on a requirement so far. */
export type VerdictSoFar = Pick<RequirementResult, 'id' | 'verdict' | 'accepted'>;

/** The result of a test: `advice` where what it broke does not fail the run. */
export type TestMark = TestOutcome['kind'] | 'advice';

/** Results that are named in the line of an area, the worst first. */
type Trouble = 'broken' | 'error' | 'untested' | 'advice';

export class AreaCount {
  readonly area: Area;
  readonly planned: number;
  readonly marks: TestMark[] = [];
  exchanges = 0;
  readonly #verdicts = new Map<string, VerdictSoFar>();

  constructor(area: Area, planned: number) {
    this.area = area;
    this.planned = planned;
  }

  /** The verdict so far on the test's requirement must have been set before, with this test counted. */
  add({ requirement, outcome, findings, exchanges }: TestDone): void {
    const isBroken = outcome.kind === 'broken' || findings.some((finding) => finding.requirement === requirement);
    const soFar = this.#verdicts.get(requirement);
    const counts = soFar?.verdict === 'fail' && soFar.accepted === undefined;
    this.marks.push(isBroken ? (counts ? 'broken' : 'advice') : outcome.kind);
    this.exchanges += exchanges;
  }

  set(soFar: VerdictSoFar): void {
    this.#verdicts.set(soFar.id, soFar);
  }

  get troubles(): readonly { readonly kind: Trouble; readonly text: string }[] {
    const counting = [...this.#verdicts.values()].filter((soFar) => !isAccepted(soFar));
    const having = (verdict: VerdictSoFar['verdict']) => counting.filter((soFar) => soFar.verdict === verdict).length;
    const [broken, errors, untested, advice] = (['fail', 'error', 'untested', 'advice'] as const).map(having);
    return [
      ...(broken ? [{ kind: 'broken', text: `${broken} broken` } as const] : []),
      ...(errors ? [{ kind: 'error', text: counted(errors, 'error') } as const] : []),
      ...(untested ? [{ kind: 'untested', text: `${untested} untested` } as const] : []),
      ...(advice ? [{ kind: 'advice', text: `${advice} advice` } as const] : []),
    ];
  }
}

export class AreaCounts {
  readonly #areas = new Map<string, AreaCount>();

  constructor(planned: readonly string[]) {
    for (const { key, members } of byArea(planned.map((id) => ({ id })))) {
      this.#areas.set(key.code, new AreaCount(key, members.length));
    }
  }

  /** The areas that have something to show. */
  get all(): readonly AreaCount[] {
    return [...this.#areas.values()].filter(
      ({ planned, marks, troubles }) => planned + marks.length + troubles.length > 0,
    );
  }

  /** Counts a test, and returns the counts of its area. */
  add(test: TestDone, verdicts: readonly VerdictSoFar[]): AreaCount {
    this.set(verdicts);
    const areaCount = this.#of(test.requirement);
    areaCount.add(test);
    return areaCount;
  }

  set(verdicts: readonly VerdictSoFar[]): void {
    for (const soFar of verdicts) this.#of(soFar.id).set(soFar);
  }

  #of(id: string): AreaCount {
    const area = areaOfId(id);
    const areaCount = this.#areas.get(area.code) ?? new AreaCount(area, 0);
    this.#areas.set(area.code, areaCount);
    return areaCount;
  }
}
