// Delivers events: one after another per account, signed, within the configuration's rate limit, with few retries.
import { sign } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../settings.ts';
import type { WebhookRecord } from '../store/webhooks.ts';
import type { SigningKey } from './keys.ts';

export interface Delivery {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes one attempt; the status answered, or undefined when there was no answer. */
export type Attempt = (delivery: Delivery) => Promise<number | undefined>;

interface Deliveries {
  put(webhook: WebhookRecord, id: string, event: string, data: unknown): void;
  close(): void;
}

/** The most events that wait for one account; with more, the oldest is dropped. */
const mostWaiting = 1000;

const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** A JWS whose payload is left out because it is the body itself (RFC 7515 appendix F). */
const detachedSignature = (body: string, { privateKey, publicJwk }: SigningKey): string => {
  const head = encode(JSON.stringify({ alg: publicJwk.alg }));
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${encode(body)}`), privateKey);
  return `${head}..${signature.toString('base64url')}`;
};

export const postOnce =
  (timeout: number, stop: AbortSignal): Attempt =>
  ({ url, method, headers, body }) =>
    new Promise((resolve) => {
      const request = url.startsWith('https:') ? requestSecure : requestPlain;
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)]);
      const sent = request(url, { method, headers, signal, agent: false }, (response) => {
        response.resume();
        response.once('error', () => resolve(undefined));
        response.once('close', () => resolve(response.statusCode));
      });
      sent.once('error', () => resolve(undefined));
      sent.end(body);
    });

interface Waiting {
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

/** The waiting deliveries of one account, and the times of its latest ones. */
interface Lane {
  readonly waiting: Waiting[];
  readonly sent: number[];
  running: boolean;
}

export const createDeliveries = (
  settings: Settings['deliveries'],
  key: () => SigningKey,
  stop: AbortController,
  attempt: Attempt,
): Deliveries => {
  const lanes = new Map<WebhookRecord, Lane>();

  const wait = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);

  /** Waits until the rate limit allows one more delivery, and notes its time. */
  const turn = async (rateLimit: number, sent: number[]): Promise<void> => {
    for (;;) {
      const now = performance.now();
      while (sent.length > 0 && sent[0]! + settings.window <= now) sent.shift();
      if (sent.length < Math.max(1, rateLimit) || stop.signal.aborted) break;
      await wait(sent[0]! + settings.window - now);
    }
    sent.push(performance.now());
  };

  const deliver = async (webhook: WebhookRecord, { id, event, body }: Waiting, sent: number[]): Promise<void> => {
    const signature = detachedSignature(body, key());
    for (let count = 1; count <= settings.attempts; count += 1) {
      await turn(webhook.rateLimit, sent);
      if (stop.signal.aborted) return;
      const status = await attempt({
        url: webhook.url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'webhook-id': id,
          'webhook-event': event,
          'webhook-attempt': String(count),
          'webhook-signature': signature,
        },
        body,
      });
      if (status !== undefined && status >= 200 && status < 300) return;
      if (count < settings.attempts) await wait(settings.pause * 2 ** (count - 1));
    }
  };

  const run = async (webhook: WebhookRecord, lane: Lane): Promise<void> => {
    lane.running = true;
    for (let next = lane.waiting.shift(); next !== undefined; next = lane.waiting.shift()) {
      await deliver(webhook, next, lane.sent);
      if (stop.signal.aborted) break;
    }
    lane.running = false;
  };

  return {
    put(webhook, id, event, data) {
      const lane = lanes.get(webhook) ?? { waiting: [], sent: [], running: false };
      lanes.set(webhook, lane);
      lane.waiting.push({ id, event, body: JSON.stringify({ id, event, createdAt: Date.now(), data }) });
      if (lane.waiting.length > mostWaiting) lane.waiting.shift();
      if (!lane.running) void run(webhook, lane);
    },
    close: () => stop.abort(),
  };
};
