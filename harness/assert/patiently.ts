// Waits for what may come a little later than its answer says.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../declare/check.ts';

const usual = 10_000;
const looks = 20;

/** Returns what was seen last. When the time is over, whatever the check concludes from it is in doubt. */
export async function patiently<Seen>(
  { doubt }: Check,
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => boolean,
  patience: number = usual,
): Promise<Seen> {
  for (const end = performance.now() + patience; ; await sleep(patience / looks)) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() < end) continue;
    doubt();
    return seen;
  }
}
