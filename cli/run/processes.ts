// How many checks a run does at a time: more where answers take long, because checks then mostly wait.
import { availableParallelism } from 'node:os';
import type { Times } from '../../exchange/exchange.ts';
import { quickestQuarter } from '../../harness/lanes/pace.ts';
import type { Settings } from '../../harness/settings.ts';
import type { Api } from '../../subject/api.ts';
import { outlives } from '../../subject/discovery/finders/sessions.ts';

/** Processes that a small machine can bear when the target answers at once. */
const fewest = 2;
/** Starting more would take longer than they save. */
const most = 16;

/** Milliseconds of a round trip to the target for each process that does one check after another, and for each lane. */
const each = { process: 12.5, lane: 4 };

const mostLanes = 48;
/** A process of lanes is busy rather than waiting, so that more of them than processors are of no use. */
const mostWithLanes = 4;

/** Lanes are processes that this one starts, which only compiled modules can be. */
const isCompiled = import.meta.url.endsWith('.js');

/** With --workers, that many processes, each with one check at a time; otherwise by the distance, with lanes where it is long. */
export async function sideBySide(
  api: Api,
  seen: readonly Times[],
  { workers, concurrency = Number.POSITIVE_INFINITY }: Pick<Settings, 'workers' | 'concurrency'>,
  canHaveLanes: boolean = isCompiled,
): Promise<Pick<Settings, 'workers' | 'lanes'>> {
  const distance = distanceOf(seen);
  const processes = Math.min(workers ?? processesFor(distance), concurrency);
  if (workers !== undefined || processes <= fewest) return { workers: processes };
  if (!canHaveLanes) return { workers: await processesBorne(api, processes) };
  const together = Math.min(mostWithLanes, Math.max(fewest, availableParallelism()));
  const wanted = Math.min(mostLanes, Math.round(distance / each.lane), concurrency);
  const lanes = await borne(api, wanted, (count) => together + count);
  if (lanes <= unasked) return { workers: lanes };
  return {
    // A team's own specs are done without lanes.
    workers: Math.min(processes, Math.floor((together + lanes) / 2)),
    lanes: { processes: together, each: Math.floor(lanes / together), distance },
  };
}

/** Milliseconds until an answer of the target is whole. */
export const distanceOf = (seen: readonly Times[]): number =>
  quickestQuarter(seen.flatMap(({ sent, answered, ended }) => (answered === undefined ? [] : [ended - sent])));

export const processesFor = (distance: number): number =>
  Math.min(most, Math.max(fewest, Math.round(distance / each.process)));

/**
 * Sessions of a user that are used without a trial, because discovery or the profile says that a user may have several.
 */
const unasked = 3;
const mostUnknown = 8;

/** Each process has a session of each user, and its checks open others beside it. */
export const processesBorne = (api: Api, wanted: number): Promise<number> => borne(api, wanted, (count) => 2 * count);

/** At most as many as the target allows sessions for. With more, a target that ends the oldest session would fail checks. */
async function borne(api: Api, wanted: number, sessionsFor: (count: number) => number): Promise<number> {
  for (let count = wanted; count > unasked; count = powerBelow(count)) {
    const goesOn = await outlives(api, sessionsFor(count));
    if (goesOn === undefined) return Math.min(wanted, mostUnknown);
    if (goesOn) return count;
  }
  return Math.min(wanted, unasked);
}

/** 32 for 48, and 16 for 32. */
const powerBelow = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);
