// What processes use of the machine, as Linux reports it; elsewhere nothing is counted.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const bytesPerPage = 4096;

/** Of all processes that this one has started, and of those that they started, as far as they have ended. */
export const processorSeconds = (): number => {
  const { user, system } = of('self') ?? { user: 0, system: 0 };
  return (user + system) / ticksPerSecond;
};

/** MB that a process and all below it hold at this moment. */
export const memoryBelow = (root: number | undefined): number => {
  const all = new Map(processes().flatMap((id) => [[id, of(id)] as const]));
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && (id === root || isBelow(all.get(id)?.parent));
  const pages = [...all].map(([id, process]) => (isBelow(id) ? (process?.pages ?? 0) : 0));
  return (pages.reduce((sum, each) => sum + each, 0) * bytesPerPage) / 1e6;
};

interface Told {
  readonly parent: number;
  /** Ticks of children that have ended. */
  readonly user: number;
  readonly system: number;
  readonly pages: number;
}

const processes = (): readonly number[] => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
};

/** See proc_pid_stat(5); the second field, a name in brackets, may contain blanks. */
const of = (id: number | 'self'): Told | undefined => {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, user: fields[13]!, system: fields[14]!, pages: fields[21]! };
  } catch {
    return undefined;
  }
};
