// Counts exchanges by what differs in them and by whether they break the contract.
import type { Finding } from '../../contract/judge/judge.ts';
import type { Assessment } from './assess.ts';
import { levelOf } from './breaches.ts';
import type { Cause } from './consequences.ts';
import type { Judgements, Outcomes } from './result.ts';

const isMust = ({ requirement }: Finding): boolean => levelOf(requirement) === 'must';

type Counts<Of> = { -readonly [Key in keyof Of]: Of[Key] };

export class Tally {
  readonly outcomes: Counts<Outcomes> = {
    equivalent: 0,
    excused: 0,
    different: 0,
    following: 0,
    incomparable: 0,
    withoutBody: 0,
  };
  readonly judgements: Counts<Judgements> = {
    changedButConforms: 0,
    changedAndViolates: 0,
    sameButViolates: 0,
    recordingViolates: 0,
  };

  /** `causes`: what each difference follows from. `isCut`: the recording has no whole body of the answer. */
  enter(
    { differences, findings, recordedFindings }: Omit<Assessment, 'got'>,
    causes: readonly (Cause | undefined)[],
    isCut: boolean,
  ): void {
    const { outcomes, judgements } = this;
    if (recordedFindings.some(isMust)) judgements.recordingViolates += 1;
    if (differences === undefined) {
      outcomes.incomparable += 1;
      return;
    }
    if (isCut) outcomes.withoutBody += 1;
    const violates = findings.some(isMust);
    const counting = causes.filter((_, index) => differences[index]!.lawful === undefined);
    if (counting.length === 0) {
      outcomes[differences.length > 0 ? 'excused' : 'equivalent'] += 1;
      if (violates) judgements.sameButViolates += 1;
      return;
    }
    outcomes[counting.every((cause) => cause !== undefined) ? 'following' : 'different'] += 1;
    judgements[violates ? 'changedAndViolates' : 'changedButConforms'] += 1;
  }
}
