// The reference service: every operation of the specification in memory, clean or with one fault or variant.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { faults } from './faults/catalogue.ts';
import type { Operations } from './http/call.ts';
import { createPipeline } from './http/pipeline.ts';
import type { Seams } from './http/seams.ts';
import { createServer } from './http/server.ts';
import { wrapped } from './http/wrapped.ts';
import { beneficiaries } from './operations/beneficiaries.ts';
import { cards } from './operations/cards.ts';
import { legacyCards } from './operations/legacy-cards.ts';
import { members } from './operations/members.ts';
import { mfa } from './operations/mfa.ts';
import { payments } from './operations/payments.ts';
import { sessions } from './operations/sessions.ts';
import { webhooks } from './operations/webhooks.ts';
import type { Service } from './service-state.ts';
import { changed, type Settings, standing } from './settings.ts';
import { createData } from './store/data.ts';
import type { WebhookOptions } from './store/webhooks.ts';
import { createTokens, type Tokens } from './tokens.ts';
import type { User } from './users.ts';
import { variants } from './variants/catalogue.ts';
import { createDeliveries, postOnce } from './webhooks/delivery.ts';
import { createSigningKey, type SigningKey } from './webhooks/keys.ts';

export { receiverUrl } from './store/webhooks.ts';

export interface ReferenceOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly seed?: number;
  /** Ids from the catalogues of faults and of variants. */
  readonly fault?: string;
  readonly variant?: string;
  /** The webhook configuration of every user, which nothing in the API can set. */
  readonly webhook?: WebhookOptions;
  /** Seams of the caller's own, outside those of the fault and the variant. */
  readonly seams?: Seams;
}

interface Reference {
  /** With the base path, without a slash at its end. */
  readonly url: string;
  /** Finishes the requests under way, then ends; those that get no answer are cut off after a while. */
  close(): Promise<void>;
}

interface FaultEntry {
  readonly id: string;
  readonly breaks: string;
  readonly does: string;
}

interface VariantEntry {
  readonly id: string;
  readonly reads: string;
  readonly does: string;
  readonly profile: Readonly<Record<string, unknown>>;
}

export const faultList = (): FaultEntry[] => faults.map(({ id, breaks, does }) => ({ id, breaks, does }));

export const variantList = (): VariantEntry[] =>
  variants.map(({ id, reads, does, profile = {} }) => ({ id, reads, does, profile }));

const chosen = <T extends { readonly id: string }>(kind: string, list: readonly T[], id: string | undefined): T[] => {
  if (id === undefined) return [];
  const found = list.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`the reference service has no ${kind} ${id}`);
  return [found];
};

const tokensThrough = (plain: Tokens, seams: readonly Seams[], service: () => Service): Tokens => ({
  ...plain,
  issue: wrapped(
    plain.issue,
    seams.map(({ issue }) => issue && ((next, kind, user) => issue(next, kind, user, service()))),
  ),
  owner: wrapped(
    plain.owner,
    seams.map(({ owner }) => owner),
  ),
});

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

interface Running {
  readonly service: Service;
  readonly operations: Operations;
  stop(): void;
}

const createService = (settings: Settings, seed: number, webhook: WebhookOptions, seams: readonly Seams[]): Running => {
  const data = createData(seed, webhook);
  for (const seam of seams) seam.seed?.(data);
  const key = once((): SigningKey => createSigningKey(seed));
  const stop = new AbortController();
  const attempt = wrapped(
    postOnce(settings.deliveries.timeout, stop.signal),
    seams.map(({ deliver }) => deliver && ((next, delivery) => deliver(next, delivery, service))),
  );
  const deliveries = createDeliveries(settings.deliveries, key, stop, attempt);

  const isSubscribed = wrapped(
    (event: string, user: User): boolean => {
      const { enable, events } = data.accounts.get(user.name)!.webhook;
      return enable && events.includes(event);
    },
    seams.map(({ subscribed }) => subscribed),
  );

  const service: Service = {
    settings,
    data,
    tokens: tokensThrough(createTokens(settings.lifetimes, Date.now), seams, () => service),
    clock: Date.now,
    emit(user, event, told) {
      if (isSubscribed(event, user)) deliveries.put(data.accounts.get(user.name)!.webhook, randomUUID(), event, told);
    },
    publicJwk: () => key().publicJwk,
    notes: new Map(),
  };

  const operations: Operations = {
    ...sessions(service),
    ...mfa(service),
    ...cards(service),
    ...legacyCards(service),
    ...payments(service),
    ...beneficiaries(service),
    ...members(service),
    ...webhooks(service),
  };
  return { service, operations, stop: deliveries.close };
};

/** How long a request may still take once the service is told to stop. */
const grace = 3000;

export const startReference = async (options: ReferenceOptions = {}): Promise<Reference> => {
  const { port = 0, host = '127.0.0.1', seed = 1, webhook = {} } = options;
  const seams: Seams[] = [
    ...chosen('variant', variants, options.variant),
    ...chosen('fault', faults, options.fault),
    ...(options.seams ? [options.seams] : []),
  ];
  const settings = seams.reduce((settled, seam) => changed(settled, seam.settings), standing);
  const { service, operations, stop } = createService(settings, seed, webhook, seams);
  const server = createServer(settings, createPipeline(service, operations, seams), seams);
  await server.listen({ port, host });

  const close = async (): Promise<void> => {
    stop();
    // A connection that becomes idle while others are still being answered would otherwise be kept alive.
    const idle = setInterval(() => server.server.closeIdleConnections(), 20);
    const late = setTimeout(() => server.server.closeAllConnections(), grace);
    await server.close();
    clearInterval(idle);
    clearTimeout(late);
  };
  const closeOnce = once(close);

  const address = server.server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}${settings.basePath}`, close: closeOnce };
};
