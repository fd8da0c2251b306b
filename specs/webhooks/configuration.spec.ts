// The webhook configuration and the list of events (Resources / Webhook configuration; Events).
import { isDeepStrictEqual } from 'node:util';
import type { Listed } from '../../contract/claims.ts';
import { meaningful } from '../../contract/presence.ts';
import { inOneUnit, type Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { shared } from '../../harness/assert/shared.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { isFields, succeeded } from '../../subject/answers.ts';
import { type Configuration, type Subscriber, subscribersAt } from './support/configuration.ts';
import { importable, recommended } from './support/jwk.ts';

// The unit of these times is open, but each member must use one unit throughout.
requirement(
  'HOOK-01',
  'url of the webhook configuration is a string, enable a boolean, and rateLimit and its times are integers',
  'in one unit',
  async (check) => {
    const configurations = (await subscribers(check)).map(({ configuration }) => configuration);
    for (const name of ['createdAt', 'updatedAt'] as const) {
      const times = configurations.map((configuration) => configuration[name]);
      expect(times).toSatisfy(() => inOneUnit(times, `${name} of all webhook configurations`));
    }
  },
);

requirement(
  'HOOK-07',
  'publicJwk can be imported as a public key, and its numbers have as few octets as they need (RFC 7518 section 2)',
  async (check) => {
    for (const { configuration } of await withKey(check)) expect(configuration.publicJwk).toSatisfy(importable);
  },
);

requirement(
  'HOOK-09',
  'the list of webhook events is an array of objects with the string id and the boolean deprecated, and none twice',
  async (check) => {
    const { api } = check;
    const users = new Set([api.user.name, ...(await subscribersAt(api)).map(({ user }) => user)]);
    const lists = (await inParallel([...users], (as) => api.call('listWebhookEvents', { as }))).filter(succeeded);
    if (lists.length === 0) check.untested('a list of webhook events that can be read');
    for (const exchange of lists) expect(exchange).toAnswer(hasNoneTwice, 'each event once');
  },
);

requirement('HOOK-11', 'every event subscribed to is in the list of events', async (check) => {
  for (const { user, configuration } of await subscribers(check)) {
    const listed = await check.api.list('listWebhookEvents', { as: user });
    expect(listed).toSatisfy(holds(configuration.events));
  }
});

requirement(
  'HOOK-13',
  'url of the webhook configuration is an absolute http or https address (RFC 3986) and rateLimit above zero',
  async (check) => {
    for (const { configuration } of await subscribers(check)) expect(configuration).toSatisfy(canBeUsed);
  },
);

requirement(
  'HOOK-16',
  'the modulus of publicJwk is odd and has 2048 bits or more, and its alg is a signature algorithm for RSA (RFC 7518 section 3.3)',
  async (check) => {
    for (const { configuration } of await withKey(check)) expect(configuration.publicJwk).toSatisfy(recommended);
  },
);

requirement(
  'HOOK-18',
  `the complete list of events, the unit of webhook times and the operations that change the configuration are not
   shown`,
  async (check) => {
    for (const { user, configuration } of await subscribers(check)) {
      const listed = await check.api.list('listWebhookEvents', { as: user });
      const old = listed.filter(({ deprecated }) => deprecated === true).map(({ id }) => id);
      check.observe(`the events are ${listed.map(({ id }) => id).join(', ')}; deprecated: ${old.join(', ') || 'none'}`);
      const { createdAt, updatedAt } = configuration;
      check.observe(`times of the webhook configuration are in ${unitOf(createdAt)} and ${unitOf(updatedAt)}`);
    }
  },
);

const allSubscribers = shared(({ api }) => subscribersAt(api));

async function subscribers(check: Check): Promise<readonly Subscriber[]> {
  const { untested } = check;
  const found = await allSubscribers(check);
  return found.length > 0 ? found : untested('a webhook configuration that can be read');
}

/** Keys that lack one of these members are left to the judge. */
async function withKey(check: Check): Promise<readonly Subscriber[]> {
  const found = (await subscribers(check)).filter(({ configuration: { publicJwk } }) =>
    ['kty', 'alg', 'e', 'n'].every((name) => typeof publicJwk?.[name] === 'string'),
  );
  return found.length > 0 ? found : check.untested('a publicJwk with kty, alg, e and n');
}

/** Other members of an entry may distinguish two with the same name. */
const hasNoneTwice = (events: unknown): boolean =>
  !Array.isArray(events) ||
  events.filter(isFields).every(({ deprecated, ...event }, place, all) => {
    const first = all.findIndex(({ deprecated: _either, ...other }) => isDeepStrictEqual(other, event));
    return first === place;
  });

const holds =
  (events: readonly string[]) =>
  (listed: readonly Listed<'listWebhookEvents'>[]): Mismatch => {
    const known = new Set<unknown>(listed.map(({ id }) => id));
    const missing = events.filter((event) => !known.has(event));
    if (missing.length === 0) return undefined;
    return {
      expected: `the ${events.length} events subscribed to in the list`,
      got: `none there for ${missing.join(', ')}`,
    };
  };

function canBeUsed({ url, rateLimit }: Configuration): Mismatch {
  if (!/^https?:\/\/[^/\s]+/i.test(url) || !URL.canParse(url)) {
    return { expected: 'an absolute http or https address', got: url };
  }
  return rateLimit > 0 ? undefined : { expected: 'a rateLimit above zero', got: String(rateLimit) };
}

const unitOf = (time: unknown): string =>
  meaningful(time) === undefined ? 'no unit that can be told' : Number(time) < 1e11 ? 'seconds' : 'milliseconds';
