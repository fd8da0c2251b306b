// Deliveries of events (Events). One file, worked through in order: only one check can listen at a port.
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { oneAfterAnother, requirement } from '../harness/requirement.ts';
import { type Descriptor, type Subscriber, subscribersAt } from './configuration.ts';
import { type Deed, eventsIn, isAbout, kinds, payment } from './deeds.ts';
import { type Listening, listening } from './listening.ts';
import type { Arrival } from './receiver.ts';
import { signatureIn } from './signature.ts';

oneAfterAnother();

requirement('EVT-01', async (check) => {
  await listening(check, async (ear) => {
    for (const { user } of await receiving(check, ear)) {
      const deeds: Deed[] = [];
      for (let count = 0; count < 3; count++) deeds.push(await payment.do(check, user));
      await ear.until(() => undelivered(deeds)(ear.arrived()) === undefined);
      expect(ear.arrived()).toSatisfy(undelivered(deeds));
    }
  });
});

requirement('EVT-02', async (check) => {
  await listening(check, async (ear) => {
    const disabled = (await heard(check, ear)).filter(({ configuration }) => !configuration.enable);
    if (disabled.length === 0) check.untested('a user whose webhook configuration has enable false');
    for (const subscriber of disabled) {
      const deeds = [await payment.do(check, subscriber.user), await payment.do(check, subscriber.user)];
      await quiet(check, ear, subscriber);
      expect(ear.arrived()).toSatisfy(silentOn(deeds, 'while enable is false'));
    }
  });
});

requirement('EVT-03', async (check) => {
  await listening(check, async (ear) => {
    let tried = 0;
    for (const subscriber of (await heard(check, ear)).filter(({ configuration }) => configuration.enable)) {
      const { user, configuration } = subscriber;
      const listed = await check.api.list<Descriptor>('listWebhookEvents', { as: user });
      const left = listed.map(({ id }) => id).filter((id) => !configuration.events.includes(id));
      for (const kind of kinds.filter(({ event }) => left.some((id) => event.test(id)))) {
        const deeds = [await kind.do(check, user), await kind.do(check, user)];
        await quiet(check, ear, subscriber);
        expect(ear.arrived()).toSatisfy(onlySubscribed(deeds, configuration.events));
        tried += 1;
      }
    }
    if (tried === 0) check.untested('an event that is not subscribed to and that the suite can bring about');
  });
});

requirement('EVT-04', async (check) => {
  await listening(check, async (ear) => {
    const [subscriber] = (await receiving(check, ear)).toSorted(
      (one, other) => one.configuration.rateLimit - other.configuration.rateLimit,
    );
    const { rateLimit } = subscriber!.configuration;
    const needed = 2 * rateLimit + 1;
    if (!check.profile.allow.load) check.untested('leave to bring about many events at once (allow.load)');
    if (needed > mostAtOnce) check.untested(`a rateLimit below ${mostAtOnce / 2}, to go beyond it`);
    const deeds: Deed[] = [];
    for (let count = 0; count < needed; count++) deeds.push(await payment.do(check, subscriber!.user));
    await ear.until(() => undelivered(deeds)(ear.arrived()) === undefined);
    expect(ear.arrived()).toSatisfy(within(rateLimit));
  });
});

requirement('EVT-05', async (check) => {
  await listening(check, async (ear) => {
    const [arrival] = await anyDelivery(check, ear);
    expect(arrival).toSatisfy(isPostOfJson);
  });
});

requirement('EVT-06', async (check) => {
  await listening(check, async (ear) => {
    const [subscriber] = await receiving(check, ear);
    const [arrival, deed] = await anyDelivery(check, ear);
    check.observe(`the body of a delivery has ${membersOf(arrival)}`);
    check.observe(`a delivery has the headers ${arrival.headers.map(([name]) => name.toLowerCase()).join(', ')}`);
    check.observe(`the signature of a delivery: ${signatureIn(arrival, subscriber!.configuration.publicJwk)}`);
    ear.answerWith(500);
    const before = ear.arrived().length;
    const second = await payment.do(check, subscriber!.user);
    const repeats = () =>
      ear
        .arrived()
        .slice(before)
        .filter((one) => isAbout(one, second)).length;
    const again = await untilQuiet(ear, () => repeats() > 1);
    check.observe(
      again
        ? 'a delivery that is answered with 500 is made again'
        : `a delivery that is answered with 500 was not repeated within ${shortestQuiet / 1000} s`,
    );
    if (!isAbout(arrival, deed)) check.observe('a delivery does not mention what it is about');
  });
});

requirement('EVT-08', async (check) => {
  await listening(check, async (ear) => {
    for (const { user } of await receiving(check, ear)) {
      const done: { by: string; deed: Deed }[] = [];
      for (const { by, do: act } of kinds) {
        const deed = await act(check, user).catch(() => undefined);
        if (deed) done.push({ by, deed });
      }
      await untilQuiet(ear, () => done.every(({ deed }) => ear.arrived().some((one) => isAbout(one, deed))));
      for (const { by, deed } of done) {
        const events = ear.arrived().flatMap((one) => (isAbout(one, deed) ? eventsIn(one) : []));
        check.observe(`${by} is followed by ${[...new Set(events)].join(', ') || 'no event that can be told'}`);
      }
    }
    check.observe('what is sent over the WebSocket was not looked at');
  });
});

/** As many events at once as a run brings about. */
const mostAtOnce = 60;

/** Those whose deliveries come here, as far as can be told. */
async function heard(check: Check, ear: Listening): Promise<readonly Subscriber[]> {
  const found = await subscribersAt(check.api);
  const main = found[0]?.configuration.url;
  const here = found.filter(({ configuration: { url } }) => {
    const answer = ear.hears(url);
    return answer === 'yes' || (answer === 'maybe' && url === main);
  });
  if (here.length > 0) return here;
  const place = check.profile.allow.webhookReceiver;
  return check.untested(`a webhook configuration that leads to ${place?.host}:${place?.port}${place?.path}`);
}

async function receiving(check: Check, ear: Listening): Promise<readonly Subscriber[]> {
  const found = (await heard(check, ear)).filter(
    ({ configuration: { enable, events } }) => enable && events.some((event) => payment.event.test(event)),
  );
  return found.length > 0
    ? found
    : check.untested('a user whose webhook configuration is enabled and subscribed to v1.payment.create');
}

async function anyDelivery(check: Check, ear: Listening): Promise<readonly [Arrival, Deed]> {
  const [subscriber] = await receiving(check, ear);
  const deed = await payment.do(check, subscriber!.user);
  const about = () => ear.arrived().find((arrival) => isAbout(arrival, deed)) ?? ear.arrived()[0];
  await ear.until(() => about() !== undefined);
  return [about() ?? check.untested('a delivery'), deed];
}

/** Waits until a delivery that is made at the same time would have come, shown by one that is due; at most the usual wait. */
async function quiet(check: Check, ear: Listening, { configuration }: Subscriber): Promise<void> {
  const due = await receiving(check, ear).catch(() => []);
  const twin = due.find((other) => other.configuration.url === configuration.url);
  if (twin === undefined) {
    if (ear.hears(configuration.url) !== 'yes') check.untested('a delivery that shows that the url leads here');
    await ear.until(() => false);
    return;
  }
  const deed = await payment.do(check, twin.user);
  const came = await ear.until(() => undelivered([deed])(ear.arrived()) === undefined);
  if (!came && ear.hears(configuration.url) !== 'yes') check.untested('a delivery that shows that the url leads here');
  const latency = performance.now() - deed.at;
  const end = performance.now() + Math.max(shortestQuiet, 3 * latency);
  await ear.until(() => performance.now() > end);
}

const shortestQuiet = 1500;

/** For what may never come. */
async function untilQuiet(ear: Listening, condition: () => boolean): Promise<boolean> {
  const end = performance.now() + shortestQuiet;
  await ear.until(() => condition() || performance.now() > end);
  return condition();
}

/**
 * Each is mentioned by a delivery, which names the event or names none. Where deliveries mention nothing that can be read,
 * there are at least as many of them.
 */
const undelivered =
  (deeds: readonly Deed[]) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const start = Math.min(...deeds.map(({ at }) => at));
    const since = arrivals.filter(({ at }) => at >= start);
    const fits = (arrival: Arrival) => {
      const events = eventsIn(arrival);
      return events.length === 0 || events.some((event) => payment.event.test(event));
    };
    const told = deeds.filter((deed) => since.some((arrival) => isAbout(arrival, deed) && fits(arrival)));
    if (told.length === deeds.length) return undefined;
    const isOpaque = since.every((arrival) => deeds.every((deed) => !isAbout(arrival, deed)) && fits(arrival));
    if (told.length === 0 && isOpaque && since.length >= deeds.length) return undefined;
    return {
      expected: `a delivery about each of ${deeds.length} payments that were created`,
      got: `${told.length} of them told, ${since.length} deliveries in all`,
    };
  };

const silentOn =
  (deeds: readonly Deed[], when: string) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const told = arrivals.filter((arrival) => deeds.some((deed) => isAbout(arrival, deed)));
    if (told.length === 0) return undefined;
    return { expected: `no delivery ${when}`, got: `${told.length}: ${namesOf(told)}` };
  };

/** What names no event can be of any; where nothing at all is subscribed to, that does not help it. */
const onlySubscribed =
  (deeds: readonly Deed[], events: readonly string[]) =>
  (arrivals: readonly Arrival[]): Mismatch => {
    const wrong = arrivals
      .filter((arrival) => deeds.some((deed) => isAbout(arrival, deed)))
      .filter((arrival) => {
        const named = eventsIn(arrival);
        return named.length === 0 ? events.length === 0 : !named.some((event) => events.includes(event));
      });
    if (wrong.length === 0) return undefined;
    return { expected: `deliveries of ${events.join(', ') || 'no event'} alone`, got: namesOf(wrong) };
  };

const namesOf = (arrivals: readonly Arrival[]): string =>
  [...new Set(arrivals.flatMap(eventsIn))].join(', ') || 'deliveries that name no event';

/** Two windows of a limiter may meet within one second. */
const within =
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

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
