// Reads the webhook configuration.
import type { JsonWebKey } from 'node:crypto';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { isFields, jsonOf, succeeded } from '../../../subject/answers.ts';
import type { Api } from '../../../subject/api.ts';
import { type UserName, userNamesOf } from '../../../subject/profile/profile.ts';

export interface Configuration {
  readonly url: string;
  readonly enable: boolean;
  readonly rateLimit: number;
  readonly events: readonly string[];
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly publicJwk: JsonWebKey;
}

export interface Subscriber {
  readonly user: UserName;
  readonly configuration: Configuration;
}

/** Each user of the profile who has a configuration, the main one first. */
export async function subscribersAt(api: Api): Promise<readonly Subscriber[]> {
  const others = userNamesOf(api.profile).filter((name) => name !== api.user.name);
  const found = await inParallel([api.user.name, ...others], async (user): Promise<readonly Subscriber[]> => {
    if ((await api.login(user)).kind !== 'loggedIn') return [];
    const exchange = await api.call('readWebhook', { as: user });
    const body = succeeded(exchange) ? jsonOf(exchange) : undefined;
    return isConfiguration(body) ? [{ user, configuration: body }] : [];
  });
  return found.flat();
}

const isConfiguration = (body: unknown): body is Configuration =>
  isFields(body) &&
  typeof body.url === 'string' &&
  typeof body.enable === 'boolean' &&
  Array.isArray(body.events) &&
  body.events.every((event) => typeof event === 'string');
