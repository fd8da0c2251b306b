// What a whole recording tells before it is played onto other data: the shapes of each operation's answers under each status, and the
// things that later requests name.
import type { Profile } from '../../subject/profile/profile.ts';
import { isDemand } from '../compare/answers.ts';
import { Aliases } from '../correlate/aliases.ts';
import { Bounded } from '../correlate/bounded.ts';
import { entriesOf } from '../plan/entries.ts';
import type { Plan } from '../plan/plan.ts';
import { type Step, stepsOf } from '../plan/steps.ts';
import { Shape } from './shape.ts';

type ShapeOf = (step: Step) => Shape | undefined;

export interface Learned {
  readonly shapeOf: ShapeOf;
  /** Whether a request has this name of a thing. */
  isUsed(key: string): boolean;
  /** Every name of the thing that has this one, where a recorded answer shows its number beside its UUID. */
  namesOf(key: string): readonly string[];
  /** Whether the demand for a second factor that this exchange brought was confirmed later. */
  isConfirmed(number: number): boolean;
  /** To be called with every success of the candidate. */
  note(operation: string, answer: unknown): void;
  /** Whether the candidate has shown something in that field. */
  isShown(operation: string, field: string): boolean;
}

const mostUsed = 50_000;

/** Reads the recording once. */
export const learnFrom = async (
  recordings: readonly string[],
  { bases }: Pick<Plan, 'bases'>,
  profile: Profile,
): Promise<Learned> => {
  const shapes = new Map<string, Shape>();
  const used = new Bounded<string, true>(mostUsed);
  const confirmed = new Bounded<number, true>(mostUsed);
  const aliases = new Aliases();
  for await (const planned of stepsOf(entriesOf(recordings, profile), { bases, aliases })) {
    if (planned.kind !== 'step') continue;
    const { step } = planned;
    for (const { key, origin } of step.references) if (!origin.secret) used.set(key, true);
    if (step.operation.key === 'confirmMfa' && step.demandedBy !== undefined) confirmed.set(step.demandedBy, true);
    if (step.body === undefined || !('json' in step.body) || step.response?.cut) continue;
    const key = keyOf(step);
    const shape = shapes.get(key) ?? new Shape();
    shapes.set(key, shape);
    shape.learn(step.body.json);
  }
  const shown = new Map<string, Shape>();
  return {
    shapeOf: (step) => shapes.get(keyOf(step)),
    isUsed: (key) => used.get(key) === true,
    namesOf: (key) => aliases.of(key),
    isConfirmed: (number) => confirmed.get(number) === true,
    note(operation, answer) {
      const shape = shown.get(operation) ?? new Shape();
      shown.set(operation, shape);
      shape.learn(answer);
    },
    isShown: (operation, field) => shown.get(operation)?.tells(field.split('/').slice(1)) ?? false,
  };
};

/** A demand for a second factor has a shape of its own, under whatever status it comes. */
const keyOf = ({ operation, response, body }: Step): string =>
  `${operation.key} ${isDemand(body) ? 'demand' : response?.status}`;
