// One round of all triggers of events, by every user whose deliveries come here, and the deliveries that arrived. All checks share the
// round, because to see that something does not arrive takes a long wait.
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import { othersToldOfEach } from './apart.ts';
import { type Subscriber, subscribersAt } from './configuration.ts';
import { doneElsewhere } from './elsewhere.ts';
import { mayBeHeldBack } from './held-back.ts';
import { kinds, payment, paymentsOf } from './kinds.ts';
import { type Listening, listening } from './listening.ts';
import type { Arrival } from './receiver.ts';
import { eventsOf, isAbout, type Kind, type Trigger } from './triggers.ts';
import { missing, undelivered } from './undelivered.ts';

export interface EventSubscriber extends Subscriber {
  /** Events that can be subscribed to. */
  readonly listed: readonly string[];
}

export interface Done {
  readonly subscriber: EventSubscriber;
  readonly kind: Kind;
  readonly trigger: Trigger;
}

interface DeliveryRun {
  readonly triggers: readonly Done[];
  readonly arrivals: readonly Arrival[];
  /** UUIDs about which no delivery may arrive here, because their user's webhook has another address and no subscriber may see them. */
  readonly elsewhere: readonly string[];
  /** The events that triggers of a kind bring about, as far as declared or seen. */
  brought(kind: Kind): ReadonlySet<string>;
  /** Those events that must be delivered to every subscriber of them. */
  owed(kind: Kind): ReadonlySet<string>;
  /** Those that are declared, as far as this user subscribed to them. */
  declaredFor(subscriber: EventSubscriber, kind: Kind): readonly string[];
  /** Why no payment could be made; absent where one was. */
  readonly noPayment: unknown;
  /** Deliveries were still coming when the round ended, or were held back by a rateLimit, so a missing one may still be in the queue. */
  readonly isCutShort: boolean;
  /** Whether the run would have received a delivery to this user's address. */
  isProven(subscriber: EventSubscriber): boolean;
  /** Other users who may be told at the same url what this subscriber did. */
  othersTold(subscriber: EventSubscriber): readonly EventSubscriber[];
}

/** The least time, in milliseconds, without deliveries after which none is expected any more. */
export const shortestQuiet = ({ depth }: Check): number => (depth === 'quick' ? 700 : 1500);

/** The longest wait, in milliseconds, for a queue of other deliveries while these keep coming; longer than a limit by the minute delays. */
const longestQueue = 61_000;

export const deliveryRun = oncePerOccasion((check) => listening(check, (received) => observed(check, received)));

/** The subscribers who must be told of a payment, or of another trigger, that brings these events about. */
export const dueAmong = (triggers: readonly Done[], kind: Kind, brought: ReadonlySet<string>): readonly Done[] =>
  triggers.filter(
    (done) =>
      done.kind === kind &&
      done.subscriber.configuration.enable &&
      done.subscriber.configuration.events.some((event) => brought.has(event)),
  );

/**
 * What deliveries about one kind of trigger may mention, if they mention anything. A delivery about an invitation may have a number that
 * the answer to the invitation does not have, even where payments are mentioned by theirs.
 */
export const beside = (triggers: readonly Done[], kind: Kind): readonly Trigger[] =>
  triggers.filter((done) => kind === payment || done.kind === kind).map(({ trigger }) => trigger);

async function observed(check: Check, received: Listening): Promise<DeliveryRun> {
  const found = await subscribersAt(check.api);
  const subscribers = await heard(check, received, found);
  const outside = await doneElsewhere(check, received, found, subscribers);
  const acts = await Promise.allSettled(subscribers.map((subscriber) => allTriggers(check, subscriber)));
  const done = acts.flatMap((act) => (act.status === 'fulfilled' ? [act.value] : []));
  const triggers = done.flatMap((act) => act.triggers);
  const obstacle = acts.find((act) => act.status === 'rejected');
  if (triggers.length === 0 && obstacle) throw obstacle.reason;
  const broughtAbout = performance.now();
  const others = await othersToldOfEach(
    check,
    subscribers,
    (subscriber) =>
      triggers.find((done) => done.subscriber === subscriber && done.kind === payment)?.trigger.traces ?? [],
  );

  const brought = (kind: Kind) =>
    eventsOf(
      kind,
      check.profile,
      triggers.filter((done) => done.kind === kind).map(({ trigger }) => trigger),
      received.arrived(),
    );
  // One delivery may be about several things, so for operations other than payments only a declaration is certain.
  const owed = (kind: Kind) => (kind === payment ? brought(kind) : new Set(check.profile.declares.events[kind.by]));
  const told = (among: readonly Done[], kind: Kind) =>
    undelivered(
      among.map(({ trigger }) => trigger),
      owed(kind),
      beside(triggers, kind),
    )(received.arrived()) === undefined;
  const declaredFor = ({ configuration: { events: wanted } }: EventSubscriber, kind: Kind) =>
    (check.profile.declares.events[kind.by] ?? []).filter((event) => wanted.includes(event));
  const dueOf = (kind: Kind) => dueAmong(triggers, kind, owed(kind));
  const eachTold = (among: readonly Done[], kind: Kind) =>
    subscribers.every((subscriber) => {
      const own = among.filter((done) => done.subscriber === subscriber).map(({ trigger }) => trigger);
      const events = own.length === 0 ? [] : declaredFor(subscriber, kind);
      return missing(events, own, beside(triggers, kind))(received.arrived()) === undefined;
    });
  const allTold = () =>
    dueOf(payment).length > 0 &&
    kinds.every((kind) => dueOf(kind).length === 0 || (told(dueOf(kind), kind) && eachTold(dueOf(kind), kind)));
  const isHeldBack = () => {
    const lacking = subscribers.filter((one) =>
      kinds.some((kind) => {
        const own = dueOf(kind).filter(({ subscriber }) => subscriber === one);
        return own.length > 0 && !told(own, kind);
      }),
    );
    return mayBeHeldBack(lacking, triggers, received.arrived());
  };
  const mayArrive = triggers.some(({ subscriber }) => subscriber.configuration.enable);
  const isCutShort = mayArrive && (await isQueueLeft(received, allTold, { isHeldBack }));
  const due = dueOf(payment);
  // A forbidden delivery would take as long as an expected one. So it is waited for as long as the first of these took, with time to spare,
  // counting the time in which the others came.
  const [first] = due;
  if (first) {
    const sample = received.arrived().find((arrival) => isAbout(arrival, first.trigger)) ?? received.arrived()[0];
    const latency = Math.max(0, (sample?.at ?? 0) - first.trigger.at);
    const left = broughtAbout + shortestQuiet(check) - performance.now();
    await received.within(Math.max(left, 3 * latency), () => false);
  } else if (triggers.length > 0) {
    // No delivery is expected that would show how long one takes, so a forbidden one is waited for as long as a delivery may take.
    await received.until(() => false);
  }

  const events = new Map(kinds.map((kind) => [kind, brought(kind)]));
  return {
    triggers,
    brought: (kind) => events.get(kind) ?? new Set(),
    owed,
    declaredFor,
    arrivals: [...received.arrived()],
    elsewhere: outside.filter((uuid) => !triggers.some(({ trigger }) => trigger.traces.includes(uuid))),
    noPayment: triggers.some(({ kind }) => kind === payment) ? undefined : done.find((act) => act.noPayment)?.noPayment,
    isCutShort,
    othersTold: (subscriber) => others.get(subscriber) ?? [],
    isProven: ({ configuration: { url } }) => {
      const there = due.filter(({ subscriber }) => subscriber.configuration.url === url);
      return received.hears(url) === 'yes' || (there.length > 0 && told(there, payment));
    },
  };
}

interface QueueOptions {
  readonly longest?: number | undefined; // milliseconds
  readonly isHeldBack?: () => boolean;
}

/**
 * An expected delivery may be in a queue behind those of an earlier run or of other clients. So it counts as missing only when nothing at
 * all came for as long as a delivery may take, unless a rateLimit may hold it back. True when the queue did not end.
 */
export async function isQueueLeft(
  received: Pick<Listening, 'arrived' | 'until'>,
  isToldOf: () => boolean,
  { longest = longestQueue, isHeldBack = () => false }: QueueOptions = {},
): Promise<boolean> {
  const end = performance.now() + longest;
  for (let heardBefore = -1; received.arrived().length > heardBefore || isHeldBack(); ) {
    if (performance.now() >= end) return true;
    heardBefore = received.arrived().length;
    if (await received.until(isToldOf)) return false;
  }
  return false;
}

/** Operations that a user may not do, or has no fixtures for, cause no event. */
async function allTriggers(
  check: Check,
  subscriber: EventSubscriber,
): Promise<{ readonly triggers: readonly Done[]; readonly noPayment?: unknown }> {
  const byKind = (kind: Kind) => triggersOf(check, subscriber, kind);
  // Payments come last: in a queue, a forbidden delivery would be before theirs, so it has come when theirs have.
  const others = await inParallel(
    kinds.filter((kind) => kind !== payment),
    byKind,
  );
  const payments = await byKind(payment);
  const acts = [payments, ...others];
  const triggers = acts.flatMap((act) => act.triggers);
  if (triggers.length === 0) throw acts.find(({ obstacle }) => obstacle !== undefined)?.obstacle;
  return { triggers, noPayment: payments.obstacle };
}

async function triggersOf(
  check: Check,
  subscriber: EventSubscriber,
  kind: Kind,
): Promise<{ readonly triggers: readonly Done[]; readonly obstacle?: unknown }> {
  const triggers: Done[] = [];
  const times = kind === payment ? paymentsOf(check, subscriber) : (kind.times ?? 2);
  try {
    const act = await kind.ready(check, subscriber.user);
    const add = (trigger: Trigger) => triggers.push({ subscriber, kind, trigger });
    await inParallel(Array.from({ length: times }), async () => add(await act()));
    for (const trigger of (await kind.alike?.(check, subscriber.user)) ?? []) add(trigger);
    return { triggers };
  } catch (obstacle) {
    return { triggers, obstacle };
  }
}

/** The users whose deliveries come here, as far as it is known. */
async function heard(
  check: Check,
  received: Listening,
  found: readonly Subscriber[],
): Promise<readonly EventSubscriber[]> {
  const main = found[0]?.configuration.url;
  const here = found.filter(({ configuration: { url } }) => {
    const answer = received.hears(url);
    return answer === 'yes' || (answer === 'maybe' && url === main);
  });
  if (here.length === 0) {
    const place = check.profile.allow.webhookReceiver;
    check.untested(`a webhook configuration that leads to ${place?.host}:${place?.port}${place?.path}`);
  }
  return Promise.all(
    here.map(async (subscriber) => {
      const listed = await check.api.list('listWebhookEvents', { as: subscriber.user });
      return { ...subscriber, listed: listed.map(({ id }) => String(id)) };
    }),
  );
}
