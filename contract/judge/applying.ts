// Prepares a value for its schema: an empty member that may not apply counts as absent.
import { saysNothing } from '../presence.ts';
import type { Described } from '../schema/described.ts';

/** The most entries of a list within an answer that are judged. A list that is the whole answer is judged in shorter stretches. */
export const mostEntries = 1000;

/** The object without undescribed members that the object around it has too, because a target may add such members to every object. */
function asItsOwn({ names }: Described, value: unknown, extra: ReadonlySet<string>): unknown {
  if (extra.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).flatMap(([name, entry]) => (extra.has(name) && !names.has(name) ? [] : [entry]));
}

/** Null is empty everywhere, another empty value only where its type is due: "" in place of a number is a wrong value. */
function mayStandAt({ types }: Described, value: unknown): boolean {
  if (types.size === 0 || value === null) return true;
  if (Array.isArray(value)) return types.has('array');
  return typeof value === 'number' ? types.has('number') || types.has('integer') : types.has(typeof value);
}

/** The value without empty members that may not apply. */
export function applying(place: Described, value: unknown): unknown {
  // A copy is made only where something changes, because most values stay as they are, and a list may hold thousands of objects.
  let changes = false;
  const changed = (entry: unknown, by: unknown): unknown => {
    changes ||= by !== entry;
    return by;
  };
  if (Array.isArray(value)) {
    const items = place.items();
    const entries = items ? value.slice(0, mostEntries).map((entry) => changed(entry, applying(items, entry))) : value;
    return changes || entries.length < value.length ? entries : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const extra = new Set(Object.keys(value).filter((name) => !place.names.has(name)));
  const members: [string, unknown][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const member = place.member(name);
    if (member === undefined) members.push([name, entry]);
    else if (!place.required.has(name) && mayStandAt(member, entry) && saysNothing(asItsOwn(member, entry, extra))) {
      changes = true;
    } else members.push([name, changed(entry, applying(member, entry))]);
  }
  return changes ? Object.fromEntries(members) : value;
}
