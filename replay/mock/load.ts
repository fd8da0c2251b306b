// Reads a recording to answer from it: each step goes to the tape of the user who sent it.
import { entriesOf } from '../plan/entries.ts';
import { basesOf } from '../plan/make.ts';
import { stepsOf } from '../plan/steps.ts';
import { Callers } from './callers.ts';

interface Loaded {
  readonly callers: Callers;
  readonly exchanges: number;
  /** Entries that went elsewhere, cannot be read, or have no whole answer. */
  readonly leftOut: number;
}

export const loadAnswers = async (paths: readonly string[]): Promise<Loaded> => {
  const callers = new Callers();
  let [exchanges, leftOut] = [0, 0];
  for await (const planned of stepsOf(entriesOf(paths), { bases: await basesOf(paths) })) {
    if (planned.kind !== 'step' || planned.step.response === undefined || planned.step.response.cut) {
      leftOut += 1;
      continue;
    }
    exchanges += 1;
    callers.add(planned.step);
  }
  return { callers, exchanges, leftOut };
};
