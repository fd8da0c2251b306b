// How many test processes serve a target: the farther away it is, the more of them wait at the same time.
import type { Times } from '../../exchange/exchange.ts';
import type { Api } from '../../subject/api.ts';
import { outlives } from '../../subject/discovery/finders/sessions.ts';

/** What the processors of a small machine bear when the target answers at once. */
const fewest = 2;
/** More of them would spend more on starting than they save by waiting together. */
const most = 16;

/** Milliseconds of distance that one more process makes up for. */
const each = 12.5;

/**
 * The quickest quarter of the answers tells the distance: what a busy machine or a costly operation adds is in the others, and a
 * busy machine must not be given more processes.
 */
export function processesFor(seen: readonly Times[]): number {
  const distances = seen
    .flatMap(({ sent, answered }) => (answered === undefined ? [] : [answered - sent]))
    .sort((one, other) => one - other);
  const distance = distances[Math.floor(distances.length / 4)] ?? 0;
  return Math.min(most, Math.max(fewest, Math.round(distance / each)));
}

/** Without asking: discovery has found that a user may have some sessions, or the profile says so. */
const unasked = 3;
const mostUnknown = 8;

/**
 * No more than the target bears: each process has a session of each user, and its checks open others beside it. A target that ends the
 * earliest of many sessions would be blamed for it.
 */
export async function processesBorne(api: Api, wanted: number): Promise<number> {
  for (let processes = wanted; processes > unasked; processes = Math.floor(processes / 2)) {
    const goesOn = await outlives(api, 2 * processes);
    if (goesOn === undefined) return Math.min(wanted, mostUnknown);
    if (goesOn) return processes;
  }
  return Math.min(wanted, unasked);
}
