// Counts exchanges by what differs in them and by whether they break the contract.
//
// Whether a difference is excused is known only at the end, when all exchanges that show it have been seen. So exchanges are counted by
// the groups of differences that they show, and the counts become outcomes when it is known which groups are excused.
import type { Finding } from '../../contract/judge/judge.ts';
import type { Assessment } from './assess.ts';
import { levelOf } from './breaches.ts';
import type { Judgements, Outcomes } from './result.ts';

/** Whether a group of differences counts in the end. */
type GroupFate = 'counts' | 'follows' | 'excused';
export type FateOf = (group: string) => GroupFate;

const isMust = ({ requirement }: Finding): boolean => levelOf(requirement) === 'must';

interface Alike {
  readonly groups: readonly string[];
  readonly violates: boolean;
  count: number;
}

/** After so many combinations of groups, an exchange with a new combination counts as different. */
const mostMixtures = 20_000;

export class Tally {
  #equivalent = 0;
  #incomparable = 0;
  #withoutBody = 0;
  #sameButViolates = 0;
  #recordingViolates = 0;
  readonly #mixtures = new Map<string, Alike>();

  /** `groups`: those to which its differences belong. `isCut`: the recording has no whole body of the answer. */
  enter({ differences, findings, recordedFindings }: Assessment, groups: readonly string[], isCut: boolean): void {
    if (recordedFindings.some(isMust)) this.#recordingViolates += 1;
    if (differences === undefined) {
      this.#incomparable += 1;
      return;
    }
    if (isCut) this.#withoutBody += 1;
    const violates = findings.some(isMust);
    if (groups.length === 0) {
      this.#equivalent += 1;
      if (violates) this.#sameButViolates += 1;
      return;
    }
    const distinct = [...new Set(groups)].sort();
    const mixture = `${violates} ${distinct.join('\n')}`;
    const isNew = !this.#mixtures.has(mixture) && this.#mixtures.size < mostMixtures;
    const key = this.#mixtures.has(mixture) || isNew ? mixture : `${violates}`;
    const alike = this.#mixtures.get(key) ?? { groups: key === mixture ? distinct : [], violates, count: 0 };
    alike.count += 1;
    this.#mixtures.set(key, alike);
  }

  counted(fateOf: FateOf): { readonly outcomes: Outcomes; readonly judgements: Judgements } {
    const fates = { counts: 0, follows: 0, excused: 0 };
    const violating = { counts: 0, follows: 0, excused: 0 };
    for (const { groups, violates, count } of this.#mixtures.values()) {
      const all = new Set(groups.length === 0 ? ['counts' as const] : groups.map(fateOf));
      const fate = all.has('counts') ? 'counts' : all.has('follows') ? 'follows' : 'excused';
      fates[fate] += count;
      if (violates) violating[fate] += count;
    }
    const changedAndViolates = violating.counts + violating.follows;
    return {
      outcomes: {
        equivalent: this.#equivalent,
        excused: fates.excused,
        different: fates.counts,
        following: fates.follows,
        incomparable: this.#incomparable,
        withoutBody: this.#withoutBody,
      },
      judgements: {
        changedButConforms: fates.counts + fates.follows - changedAndViolates,
        changedAndViolates,
        sameButViolates: this.#sameButViolates + violating.excused,
        recordingViolates: this.#recordingViolates,
      },
    };
  }
}
