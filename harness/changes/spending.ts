// Keeps what a run changes within what the profile allows, over all its processes.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Allowance } from '../../subject/profile/profile.ts';
import { Untested } from '../declare/failures.ts';
import { linesFrom } from '../lines.ts';

export type Spent = keyof {
  [Key in keyof Allowance as Allowance[Key] extends number ? Key : never]: number;
};

/**
 * A claim is a line appended to a file that all processes of a run share. Appending puts the claims in one order, so a
 * process knows from the place of its own line whether it came in time, without a lock. Lines that were read before are only counted.
 * The allowance of a shard is its share of the run's.
 */
export function createSpending(path: string, allowance: Allowance, shard?: string): (what: Spent) => void {
  const made: Partial<Record<Spent, number>> = {};
  let claims = 0;
  const linesSince = linesFrom(path);

  return (what) => {
    claims += 1;
    if (claims === 1) mkdirSync(dirname(path), { recursive: true });
    const claim = `${what} ${process.pid}-${claims}`;
    appendFileSync(path, `${claim}\n`);
    let before = 0;
    for (const line of linesSince()) {
      const kind = line.split(' ', 1)[0] as Spent;
      if (line === claim) before = made[kind] ?? 0;
      made[kind] = (made[kind] ?? 0) + 1;
    }
    if (before >= allowance[what]) {
      const whose = shard === undefined ? '' : ` to shard ${shard} of this run`;
      const ended = allowance[what] > 0 ? ', and that is used up' : '';
      throw new Untested(`the profile allows ${what}: ${allowance[what]}${whose}${ended}`);
    }
  };
}
