// Deliveries of events (Events). In one file and in order, because only one check can listen at a port.
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { oncePerProcess } from '../../harness/prepare/once.ts';
import {
  beside,
  type Done,
  deliveryRun,
  dueAmong,
  type EventSubscriber,
  shortestQuiet,
} from './support/delivery-run.ts';
import { kinds, mostAtOnce, payment, paymentsOf } from './support/kinds.ts';
import { hasQueryOf, listening } from './support/listening.ts';
import { type Arrival, jsonIn } from './support/receiver.ts';
import { signatureIn } from './support/signature.ts';
import { eventsIn, isAbout, surelyAbout, type Trigger } from './support/triggers.ts';
import { missing, tellNothing, undelivered } from './support/undelivered.ts';

oneAfterAnother();

const delivered =
  'an event subscribed to is delivered to the url while enable is true, and to nobody who may not see what it is about';

requirement('EVT-01', delivered, async (check) => {
  const { triggers, arrivals, owed, declaredFor, isCutShort, noPayment } = await deliveryRun(check);
  if (noPayment !== undefined) throw noPayment;
  const events = owed(payment);
  if (isCutShort)
    check.untested(`the end of a queue of deliveries, or of what waits behind rateLimit (${arrivals.length} came)`);
  if (events.size === 0) check.untested('an event that a new payment brings about (declares.events.createPayment)');
  if (dueAmong(triggers, payment, events).length === 0) check.untested(noSubscriber(events));
  let unclear = 0;
  for (const kind of kinds) {
    const due = dueAmong(triggers, kind, owed(kind));
    for (const subscriber of new Set(due.map((done) => done.subscriber))) {
      const own = due.filter((done) => done.subscriber.user === subscriber.user).map(({ trigger }) => trigger);
      const atUrl = arrivedFor(subscriber, arrivals);
      const isTold = undelivered(own, owed(kind), beside(triggers, kind));
      // An encrypted delivery may be about several.
      if (isTold(atUrl) && tellNothing(atUrl, beside(triggers, kind))) unclear = atUrl.length;
      else expect(atUrl).toSatisfy(isTold);
      expect(atUrl).toSatisfy(missing(declaredFor(subscriber, kind), own, beside(triggers, kind)));
    }
  }
  if (unclear > 0) check.untested(`deliveries that can be told apart: ${unclear} came that name nothing`);
});

requirement('EVT-01', delivered, 'not to the url of another', async (check) => {
  const { arrivals, elsewhere } = await deliveryRun(check);
  if (elsewhere.length === 0)
    return check.observe('no user whose webhook url leads elsewhere brought anything about that can be told');
  const told = arrivals.filter((arrival) => isAbout(arrival, { traces: elsewhere }));
  expect(told).toSatisfy(isNone);
});

requirement('EVT-02', 'nothing is delivered while enable is false', async (check) => {
  const { triggers, arrivals, isProven, othersTold } = await deliveryRun(check);
  const all = triggers.filter(({ subscriber: { configuration } }) => !configuration.enable);
  if (all.length === 0) check.untested('a user whose webhook configuration has enable false');
  const disabled = all.filter(({ subscriber }) => othersTold(subscriber).length === 0);
  if (disabled.length === 0) check.untested(`${all[0]?.subscriber.user}, whose enable is false, ${toldApart}`);
  const others = triggers.filter((done) => !disabled.includes(done)).map(({ trigger }) => trigger);
  const inSilence = await doneInSilence(check);
  inSilence.push(...disabled);
  for (const subscriber of new Set(disabled.map((done) => done.subscriber))) {
    const own = inSilence.filter((done) => done.subscriber.user === subscriber.user).map(({ trigger }) => trigger);
    expect(arrivedFor(subscriber, arrivals)).toSatisfy(silentOn(own, [...own, ...others], 'while enable is false'));
  }
  if (!disabled.some(({ subscriber }) => isProven(subscriber))) check.untested(noProof);
});

/** What users with enable false did, in earlier rounds as well, because a queue may deliver it only while the check is repeated. */
const doneInSilence = oncePerProcess(async (): Promise<Done[]> => []);

requirement('EVT-03', 'an event whose identifier is not in events is not delivered', async (check) => {
  const { triggers, arrivals, brought, isProven, othersTold } = await deliveryRun(check);
  const subscribedTo = (subscribers: readonly EventSubscriber[]) =>
    subscribers.flatMap(({ configuration: { events } }) => events);
  const wantedAt = (subscriber: EventSubscriber) => subscribedTo([subscriber, ...othersTold(subscriber)]);
  const unwantedBy = (wanted: (subscriber: EventSubscriber) => readonly string[]) =>
    triggers.filter(
      ({ subscriber, kind }) =>
        subscriber.configuration.enable &&
        subscriber.listed.some((id) => brought(kind).has(id) && !wanted(subscriber).includes(id)),
    );
  const everything = triggers.map(({ trigger }) => trigger);
  for (const subscriber of new Set(triggers.map((done) => done.subscriber))) {
    if (!subscriber.configuration.enable) continue;
    const own = triggers.filter((done) => done.subscriber === subscriber).map(({ trigger }) => trigger);
    const about = surelyAbout(arrivedFor(subscriber, arrivals), own, everything);
    expect(about).toSatisfy(onlySubscribed(wantedAt(subscriber), subscriber.listed));
  }
  const all = unwantedBy((subscriber) => subscribedTo([subscriber]));
  if (all.length === 0) check.untested('an event that is not subscribed to and that the suite can bring about');
  const left = unwantedBy(wantedAt);
  if (left.length === 0) check.untested(`${all[0]?.subscriber.user}, who subscribed to few events, ${toldApart}`);
  if (!left.some(({ subscriber }) => isProven(subscriber))) check.untested(noProof);
});

requirement('EVT-04', 'no more than rateLimit deliveries arrive within any one second', async (check) => {
  const { triggers, arrivals, brought } = await deliveryRun(check);
  const many = dueAmong(triggers, payment, brought(payment)).filter(
    ({ subscriber }) => paymentsOf(check, subscriber) > 2 * subscriber.configuration.rateLimit,
  );
  const [subscriber] = many.map((done) => done.subscriber);
  if (!subscriber)
    check.untested(`a rateLimit below ${mostAtOnce / 2}, and permission to load the target (allow.load)`);
  const own = arrivals.filter((arrival) => many.some(({ trigger }) => isAbout(arrival, trigger)));
  expect(own).toSatisfy(keepsRate(subscriber!.configuration.rateLimit));
});

requirement(
  'EVT-05',
  'a delivery is a POST whose JSON body names its media type (RFC 9110 section 8.3)',
  async (check) => {
    const { arrivals } = await deliveryRun(check);
    if (arrivals.length === 0) check.untested('a delivery');
    for (const arrival of arrivals) expect(arrival).toSatisfy(isPostOfJson);
  },
);

requirement('EVT-06', 'the body, headers, signature scheme and retries of a delivery are not shown', async (check) => {
  const { triggers, arrivals, brought } = await deliveryRun(check);
  const [due] = dueAmong(triggers, payment, brought(payment));
  const arrival = arrivals.find((one) => due && isAbout(one, due.trigger)) ?? arrivals[0];
  if (due === undefined || arrival === undefined) return check.untested('a delivery');
  check.observe(`the body of a delivery has ${membersOf(arrival)}`);
  check.observe(`a delivery has the headers ${arrival.headers.map(([name]) => name.toLowerCase()).join(', ')}`);
  check.observe(`the signature of a delivery: ${signatureIn(arrival, due.subscriber.configuration.publicJwk)}`);
  if (!isAbout(arrival, due.trigger)) check.observe('a delivery does not mention what it is about');
  if (check.depth !== 'quick') await observeRepeats(check, due.subscriber);
});

requirement(
  'EVT-08',
  'which operation emits which event, and the messages on the WebSocket, are not shown',
  async (check) => {
    const { triggers, arrivals } = await deliveryRun(check);
    for (const { kind, trigger } of triggers.filter(({ subscriber }) => subscriber.configuration.enable)) {
      const events = arrivals.flatMap((one) => (isAbout(one, trigger) ? eventsIn(one) : []));
      check.observe(`${kind.by} is followed by ${[...new Set(events)].join(', ') || 'no event that can be told'}`);
    }
    check.observe('what is sent over the WebSocket was not looked at');
  },
);

async function observeRepeats(check: Check, { user }: EventSubscriber): Promise<void> {
  await listening(check, async (received) => {
    received.answerWith(500);
    const act = await payment.ready(check, user);
    const trigger = await act();
    const repeats = () => received.arrived().filter((one) => isAbout(one, trigger)).length;
    const wait = shortestQuiet(check);
    const again = await received.within(wait, () => repeats() > 1);
    check.observe(
      `a delivery that is answered with 500 ${again ? 'is made again' : `was not repeated within ${wait / 1000} s`}`,
    );
  });
}

/** Several urls may lead here that differ only in their queries. */
const arrivedFor = ({ configuration: { url } }: EventSubscriber, arrivals: readonly Arrival[]): readonly Arrival[] =>
  arrivals.filter(({ path }) => hasQueryOf(url, path));

const noSubscriber = (events: ReadonlySet<string>) =>
  `a user whose webhook configuration is enabled and subscribed to ${[...events].join(' or ')}`;
const noProof = 'a delivery that shows that the url leads here';
const toldApart = 'with a webhook url of his own: another user who may see the same things gets deliveries at this one';

const silentOn =
  (triggers: readonly Trigger[], all: readonly Trigger[], when: string) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const told = surelyAbout(arrivals, triggers, all);
    if (told.length === 0) return undefined;
    return { expected: `no delivery ${when}`, got: `${told.length}: ${namesOf(told)}` };
  };

const isNone = (arrivals: readonly Arrival[]): Mismatch =>
  arrivals.length === 0
    ? undefined
    : { expected: 'no delivery about what a user did whose url is another', got: namesOf(arrivals) };

/** A delivery that names no event of the list may be of any event. Without any subscription it is wrong in any case. */
const onlySubscribed =
  (events: readonly string[], listed: readonly string[]) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const wrong = arrivals.filter((arrival) => {
      const named = eventsIn(arrival).filter((event) => listed.includes(event));
      return named.length === 0 ? events.length === 0 : !named.some((event) => events.includes(event));
    });
    if (wrong.length === 0) return undefined;
    return { expected: `deliveries of ${events.join(', ') || 'no event'} alone`, got: namesOf(wrong) };
  };

const namesOf = (arrivals: readonly Arrival[]): string =>
  [...new Set(arrivals.flatMap(eventsIn))].join(', ') || 'deliveries that name no event';

/** Twice the limit, because two windows of a limiter may meet within one second. */
const keepsRate =
  (rateLimit: number) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const most = Math.max(
      0,
      ...arrivals.map(({ at }) => arrivals.filter((other) => other.at >= at && other.at < at + 1000).length),
    );
    if (most <= 2 * rateLimit) return undefined;
    return { expected: `${rateLimit} deliveries within a second, twice that at most`, got: String(most) };
  };

function isPostOfJson({ method, headers, body }: Arrival): Mismatch {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (method !== 'POST') return { expected: 'a POST', got: method };
  if (jsonIn(body) === undefined) return undefined;
  if (/^[^/;]+\/([^/;]+\+)?json\b/i.test(type ?? '')) return undefined;
  return { expected: 'a media type of JSON for the JSON body', got: type ?? 'no content type' };
}

function membersOf({ body }: Arrival): string {
  const value = jsonIn(body);
  if (value === undefined) return body.length === 0 ? 'nothing' : 'something that is no JSON';
  return `the members ${Object.keys(value as object).join(', ')}`;
}
