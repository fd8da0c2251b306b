// Members of a value that its schema does not describe, and which of them are misspelt.
import type { RequirementId } from '../generated/sentences.ts';
import { saysNothing } from '../presence.ts';
import { type Described, requirementAt } from '../schema/described.ts';
import { stepsOf } from '../text/pointer.ts';
import { mostEntries } from './applying.ts';

interface Undescribed {
  /** JSON pointer. */
  readonly at: string;
  /** The described member of which this is another spelling; undefined where it is none. */
  readonly meant?: string;
}

export function undescribed(place: Described, value: unknown, at = ''): Undescribed[] {
  if (Array.isArray(value)) {
    const items = place.items();
    return items
      ? value.slice(0, mostEntries).flatMap((entry, index) => undescribed(items, entry, `${at}/${index}`))
      : [];
  }
  if (typeof value !== 'object' || value === null || place.names.size === 0) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const member = place.member(name);
    if (member) return undescribed(member, entry, `${at}/${name}`);
    const meant = saysNothing(entry) ? undefined : place.spelt(name);
    const stands = meant !== undefined && !(meant in value) && !place.member(meant)?.excluded;
    return [{ at: `${at}/${name}`, ...(stands && { meant: `${at}/${meant}` }) }];
  });
}

export interface Departure {
  readonly requirement: RequirementId | undefined;
  /** JSON pointer into the value. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

/** A described member that is absent, while its value is under another spelling of the name. */
export function misspelt({ at, meant }: Undescribed, root: Described): readonly Departure[] {
  if (meant === undefined) return [];
  const steps = stepsOf(meant);
  const [name, written] = [steps.at(-1) as string, stepsOf(at).at(-1) as string];
  return [{ requirement: requirementAt(root, steps), at: meant, expected: `it spelt ${name}`, got: written }];
}
