// What a replay does differently when the candidate has other data, or is another implementation, than the recorded server.
import { isUuid } from '../../contract/text/uuid.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { isDemand } from '../compare/answers.ts';
import type { Difference } from '../compare/difference.ts';
import { type Place, type Scalar, walked } from '../correlate/places.ts';
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
  /** What the candidate's profile calls the thing that a value in this place of a request names; undefined where it has no name for it. */
  introduced(place: Place, key: string, renaming: Renaming): Scalar | undefined;
  /** Why other data explain differences of this kind in this field; undefined where they do not. */
  excused(group: Pick<Difference, 'kind' | 'field'> & { readonly operation: string }): string | undefined;
  /** The place and recorded name of a thing in the request that has no known counterpart on the candidate; undefined when there is none. */
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
  const introducedIn: Onto['introduced'] = ({ name, identity }, key, renaming) => {
    if (introduced.has(key)) return renaming.live(key);
    const other = name.startsWith('path ') ? learned.namesOf(key).find((each) => introduced.has(each)) : undefined;
    const live = other === undefined ? undefined : renaming.live(other);
    // A path takes a payment or a beneficiary by either of its names, and no number in the place of a card's UUID.
    return identity === 'card' && !isUuid(String(live)) ? undefined : live;
  };
  return {
    learned,
    validation: [recorded?.declares.validationStatus, candidate.declares.validationStatus],
    translate: recorded === undefined ? (_operation, request) => request : translation(recorded, candidate),
    introduce: (renaming) => {
      for (const { key, liveKey, live } of same) renaming.bind(key, liveKey, live);
    },
    introduced: introducedIn,
    excused: ({ operation, field, kind }) =>
      kind === 'removed' && isConditional(operation, field) && learned.isShown(operation, field)
        ? 'the contract ties this member to a condition, and the candidate shows it in other answers'
        : undefined,
    strangerIn: (step, renaming) => strangerIn(step, renaming, values, introducedIn),
  };
};

/** Only things of the data set need a counterpart; a name that a client chose may be sent as it was recorded. */
const ofData = new Set(['card', 'wallet', 'beneficiary', 'payment']);

const strangerIn = (
  step: Step,
  renaming: Renaming,
  values: ReadonlySet<string>,
  introduced: Onto['introduced'],
): string | undefined => {
  // A refused request may have named an unknown thing, which has to be unknown to the candidate as well.
  const status = step.response?.status ?? 0;
  // After a demand it is not known whether the thing exists.
  if (isDemand(step.body)) return undefined;
  if (status < 200 || status >= 300) return undefined;
  const referred = new Set(step.references.map(({ key }) => key));
  let stranger: string | undefined;
  walked(step.request, step.operation, (place, value) => {
    const { name, identity } = place;
    const key = identity !== undefined && ofData.has(identity) ? nameKey(value, identity) : undefined;
    const isKnown =
      key === undefined ||
      referred.has(key) ||
      values.has(String(value)) ||
      (renaming.live(key) ?? introduced(place, key, renaming)) !== undefined;
    if (!isKnown) stranger ??= `${name}, recorded as ${value}`;
    return undefined;
  });
  return stranger;
};
