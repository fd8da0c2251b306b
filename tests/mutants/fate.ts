// What came of a mutant.
import { findRequirement } from '../../contract/requirements.ts';

/**
 * `failed` and `advised`: a requirement said so. `untested`: none did, but one that passed before got to its question no more.
 * `error`: a check stumbled over it. `unmet`: no check met it. `nothing`: some did, and went on as before.
 */
export type Sight = 'failed' | 'advised' | 'untested' | 'error' | 'unmet' | 'nothing';

export interface Fate {
  readonly sight: Sight;
  /** The requirement that saw it. */
  readonly by?: string;
}

export const unseen: Fate = { sight: 'nothing' };

/** What nobody saw or met has survived, and so has what a check only stumbled over. */
export const isSeen = ({ sight }: Pick<Fate, 'sight'>): boolean => ['failed', 'advised', 'untested'].includes(sight);

const order: readonly Sight[] = ['failed', 'advised', 'untested', 'error', 'unmet', 'nothing'];

export const plainer = (one: Fate, other: Fate): Fate =>
  order.indexOf(other.sight) < order.indexOf(one.sight) ? other : one;

export const fainter = (one: Fate, other: Fate): Fate => (plainer(one, other) === one ? other : one);

export const seenBy = (by: string): Fate => ({
  sight: findRequirement(by)?.level === 'must' ? 'failed' : 'advised',
  by,
});
