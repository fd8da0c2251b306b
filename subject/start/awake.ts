// Waits for a target that is still starting, until it answers anything (and not a gateway in its place), and then until its login answers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../exchange/exchange.ts';
import { statusOf } from '../answers.ts';
import type { Api } from '../api.ts';
import { type Connection, connect } from '../connection.ts';
import { type DiscoveryOutcome, discover } from '../discovery/discover.ts';
import type { Profile } from '../profile/profile.ts';
import { impatient } from '../waiting/patience.ts';

/** What a gateway answers when it cannot reach the server. */
const gatewayErrors = new Set([502, 503, 504]);
const often = 250;

/** Both are asked, because behind a gateway the service at the address may start before the service of the login. */
const doors = [
  ['GET', '/'],
  ['POST', '/v3/auth/token'],
] as const;

/** Nobody answered, or a gateway did. */
export const isStarting = (exchange: Exchange | undefined): boolean =>
  exchange?.outcome.kind === 'failed' || gatewayErrors.has((exchange && statusOf(exchange)) ?? 0);

/**
 * Discovers the target's open names as soon as a user can log in: a server may answer before its login works. Waits at most this many
 * seconds.
 */
export async function discoverOnceAwake(api: Api, seconds: number): Promise<DiscoveryOutcome> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    if (seconds > 0) await awaitTarget(api.profile, (end - performance.now()) / 1000);
    const found = await discover(api);
    if (found.kind === 'discovered' || !isStarting(found.exchange) || performance.now() + often >= end) return found;
    await sleep(often);
  }
}

/** Waits at most this many seconds. If the target does not answer by then, the login that follows reports it. */
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
    for (const [method, path] of doors) {
      if (isStarting(await connection.send({ method, path, signal }, impatient))) return false;
    }
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
