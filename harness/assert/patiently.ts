// Waits for what may come a little later than its answer says.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Check } from '../declare/check.ts';

const usual = 10_000;
const looks = 20;
/** Milliseconds after which what was undone, or done late, shows. */
const moment = 2100;

/** Waits for what is left of the moment after an exchange; mostly it has passed meanwhile. */
export async function aMomentAfter({ times }: Exchange): Promise<void> {
  const left = times.startedAt + times.ended + moment - Date.now();
  if (left > 0) await sleep(left);
}

/** Returns what was seen last. When the time is over, whatever the check concludes from it is in doubt. */
export async function patiently<Seen>(
  { doubt }: Pick<Check, 'doubt'>,
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
