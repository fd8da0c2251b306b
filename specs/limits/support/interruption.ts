// Ctrl-C ends what is being sent at once: the check tells what it knows by then.
import type { Check } from '../../../harness/declare/check.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

/** Aborted when the run is interrupted. */
export const interruption: AbortSignal = stop.signal;

/** A series that was broken off proves nothing. */
export function unlessInterrupted(check: Check): void {
  if (interruption.aborted) check.untested('the time to ask: the run was interrupted');
}
