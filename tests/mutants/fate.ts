// What happened to a mutant.
import { findRequirement } from '../../contract/requirements.ts';

/**
 * `failed` and `advised`: a requirement reported it. `untested`: no requirement did, but a check that passed before could not ask its question any
 * more. `error`: a check ended with an error. `unmet`: no check got a changed answer or request. `nothing`: some did, and did not notice.
 */
export type Sight = 'failed' | 'advised' | 'untested' | 'error' | 'unmet' | 'nothing';

export interface Fate {
  readonly sight: Sight;
  /** The requirement that noticed it. */
  readonly by?: string;
}

export const unseen: Fate = { sight: 'nothing' };

/** A mutant that nobody noticed or met has survived, and so has one that only caused an error in a check. */
export const isSeen = ({ sight }: Pick<Fate, 'sight'>): boolean => ['failed', 'advised', 'untested'].includes(sight);

const order: readonly Sight[] = ['failed', 'advised', 'untested', 'error', 'unmet', 'nothing'];

export const plainer = (one: Fate, other: Fate): Fate =>
  order.indexOf(other.sight) < order.indexOf(one.sight) ? other : one;

export const fainter = (one: Fate, other: Fate): Fate => (plainer(one, other) === one ? other : one);

export const seenBy = (by: string): Fate => ({
  sight: findRequirement(by)?.level === 'must' ? 'failed' : 'advised',
  by,
});
