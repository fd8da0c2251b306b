// How many test processes a run has: the longer the way to the target, the more of them can wait at the same time.
import type { Times } from '../../exchange/exchange.ts';
import type { Api } from '../../subject/api.ts';
import { outlives } from '../../subject/discovery/finders/sessions.ts';

/** As many as a small machine can bear when the target answers at once. */
const fewest = 2;
/** With more, starting them would cost more time than they save by waiting together. */
const most = 16;

/** One more process for each so many milliseconds of distance. */
const each = 12.5;

/**
 * The distance is the time that the quickest quarter of the answers stays below. The slower ones have the time of a busy machine or
 * a costly operation in them, and a busy machine must not get more processes.
 */
export function processesFor(seen: readonly Times[]): number {
  const distances = seen
    .flatMap(({ sent, answered }) => (answered === undefined ? [] : [answered - sent]))
    .sort((one, other) => one - other);
  const distance = distances[Math.floor(distances.length / 4)] ?? 0;
  return Math.min(most, Math.max(fewest, Math.round(distance / each)));
}

/**
 * So many sessions are taken for allowed without a trial: discovery has found that a user may have several, or the profile says so.
 */
const unasked = 3;
const mostUnknown = 8;

/**
 * At most as many as the target allows sessions for: each process has a session of each user, and its checks open others beside it.
 * Otherwise a target that ends the oldest of many sessions would be blamed for it.
 */
export async function processesBorne(api: Api, wanted: number): Promise<number> {
  for (let processes = wanted; processes > unasked; processes = Math.floor(processes / 2)) {
    const goesOn = await outlives(api, 2 * processes);
    if (goesOn === undefined) return Math.min(wanted, mostUnknown);
    if (goesOn) return processes;
  }
  return Math.min(wanted, unasked);
}
