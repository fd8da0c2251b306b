// A trigger of an event, and how the deliveries about it are recognised.
import type { OperationId } from '../../../contract/operations.ts';
import { holdsUuid } from '../../../contract/text/uuid.ts';
import type { Check } from '../../../harness/declare/check.ts';
import type { Profile, UserName } from '../../../subject/profile/profile.ts';
import type { Arrival } from './receiver.ts';

export interface Trigger {
  /** Ids that a delivery about it would mention. */
  readonly traces: readonly string[];
  /** When it was begun, on the receiver's clock. */
  readonly at: number;
}

export interface Kind {
  readonly by: OperationId;
  /** How often the trigger is done. */
  readonly times?: number;
  /** Collects once what is needed, and returns a function that causes the event at each call. */
  ready(check: Check, as: UserName): Promise<() => Promise<Trigger>>;
  /** Two triggers that differ only in their ids, where the target makes two of them. */
  alike?(check: Check, as: UserName): Promise<readonly Trigger[]>;
}

/** Whether a delivery mentions what was done. */
export const isAbout = (arrival: Arrival, { traces }: Pick<Trigger, 'traces'>): boolean => mentions(arrival, traces);

/**
 * The deliveries that are certainly about this trigger. Another account, or another service that delivers to the same receiver, may use
 * the same numbers, so numbers do not count in a delivery that has a UUID as well.
 */
export function surelyAbout(
  arrivals: readonly Arrival[],
  triggers: readonly Trigger[],
  all: readonly Trigger[],
): readonly Arrival[] {
  const others = all.filter((other) => !triggers.includes(other));
  return arrivals.filter((arrival) => {
    if (triggers.some(({ traces }) => mentions(arrival, traces.filter(isUnique)))) return true;
    if (namesUuid(arrival)) return false;
    return triggers.some((trigger) => isAbout(arrival, trigger)) && !others.some((other) => isAbout(arrival, other));
  });
}

/** Looks in the body only, because a header may have a number of the delivery. */
const namesUuid = ({ path, body }: Arrival): boolean => holdsUuid(readIn({ path, headers: [], body }));

const isUnique = (trace: string): boolean => !/^\d+$/.test(trace);

function mentions(arrival: Arrival, traces: readonly string[]): boolean {
  const text = textOf(arrival);
  return traces.some((trace) =>
    new RegExp(`(?<![\\w-])${trace.replaceAll(/[.+]/g, '\\$&')}(?![\\w-])`, 'i').test(text),
  );
}

/**
 * The triggers with the ids that no other trigger has, such as a payment's own id, where deliveries mention such ids. Ids that several
 * have, such as that of a wallet, then identify none.
 */
export function withOwnTraces(triggers: readonly Trigger[], arrivals: readonly Arrival[]): readonly Trigger[] {
  const apart = triggers.map((trigger) => {
    const own = trigger.traces.filter(
      (trace) => !triggers.some((other) => other !== trigger && other.traces.includes(trace)),
    );
    return own.length === 0 ? trigger : { ...trigger, traces: own };
  });
  return apart.some((trigger) => arrivals.some((arrival) => isAbout(arrival, trigger))) ? apart : triggers;
}

/** Identifiers of events at any place in a delivery. */
export const eventsIn = (arrival: Arrival): readonly string[] => [
  ...new Set(textOf(arrival).match(/\bv\d+(?:\.[a-z][\w-]*)+/gi)),
];

/** Which events an operation causes: as the profile declares, otherwise as the deliveries about it say. */
export function eventsOf(
  { by }: Kind,
  { declares }: Pick<Profile, 'declares'>,
  triggers: readonly Trigger[],
  arrivals: readonly Arrival[],
): ReadonlySet<string> {
  const about = () => arrivals.filter((arrival) => triggers.some((trigger) => isAbout(arrival, trigger)));
  return new Set(declares.events[by] ?? about().flatMap(eventsIn));
}

const texts = new WeakMap<Arrival, string>();

/** All that can be read in a delivery: its fields, its body, without the escapes of JSON too, and what a JWS in either carries. */
function textOf(arrival: Arrival): string {
  const text = texts.get(arrival) ?? readIn(arrival);
  texts.set(arrival, text);
  return text;
}

function readIn({ path, headers, body }: Pick<Arrival, 'path' | 'headers' | 'body'>): string {
  const written = body.toString('utf8');
  const plain = [path, ...headers.map(([, value]) => value), written, unescaped(written)].join('\n');
  const packed = plain.match(/[\w-]{16,}/g) ?? [];
  return [plain, ...packed.map((part) => Buffer.from(part, 'base64url').toString('utf8'))].join('\n');
}

function unescaped(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return '';
  }
}
