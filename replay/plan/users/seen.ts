// What a recording shows of its users, and whether two of them are one.
import { inOneSpelling } from '../../../contract/text/uuid.ts';
import { lookOf } from '../../compare/values.ts';
import { edited, isDevice } from '../../shape/fields.ts';
import type { Step } from '../steps.ts';

/** What the recording shows of one user. */
export interface Seen {
  exchanges: number;
  /** Some credentials of the user were accepted. */
  accepted: boolean;
  /** Whether a second factor was demanded at a login; undefined when none was seen. */
  demanded: boolean | undefined;
  /** How often each operation was forbidden, and which were done. */
  readonly forbidden: Map<string, number>;
  readonly done: Set<string>;
  /** Some of the things that were listed to the user. */
  readonly things: Set<string>;
  /** Fingerprints that the user showed at logins. */
  readonly devices: Set<string>;
  /** Marks of the keys with which the user's stand-ins were made. */
  readonly keys: Set<string>;
}

const mostUsers = 100_000;
const mostThings = 200;
const mostDevices = 20;

export const seeUser = (seen: Map<string, Seen>, step: Step): void => {
  const { session, credentials, operation, request, response, body, keyMark } = step;
  if (session.user === 'nobody' || (seen.size >= mostUsers && !seen.has(session.user))) return;
  const user: Seen = seen.get(session.user) ?? {
    exchanges: 0,
    accepted: false,
    demanded: undefined,
    forbidden: new Map(),
    done: new Set(),
    things: new Set(),
    devices: new Set(),
    keys: new Set(),
  };
  seen.set(session.user, user);
  user.exchanges += 1;
  if (keyMark !== undefined) user.keys.add(keyMark);
  if (response === undefined || credentials.kind !== 'none') user.accepted ||= response?.status !== 401;
  if (response?.status === 403) user.forbidden.set(operation.key, (user.forbidden.get(operation.key) ?? 0) + 1);
  if (response !== undefined && response.status < 300) user.done.add(operation.key);
  const json = body && 'json' in body ? (body.json as { status?: unknown } | null) : undefined;
  if (operation.key === 'login' || operation.key === 'exchangeSignToken')
    for (const device of devicesIn(request)) if (user.devices.size < mostDevices) user.devices.add(device);
  if (operation.key === 'login') user.demanded ||= json?.status === 'MFA_REQUIRED';
  // The same user may get another list where a query narrows it.
  const isWhole = !request.url.includes('?');
  if (Array.isArray(json) && isWhole) seeThings(user.things, json);
};

const devicesIn = ({ body, headers }: Step['request']): string[] => {
  const found: string[] = [];
  edited(body, headers, (fields) => {
    for (const [name, value] of Object.entries(fields)) if (isDevice(name, value)) found.push(value);
    return fields;
  });
  return found;
};

const seeThings = (things: Set<string>, list: readonly unknown[]): void => {
  for (const item of list) {
    const { uuid, id, walletUuid, walletId } = (item ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of [uuid ?? id, walletUuid ?? walletId])
      if (things.size < mostThings && typeof name === 'string' && lookOf(name) === 'made')
        things.add(inOneSpelling(name));
  }
};

/** Whether one of the two did an operation that the other was refused, among those that the profile says are forbidden to a user. */
export const mayDoOtherThings = (one: Seen, other: Seen, forbidden: ReadonlySet<string>): boolean =>
  [...forbidden].some((operation) => {
    const [may, mayToo] = [one, other].map(({ done }) => done.has(operation));
    return (may && !mayToo && other.forbidden.has(operation)) || (mayToo && !may && one.forbidden.has(operation));
  });

/**
 * Whether two recorded users are one, by what they may do, what is listed to them and whether a second factor is demanded; undefined
 * when none of these tells.
 */
export const isSameUser = (one: Seen, other: Seen, forbidden: ReadonlySet<string>): boolean | undefined => {
  if (mayDoOtherThings(one, other, forbidden)) return false;
  if (one.things.size > 0 && other.things.size > 0) return [...one.things].some((thing) => other.things.has(thing));
  const [demanded, alsoDemanded] = [one.demanded, other.demanded];
  return demanded === undefined || alsoDemanded === undefined || demanded === alsoDemanded ? undefined : false;
};

export const haveOtherKeys = (one: Seen, other: Seen): boolean =>
  one.keys.size > 0 && other.keys.size > 0 && ![...one.keys].some((key) => other.keys.has(key));
