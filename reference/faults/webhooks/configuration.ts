// Faults of the configuration that is shown, and of the list of events.
import { edited, editing, editingEach } from '../edits.ts';
import { fault } from '../fault.ts';

export const configuration = [
  fault('webhook-without-body', {
    breaks: 'HOOK-01',
    does: 'answers 204 for the webhook configuration',
    around: { readWebhook: () => ({ status: 204 }) },
  }),
  fault('webhook-rate-limit-text', {
    breaks: 'HOOK-01',
    does: 'writes rateLimit as text',
    around: {
      readWebhook: editing((webhook) => {
        webhook.rateLimit = String(webhook.rateLimit);
      }),
    },
  }),
  fault('webhook-of-second-in-milliseconds', {
    breaks: 'HOOK-01',
    does: 'tells the second user in milliseconds when the webhook configuration was made, and all others in seconds',
    around: {
      readWebhook: async (next, call) => {
        const answer = await next(call);
        if (call.user?.name !== 'second') return answer;
        return edited(answer, (webhook) => {
          webhook.createdAt *= 1000;
        });
      },
    },
  }),
  fault('webhook-private-key-shown', {
    breaks: 'HOOK-08',
    does: 'publishes the private exponent beside the public key',
    around: {
      readWebhook: editing((webhook) => {
        webhook.publicJwk.d = webhook.publicJwk.n.split('').reverse().join('');
      }),
    },
  }),
  fault('webhook-event-unlisted', {
    breaks: 'HOOK-11',
    does: 'leaves an event out of the list that is subscribed to',
    seed: ({ events }) => {
      events.splice(0, 1);
    },
  }),
];

export const configurationKeys = [
  fault('webhook-events-text', {
    breaks: 'HOOK-04',
    does: 'writes the events subscribed to as one text',
    around: {
      readWebhook: editing((webhook) => {
        webhook.events = webhook.events.join();
      }),
    },
  }),
  fault('webhook-key-untyped', {
    breaks: 'HOOK-06',
    does: 'gives the type of the public key as kid',
    around: {
      readWebhook: editing(({ publicJwk }) => {
        publicJwk.kid = publicJwk.kty;
        delete publicJwk.kty;
      }),
    },
  }),
  fault('webhook-key-cut', {
    breaks: 'HOOK-07',
    does: 'cuts the modulus of the public key to 32 characters',
    around: {
      readWebhook: editing(({ publicJwk }) => {
        publicJwk.n = publicJwk.n.slice(0, 32);
      }),
    },
  }),
  fault('webhook-event-deprecated-absent', {
    breaks: 'HOOK-09',
    does: 'says of an event whether it is deprecated only when it is',
    around: {
      listWebhookEvents: editingEach((event) => {
        if (!event.deprecated) delete event.deprecated;
      }),
    },
  }),
  fault('webhook-event-deprecated-and-not', {
    breaks: 'HOOK-09',
    does: 'lists an event twice, once as deprecated and once not',
    around: {
      listWebhookEvents: editing((events) => {
        const [first] = events;
        events.push({ ...first, deprecated: !first.deprecated });
      }),
    },
  }),
  fault('webhook-event-unversioned', {
    breaks: 'HOOK-12',
    does: 'calls an event card.limits, without a version',
    seed({ accounts, events }) {
      const renamed = (id: string) => (id === 'v1.card.limits' ? 'card.limits' : id);
      for (const event of events) event.id = renamed(event.id);
      for (const { webhook } of accounts.values()) webhook.events = webhook.events.map(renamed);
    },
  }),
  fault('webhook-url-relative', {
    breaks: 'HOOK-13',
    does: 'gives the url without its scheme',
    around: {
      readWebhook: editing((webhook) => {
        webhook.url = webhook.url.replace(/^\w+:\/\//, '');
      }),
    },
  }),
  fault('webhook-key-exponent-in-decimal', {
    breaks: 'HOOK-07',
    does: 'writes the exponent of the public key in decimal digits',
    around: {
      readWebhook: editing((webhook) => {
        webhook.publicJwk.e = '65537';
      }),
    },
  }),
  fault('webhook-key-with-octet-of-sign', {
    breaks: 'HOOK-07',
    does: 'puts an octet of zero in front of the modulus, as a signed number has it',
    around: {
      readWebhook: editing(({ publicJwk }) => {
        publicJwk.n = Buffer.concat([Buffer.of(0), Buffer.from(publicJwk.n, 'base64url')]).toString('base64url');
      }),
    },
  }),
  fault('webhook-key-symmetric', {
    breaks: 'HOOK-16',
    does: 'names an algorithm of shared secrets for the public key',
    around: {
      readWebhook: editing(({ publicJwk }) => {
        publicJwk.alg = 'HS256';
      }),
    },
  }),
];
