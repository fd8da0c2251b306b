// Waits for effects that may show a little later than the answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Check } from '../declare/check.ts';

const usual = 10_000;
const looks = 20;
/** Milliseconds after which a change that is late, or that was undone again, shows. */
const moment = 2100;

/** Waits until this moment after an exchange has passed; mostly it has. */
export async function aMomentAfter({ times }: Exchange): Promise<void> {
  const left = times.startedAt + times.ended + moment - Date.now();
  if (left > 0) await sleep(left);
}

/** Returns what was seen last. When the time ran out, the check's conclusion is marked as in doubt. */
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
