// What a replay does differently when the candidate has other data, or is another implementation, than the recorded server.
import type { Profile } from '../../subject/profile/profile.ts';
import { isDemand } from '../compare/answers.ts';
import type { Difference } from '../compare/difference.ts';
import { walked } from '../correlate/places.ts';
import type { Renaming } from '../correlate/renaming.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import { namesakes } from './fixtures.ts';
import { isConditional, type Validation } from './freedom.ts';
import { type Learned, learnFrom } from './learned.ts';
import { type Translate, translation } from './translation.ts';

export interface Onto {
  readonly learned: Learned;
  readonly translate: Translate;
  readonly validation: Validation;
  /** Enters the names that are known at the beginning. */
  introduce(renaming: Renaming): void;
  /** Whether the name is one of those. */
  isIntroduced(key: string): boolean;
  /** Why other data explain differences of this kind in this field; undefined where they do not. */
  excused(group: Pick<Difference, 'kind' | 'field'> & { readonly operation: string }): string | undefined;
  /** A thing in the request that has no known counterpart on the candidate: its place and recorded name; undefined when there is none. */
  strangerIn(step: Step, renaming: Renaming): string | undefined;
}

/** `recorded`: the profile of the server that was recorded; without one, it names things as the candidate does. */
export const ontoAnother = async (
  recordings: readonly string[],
  plan: Plan,
  candidate: Profile,
  recorded: Profile | undefined,
): Promise<Onto> => {
  const values = new Set(Object.keys(plan.values));
  const same = recorded === undefined ? [] : namesakes(recorded, candidate);
  const introduced = new Set(same.map(({ key }) => key));
  const learned = await learnFrom(recordings, plan, candidate);
  return {
    learned,
    validation: [recorded?.declares.validationStatus, candidate.declares.validationStatus],
    translate: recorded === undefined ? (_operation, request) => request : translation(recorded, candidate),
    introduce: (renaming) => {
      for (const { key, liveKey, live } of same) renaming.bind(key, liveKey, live);
    },
    isIntroduced: (key) => introduced.has(key),
    excused: ({ operation, field, kind }) =>
      kind === 'removed' && isConditional(operation, field) && learned.isShown(operation, field)
        ? 'the contract ties this member to a condition, and the candidate shows it in other answers'
        : undefined,
    strangerIn: (step, renaming) => strangerIn(step, renaming, values),
  };
};

/** Only things of the data set need a counterpart; a name that a client chose may be sent as it was recorded. */
const ofData = new Set(['card', 'wallet', 'beneficiary', 'payment']);

const strangerIn = (step: Step, renaming: Renaming, values: ReadonlySet<string>): string | undefined => {
  // A refused request may have named an unknown thing, which has to be unknown to the candidate as well.
  const status = step.response?.status ?? 0;
  // Of what a demand stood before, it is not known whether there is such a thing.
  if (isDemand(step.body)) return undefined;
  if (status < 200 || status >= 300) return undefined;
  const referred = new Set(step.references.map(({ key }) => key));
  let stranger: string | undefined;
  walked(step.request, step.operation, ({ name, identity }, value) => {
    const key = identity !== undefined && ofData.has(identity) ? nameKey(value, identity) : undefined;
    const isKnown =
      key === undefined || referred.has(key) || values.has(String(value)) || renaming.live(key) !== undefined;
    if (!isKnown) stranger ??= `${name}, recorded as ${value}`;
    return undefined;
  });
  return stranger;
};
