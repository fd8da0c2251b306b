// The counts of a run while it goes on, by area: tests as marks, and requirements as the verdict counts them.
import type { TestOutcome, TestRecord } from '../../../harness/record.ts';
import { isAccepted } from '../../verdict/acceptance.ts';
import { type Area, areaOfId, byArea } from '../../verdict/groups.ts';
import type { RequirementResult } from '../../verdict/verdict.ts';
import { counted } from '../../verdict/wording.ts';

export type TestDone = Pick<TestRecord, 'requirement' | 'outcome' | 'findings' | 'exchanges'>;

/** The verdict on a requirement so far. */
export type Standing = Pick<RequirementResult, 'id' | 'verdict' | 'accepted'>;

/** The result of a test: `advice` where what it broke does not fail the run. */
export type Cell = TestOutcome['kind'] | 'advice';

/** Results that are named in the line of an area, the worst first. */
type Trouble = 'broken' | 'error' | 'untested' | 'advice';

export class AreaTally {
  readonly area: Area;
  readonly planned: number;
  readonly marks: Cell[] = [];
  exchanges = 0;
  readonly #standings = new Map<string, Standing>();

  constructor(area: Area, planned: number) {
    this.area = area;
    this.planned = planned;
  }

  /** The standing of the test's requirement must have been set before, with this test counted. */
  add({ requirement, outcome, findings, exchanges }: TestDone): void {
    const isBroken = outcome.kind === 'broken' || findings.some((finding) => finding.requirement === requirement);
    const standing = this.#standings.get(requirement);
    const counts = standing?.verdict === 'fail' && standing.accepted === undefined;
    this.marks.push(isBroken ? (counts ? 'broken' : 'advice') : outcome.kind);
    this.exchanges += exchanges;
  }

  set(standing: Standing): void {
    this.#standings.set(standing.id, standing);
  }

  get troubles(): readonly { readonly kind: Trouble; readonly text: string }[] {
    const counting = [...this.#standings.values()].filter((standing) => !isAccepted(standing));
    const having = (verdict: Standing['verdict']) => counting.filter((standing) => standing.verdict === verdict).length;
    const [broken, errors, untested, advice] = (['fail', 'error', 'untested', 'advice'] as const).map(having);
    return [
      ...(broken ? [{ kind: 'broken', text: `${broken} broken` } as const] : []),
      ...(errors ? [{ kind: 'error', text: counted(errors, 'error') } as const] : []),
      ...(untested ? [{ kind: 'untested', text: `${untested} untested` } as const] : []),
      ...(advice ? [{ kind: 'advice', text: `${advice} advice` } as const] : []),
    ];
  }
}

export class Tallies {
  readonly #areas = new Map<string, AreaTally>();

  constructor(planned: readonly string[]) {
    for (const { key, members } of byArea(planned.map((id) => ({ id })))) {
      this.#areas.set(key.code, new AreaTally(key, members.length));
    }
  }

  /** The areas that have something to show. */
  get all(): readonly AreaTally[] {
    return [...this.#areas.values()].filter(
      ({ planned, marks, troubles }) => planned + marks.length + troubles.length > 0,
    );
  }

  /** Counts a test, and returns the tally of its area. */
  add(test: TestDone, standings: readonly Standing[]): AreaTally {
    this.set(standings);
    const tally = this.#of(test.requirement);
    tally.add(test);
    return tally;
  }

  set(standings: readonly Standing[]): void {
    for (const standing of standings) this.#of(standing.id).set(standing);
  }

  #of(id: string): AreaTally {
    const area = areaOfId(id);
    const tally = this.#areas.get(area.code) ?? new AreaTally(area, 0);
    this.#areas.set(area.code, tally);
    return tally;
  }
}
