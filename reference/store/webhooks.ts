// The webhook configuration of each account and the events that can be subscribed to.
import { createRandom } from './random.ts';

export interface EventDescriptor {
  id: string;
  deprecated: boolean;
}

export const eventList: readonly Readonly<EventDescriptor>[] = [
  { id: 'v1.payment.create', deprecated: false },
  { id: 'v1.payment.sign', deprecated: false },
  { id: 'v1.payment.cancel', deprecated: false },
  { id: 'v1.payment.status', deprecated: true },
  { id: 'v1.card.notification', deprecated: false },
  { id: 'v1.card.limits', deprecated: false },
  { id: 'v1.card.update', deprecated: true },
  { id: 'v1.beneficiary.create', deprecated: false },
  { id: 'v1.member.invite', deprecated: false },
];

export interface WebhookOptions {
  readonly url?: string;
  readonly enable?: boolean;
  readonly rateLimit?: number;
  readonly events?: readonly string[];
}

export interface WebhookRecord {
  url: string;
  enable: boolean;
  rateLimit: number;
  events: string[];
  /** Unix seconds. */
  createdAt: number;
  updatedAt: number;
}

/** The address at which the profile of this service receives events. Events that nobody receives there are dropped after some attempts. */
export const receiverUrl = 'http://127.0.0.1:18471/';

export const seedWebhook = (seed: number, owner: string, options: WebhookOptions): WebhookRecord => {
  const random = createRandom(seed, `${owner}/webhook`);
  const createdAt = Math.floor(Date.UTC(2025, 2, 1) / 1000) + random.integer(0, 1_000_000);
  return {
    url: options.url ?? receiverUrl,
    enable: options.enable ?? owner !== 'mfa',
    rateLimit: options.rateLimit ?? (owner === 'second' ? 10 : 300),
    events: [
      ...(options.events ??
        eventList.filter((event) => !event.deprecated && event.id !== 'v1.member.invite').map(({ id }) => id)),
    ],
    createdAt,
    updatedAt: createdAt + random.integer(0, 1_000_000),
  };
};
