// Faults of the webhook configuration and of deliveries.
import { editing } from './edits.ts';
import { fault } from './fault.ts';

export const webhookFaults = [
  fault('webhook-rate-limit-text', {
    breaks: 'HOOK-01',
    does: 'writes rateLimit as text',
    around: {
      readWebhook: editing((webhook) => {
        webhook.rateLimit = String(webhook.rateLimit);
      }),
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
  fault('event-undelivered', {
    breaks: 'EVT-01',
    does: 'delivers nothing',
    subscribed: () => false,
  }),
  fault('event-while-disabled', {
    breaks: 'EVT-02',
    does: 'delivers events although deliveries are not enabled, which the configuration then says',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.enable = false;
    },
    subscribed: () => true,
  }),
  fault('event-unsubscribed', {
    breaks: 'EVT-03',
    does: 'delivers new payments although nobody subscribed to them',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) {
        webhook.events = webhook.events.filter((event) => event !== 'v1.payment.create');
      }
    },
    subscribed: (next, event, user) => event === 'v1.payment.create' || next(event, user),
  }),
];
