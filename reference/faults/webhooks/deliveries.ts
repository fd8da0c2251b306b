// Faults of deliveries.
import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../../users.ts';
import { edited, fieldOf } from '../edits.ts';
import { type Fault, fault } from '../fault.ts';

/** The bodies of the payments that a user created, and the users to whom nothing is delivered at the moment. */
const bodiesOf = new WeakMap<User, Set<string>>();

const silenced = new WeakSet<User>();

/** Leaves out the user whose deliveries are not enabled, because delivering to that user would be another fault. */
const unsubscribed = (event: string, what: string): Omit<Fault, 'id'> => ({
  breaks: 'EVT-03',
  does: `delivers ${what}, to which nobody subscribed`,
  seed: ({ accounts }) => {
    for (const { webhook } of accounts.values()) webhook.events = webhook.events.filter((one) => one !== event);
  },
  subscribed: (next, one, user) => (one === event && user.name !== 'mfa') || next(one, user),
});

export const deliveries = [
  fault('event-undelivered', {
    breaks: 'EVT-01',
    does: 'delivers nothing',
    subscribed: () => false,
  }),
  fault('beneficiary-event-undelivered', {
    breaks: 'EVT-01',
    does: 'delivers no new beneficiary',
    subscribed: (next, event, user) => event !== 'v1.beneficiary.create' && next(event, user),
  }),
  fault('event-of-equal-payment-undelivered', {
    breaks: 'EVT-01',
    does: 'delivers one payment of those that were created with the same body',
    around: {
      createPayment: (next, call) => {
        const user = call.user!;
        const sent = bodiesOf.get(user) ?? new Set();
        bodiesOf.set(user, sent);
        if (sent.has(String(call.bytes))) silenced.add(user);
        sent.add(String(call.bytes));
        try {
          return next(call);
        } finally {
          silenced.delete(user);
        }
      },
    },
    subscribed: (next, event, user) => !silenced.has(user) && next(event, user),
  }),
  fault('one-event-in-four-undelivered', {
    breaks: 'EVT-01',
    does: 'delivers three payments of four, each with its wallet, which the answer to their creation names as well',
    // With a lower limit, the deliveries that are lost might only be waiting for the next minute.
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.rateLimit = 300;
    },
    around: {
      createPayment: async (next, call) =>
        edited(await next(call), ({ data }) => {
          data.walletUuid = fieldOf(call, 'walletUuid');
        }),
    },
    deliver: (next, delivery, { data }) => {
      const told = JSON.parse(delivery.body) as { data: { id?: number; walletUuid?: string } };
      const of = [...data.accounts.values()].flatMap((account) => account.payments.find(String(told.data.id)) ?? [])[0];
      if (of === undefined) return next(delivery);
      if (of.id % 4 === 0) return Promise.resolve(200);
      told.data.walletUuid = of.wallet.uuid;
      return next({ ...delivery, headers: { 'content-type': 'application/json' }, body: JSON.stringify(told) });
    },
  }),
  fault('second-event-undelivered', {
    breaks: 'EVT-01',
    does: 'delivers no v1.payment.status of a new payment, which is subscribed to and declared beside v1.payment.create',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.events.push('v1.payment.status');
    },
    profile: { declares: { events: { createPayment: ['v1.payment.create', 'v1.payment.status'] } } },
  }),
  fault('event-to-another-url', {
    breaks: 'EVT-01',
    does: 'delivers the events of every user to the url of the first, although the second configured another',
    seed: ({ accounts }) => {
      const { webhook } = accounts.get('second')!;
      webhook.url += 'second';
    },
    deliver: (next, delivery, { data }) => next({ ...delivery, url: data.accounts.get('full')!.webhook.url }),
  }),
  fault('event-url-without-query', {
    breaks: 'EVT-01',
    does: 'leaves the query of the configured url out',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.url += '?key=made-up';
    },
    deliver: (next, delivery) => next({ ...delivery, url: delivery.url.replace(/\?.*/, '') }),
  }),
  fault('event-while-disabled', {
    breaks: 'EVT-02',
    does: 'delivers events although deliveries are not enabled, which the configuration then says',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.enable = false;
    },
    subscribed: () => true,
  }),
  fault('event-while-disabled-later', {
    breaks: 'EVT-02',
    does: 'delivers each event half a second later although no deliveries are enabled, which the configuration then says',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.enable = false;
    },
    subscribed: () => true,
    deliver: async (next, delivery) => {
      await pause(500);
      return next(delivery);
    },
  }),
  fault('event-unsubscribed', unsubscribed('v1.payment.create', 'new payments')),
  fault(
    'notification-event-unsubscribed',
    unsubscribed('v1.card.notification', 'that the notification of a card was switched'),
  ),
  fault('cancel-event-unsubscribed', unsubscribed('v1.payment.cancel', 'that a payment was cancelled')),
  fault('sign-event-unsubscribed', unsubscribed('v1.payment.sign', 'that a draft was signed')),
  fault('event-unsubscribed-beside', {
    breaks: 'EVT-03',
    does: 'delivers a payment under a second name that nobody subscribed to as well',
    around: {
      createPayment: async (next, call, service) => {
        const answer = await next(call);
        const { data } = (answer.body ?? {}) as { readonly data?: unknown };
        if (answer.status < 300) service.emit(call.user!, 'v1.payment.status', data);
        return answer;
      },
    },
    subscribed: (next, event, user) => (event === 'v1.payment.status' && user.name !== 'mfa') || next(event, user),
  }),
];

export const eventsToo = [
  fault('events-unlimited', {
    breaks: 'EVT-04',
    does: 'has a rateLimit of 2 and delivers as fast as it can',
    settings: { deliveries: { window: 1 } },
    seed({ accounts }) {
      for (const { webhook } of accounts.values()) webhook.rateLimit = 2;
    },
  }),
  fault('events-plain-text', {
    breaks: 'EVT-05',
    does: 'delivers JSON as plain text',
    deliver: (next, delivery) => next({ ...delivery, headers: { ...delivery.headers, 'content-type': 'text/plain' } }),
  }),
];
