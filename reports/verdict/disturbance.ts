// Whether the machine disturbed the run, so that a measured delay, delivery or rate may be wrong.
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

export interface Disturbance {
  /**
   * The longest time, in milliseconds, that a test process was too busy to notice what had arrived while it judged time and load.
   */
  readonly delay: number;
  /** Per cent of the processors' time that the host of this machine gave to other machines; absent where it does not say. */
  readonly steal?: number;
  /** How many processes waited for each processor when the run began; above 1 when others were at work. */
  readonly load: number;
  /** What of this was notable, in words; empty when nothing was. */
  readonly notable: readonly string[];
}

/**
 * Bounds above which a value is notable. The stated and the usual limits have windows of a second, and a pause of a quarter of that
 * moves requests into the next window. Less than 5 per cent of stolen time is usual; a load of 1.5 before the run has begun means
 * that other processes are at work.
 */
const bearable = { delay: 250, steal: 5, load: 1.5 };

interface Processors {
  readonly total: number;
  readonly stolen: number;
}

/** Begins to watch; the returned function takes the longest delay of a test process and gives the disturbance. */
export function watchMachine(): (delay: number) => Disturbance {
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  const before = processors();
  return (delay) => disturbanceOf({ delay, load, ...stealSince(before, processors()) });
}

export function disturbanceOf({ delay, steal, load }: Omit<Disturbance, 'notable'>): Disturbance {
  return {
    delay: Math.round(delay),
    ...(steal !== undefined && { steal: Math.round(steal * 10) / 10 }),
    load: Math.round(load * 10) / 10,
    notable: [
      ...(delay > bearable.delay ? [`a test process stood still for ${Math.round(delay)} ms`] : []),
      ...(steal !== undefined && steal > bearable.steal
        ? [`${Math.round(steal)} % of the processors’ time went to other machines`]
        : []),
      ...(load > bearable.load ? [`${load.toFixed(1)} processes waited for each processor when it began`] : []),
    ],
  };
}

function stealSince(before: Processors | undefined, after: Processors | undefined): { readonly steal?: number } {
  const total = (after?.total ?? 0) - (before?.total ?? 0);
  return total > 0 ? { steal: (100 * ((after?.stolen ?? 0) - (before?.stolen ?? 0))) / total } : {};
}

/** From the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, and what user and nice contain already. */
function processors(): Processors | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const times = line.split(/\s+/).slice(1, 9).map(Number);
    return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
  } catch {
    return undefined;
  }
}
