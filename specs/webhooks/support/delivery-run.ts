// One round of all that brings events about, by every user whose deliveries come here, and what arrived of it. All checks of
// deliveries look at the same round: what must not arrive has to be waited for, and once is enough.
import type { Check } from '../../../harness/declare/check.ts';
import { type Descriptor, type Subscriber, subscribersAt } from './configuration.ts';
import { type Deed, eventsOf, type Kind, kinds, payment } from './deeds.ts';
import { type Listening, listening } from './listening.ts';
import type { Arrival } from './receiver.ts';
import { undelivered } from './undelivered.ts';

export interface Hearer extends Subscriber {
  /** Events that can be subscribed to. */
  readonly listed: readonly string[];
}

export interface Done {
  readonly subscriber: Hearer;
  readonly kind: Kind;
  readonly deed: Deed;
}

export interface Round {
  readonly deeds: readonly Done[];
  readonly arrivals: readonly Arrival[];
  /** The events that deeds of a kind bring about, as far as declared or seen. */
  brought(kind: Kind): ReadonlySet<string>;
  /** Deliveries were still coming when the round ended: what did not come may have stood behind them. */
  readonly isCutShort: boolean;
  /** Whether a delivery to where this one's go would have been heard. */
  isProven(subscriber: Hearer): boolean;
}

/** As many events at once as a run brings about. */
export const mostAtOnce = 60;
/** Milliseconds that silence is listened to, at the least. */
export const shortestQuiet = ({ depth }: Check): number => (depth === 'quick' ? 700 : 1500);

/** Milliseconds that a queue of other deliveries is waited for, while these keep coming. */
const longestQueue = 60_000;

const rounds = new WeakMap<Check['occasion'], Promise<Round>>();

export function aRound(check: Check): Promise<Round> {
  const known = rounds.get(check.occasion) ?? listened(check);
  rounds.set(check.occasion, known);
  return known;
}

/** Those that a payment, or another deed, has to be told to, where it brings these events about. */
export const dueAmong = (deeds: readonly Done[], kind: Kind, brought: ReadonlySet<string>): readonly Done[] =>
  deeds.filter(
    (done) =>
      done.kind === kind &&
      done.subscriber.configuration.enable &&
      done.subscriber.configuration.events.some((event) => brought.has(event)),
  );

/** Beyond what is delivered in two seconds, where that is not too much. */
export function paymentsOf(check: Check, { configuration: { enable, rateLimit } }: Subscriber): number {
  const many = 2 * rateLimit + 1;
  const usual = usually(check);
  return enable && check.profile.allow.load && many <= mostAtOnce ? Math.max(many, usual) : usual;
}

/** One delivery in five that gets lost shows among fifteen with 96 in 100. */
const usually = ({ runs }: Check): number => Math.min(15, Math.ceil(runs / 6));

function listened(check: Check): Promise<Round> {
  return listening(check, async (ear) => {
    const subscribers = await heard(check, ear);
    const acts = await Promise.allSettled(subscribers.map((subscriber) => allDeeds(check, subscriber)));
    const deeds = acts.flatMap((act) => (act.status === 'fulfilled' ? act.value : []));
    const obstacle = acts.find((act) => act.status === 'rejected');
    if (deeds.length === 0 && obstacle) throw obstacle.reason;

    const brought = (kind: Kind) =>
      eventsOf(
        kind,
        check.profile,
        deeds.filter((done) => done.kind === kind).map(({ deed }) => deed),
        ear.arrived(),
      );
    const told = (among: readonly Done[]) =>
      among.length > 0 &&
      undelivered(
        among.map(({ deed }) => deed),
        brought(payment),
      )(ear.arrived()) === undefined;
    const dueNow = () => dueAmong(deeds, payment, brought(payment));
    const mayArrive = deeds.some(({ subscriber }) => subscriber.configuration.enable);
    const isCutShort = mayArrive && (await isQueueLeft(ear, () => told(dueNow())));
    const due = dueNow();
    // What comes unasked comes as soon as what is due: as late as the first of that, with time to spare.
    const latency = Math.max(0, (ear.arrived()[0]?.at ?? 0) - (deeds[0]?.deed.at ?? 0));
    if (due.length > 0) await ear.within(Math.max(shortestQuiet(check), 3 * latency), () => false);

    const events = new Map(kinds.map((kind) => [kind, brought(kind)]));
    return {
      deeds,
      brought: (kind) => events.get(kind) ?? new Set(),
      arrivals: [...ear.arrived()],
      isCutShort,
      isProven: ({ configuration: { url } }) =>
        ear.hears(url) === 'yes' || told(due.filter(({ subscriber }) => subscriber.configuration.url === url)),
    };
  });
}

/**
 * What is due may stand in a queue behind what was brought about before, by an earlier run or by others. So it has not come
 * only when nothing at all came for as long as a delivery may take. True when the queue did not come to its end.
 */
export async function isQueueLeft(
  ear: Pick<Listening, 'arrived' | 'until'>,
  isToldOf: () => boolean,
  longest: number = longestQueue,
): Promise<boolean> {
  const end = performance.now() + longest;
  for (let heardBefore = -1; ear.arrived().length > heardBefore; ) {
    if (performance.now() >= end) return true;
    heardBefore = ear.arrived().length;
    if (await ear.until(isToldOf)) return false;
  }
  return false;
}

/** What a user may not do, or has no means for, brings no event about. */
async function allDeeds(check: Check, subscriber: Hearer): Promise<readonly Done[]> {
  const deeds: Done[] = [];
  let obstacle: unknown;
  for (const kind of kinds) {
    const times = kind === payment ? paymentsOf(check, subscriber) : 2;
    try {
      for (let time = 0; time < times; time++) {
        deeds.push({ subscriber, kind, deed: await kind.do(check, subscriber.user) });
      }
    } catch (error) {
      obstacle ??= error;
    }
  }
  if (deeds.length === 0) throw obstacle;
  return deeds;
}

/** Those whose deliveries come here, as far as can be told. */
async function heard(check: Check, ear: Listening): Promise<readonly Hearer[]> {
  const found = await subscribersAt(check.api);
  const main = found[0]?.configuration.url;
  const here = found.filter(({ configuration: { url } }) => {
    const answer = ear.hears(url);
    return answer === 'yes' || (answer === 'maybe' && url === main);
  });
  if (here.length === 0) {
    const place = check.profile.allow.webhookReceiver;
    check.untested(`a webhook configuration that leads to ${place?.host}:${place?.port}${place?.path}`);
  }
  return Promise.all(
    here.map(async (subscriber) => {
      const listed = await check.api.list<Descriptor>('listWebhookEvents', { as: subscriber.user });
      return { ...subscriber, listed: listed.map(({ id }) => id) };
    }),
  );
}
