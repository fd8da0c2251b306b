// The webhook configuration (Resources / Webhook configuration; Events).
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

interface Configuration {
  readonly events: readonly string[];
  readonly publicJwk: JsonWebKey;
}

requirement('HOOK-07', async ({ api }) => {
  const { publicJwk } = await api.read<Configuration>('readWebhook');
  expect(isPublicKey(publicJwk), 'publicJwk is imported as a public key').toBe(true);
});

requirement('HOOK-11', async ({ api }) => {
  const { events } = await api.read<Configuration>('readWebhook');
  const descriptors = await api.read<readonly { id: string }[]>('listWebhookEvents');
  expect(descriptors.map(({ id }) => id)).toEqual(expect.arrayContaining([...events]));
});

function isPublicKey(jwk: JsonWebKey): boolean {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).type === 'public';
  } catch {
    return false;
  }
}
