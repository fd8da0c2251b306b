// Keeps what a run changes within what the profile allows, over all its processes.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Allowance } from '../../target/profile.ts';
import { Untested } from './failures.ts';

export type Spent = keyof {
  [Key in keyof Allowance as Allowance[Key] extends number ? Key : never]: number;
};

/** How often each thing was claimed by now; what a claim was for may have been refused by the target. */
export function spentIn(path: string): Partial<Record<Spent, number>> {
  const counts: Partial<Record<Spent, number>> = {};
  if (!existsSync(path)) return counts;
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const what = line.split(' ', 1)[0] as Spent;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

/**
 * A claim is a line appended to a file that all processes of a run share. Appending puts the claims in one order, so a
 * process knows from the place of its own line whether it came in time, without a lock.
 */
export function createSpending(path: string, allowance: Allowance): (what: Spent) => void {
  let claims = 0;
  return (what) => {
    claims += 1;
    const claim = `${what} ${process.pid}-${claims}`;
    appendFileSync(path, `${claim}\n`);
    const made = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${what} `));
    if (made.indexOf(claim) >= allowance[what]) {
      throw new Untested(`the profile allows ${what}: ${allowance[what]}, and that is used up`);
    }
  };
}
