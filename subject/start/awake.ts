// Waits for a target that is still starting: until it, and not a gateway in its place, answers anything at all.
import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from '../answers.ts';
import { type Connection, connect } from '../connection.ts';
import type { Profile } from '../profile/profile.ts';
import { impatient } from '../waiting/patience.ts';

/** What a gateway answers when it cannot reach the server. */
const gatewayErrors = new Set([502, 503, 504]);
const often = 250;

/** Waits at most so many seconds. If the target does not answer by then, the login that follows reports it. */
export async function awaitTarget(profile: Profile, seconds: number): Promise<void> {
  const connection = connect(profile);
  const end = performance.now() + seconds * 1000;
  try {
    while (!(await isAwake(connection, end - performance.now()))) {
      if (performance.now() + often >= end) return;
      await sleep(often);
    }
  } finally {
    await connection.close();
  }
}

/** Sends no credentials, because a server that is still starting may refuse them and count the refusal. */
async function isAwake(connection: Connection, left: number): Promise<boolean> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(left)));
  try {
    const exchange = await connection.send({ method: 'GET', path: '/', signal }, impatient);
    return exchange.outcome.kind === 'answered' && !gatewayErrors.has(statusOf(exchange) ?? 0);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
