// The shapes of a whole recording: what each operation answered under each status.
import type { Profile } from '../../subject/profile/profile.ts';
import { entriesOf } from '../plan/entries.ts';
import type { Plan } from '../plan/plan.ts';
import { type Step, stepsOf } from '../plan/steps.ts';
import { Shape } from './shape.ts';

export type ShapeOf = (step: Step) => Shape | undefined;

/** Reads the recording once. */
export const learnShapes = async (
  recordings: readonly string[],
  { bases }: Pick<Plan, 'bases'>,
  profile: Profile,
): Promise<ShapeOf> => {
  const shapes = new Map<string, Shape>();
  for await (const planned of stepsOf(entriesOf(recordings, profile), { bases })) {
    if (planned.kind !== 'step') continue;
    const { step } = planned;
    if (step.body === undefined || !('json' in step.body) || step.response?.cut) continue;
    const key = keyOf(step);
    const shape = shapes.get(key) ?? new Shape();
    shapes.set(key, shape);
    shape.learn(step.body.json);
  }
  return (step) => shapes.get(keyOf(step));
};

const keyOf = ({ operation, response }: Step): string => `${operation.key} ${response?.status}`;
