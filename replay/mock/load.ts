// Reads a recording for answering from it: every step goes to the tape of whoever made it.
import { entriesOf } from '../plan/entries.ts';
import { basesOf } from '../plan/make.ts';
import { stepsOf } from '../plan/steps.ts';
import { Callers } from './callers.ts';

export interface Loaded {
  readonly callers: Callers;
  readonly exchanges: number;
  /** What went elsewhere, cannot be read, or has an answer that is not known whole. */
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
