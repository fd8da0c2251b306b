// Receives deliveries for a check, where the profile says that they arrive.
import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../../../harness/declare/check.ts';
import type { WebhookReceiver } from '../../../subject/profile/profile.ts';
import { type Arrival, openReceiver } from './receiver.ts';

export interface Listening {
  arrived(): readonly Arrival[];
  answerWith(status: number): void;
  /** Whether deliveries to this address come here; `maybe` where it is possible but not certain. */
  hears(url: string): 'yes' | 'maybe' | 'no';
  /** Whether deliveries to this address certainly go to another receiver than those to that address, which come here. */
  isElsewhere(url: string, than: string): boolean;
  /** Waits until it is so, at most as long as the profile says that a delivery takes. */
  until(condition: () => boolean): Promise<boolean>;
  /** The same, for so many milliseconds. */
  within(wait: number, condition: () => boolean): Promise<boolean>;
}

const often = 20;

export async function listening<Result>(check: Check, work: (received: Listening) => Promise<Result>): Promise<Result> {
  const place = check.profile.allow.webhookReceiver;
  if (place === undefined) return check.untested('a place where deliveries arrive (allow.webhookReceiver)');
  const receiver = await openReceiver(place.host, place.port);
  if (receiver === undefined) return check.untested(`port ${place.port} for deliveries: somebody else listens there`);
  try {
    return await work({
      // Requests to another path are no deliveries.
      arrived: () => receiver.arrivals.filter(({ path }) => path.split('?', 1)[0] === place.path),
      answerWith: receiver.answerWith,
      hears: (url) => hears(place, url),
      isElsewhere: (url, than) => isElsewhere(place, url, than),
      until: (condition) => within(place.wait, condition),
      within,
    });
  } finally {
    await receiver.close();
  }
}

async function within(wait: number, condition: () => boolean): Promise<boolean> {
  for (const end = performance.now() + wait; performance.now() < end; await pause(often)) {
    if (condition()) return true;
  }
  return condition();
}

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** A name, or an address behind a tunnel, may lead here from where the target stands. */
export function hears({ host, port, path }: Omit<WebhookReceiver, 'wait'>, address: string): 'yes' | 'maybe' | 'no' {
  if (!URL.canParse(address)) return 'no';
  const url = new URL(address);
  const isLocal = loopback.test(url.hostname);
  const isHere = url.hostname === host || (isLocal && (loopback.test(host) || host === '0.0.0.0'));
  const isSame = url.protocol === 'http:' && Number(url.port || 80) === port && url.pathname === path;
  if (isHere) return isSame ? 'yes' : 'no';
  return isLocal ? 'no' : 'maybe';
}

/** Whether a delivery that arrived at the path has the query of the url; a tunnel may have added to it. */
export function hasQueryOf(url: string, path: string): boolean {
  const given = new URL(path, 'http://localhost').searchParams;
  return [...new URL(url).searchParams].every(([name, value]) => given.getAll(name).includes(value));
}

/** An address that may lead here by a tunnel is elsewhere if no tunnel is needed and its path differs. */
export function isElsewhere(place: Omit<WebhookReceiver, 'wait'>, address: string, than: string): boolean {
  if (!URL.canParse(address) || address === than) return false;
  const heard = hears(place, address);
  return (
    heard === 'no' || (heard === 'maybe' && hears(place, than) === 'yes' && new URL(address).pathname !== place.path)
  );
}
