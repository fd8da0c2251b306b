// Other events for the same actions, under other names or for more users.
import { randomInt, randomUUID } from 'node:crypto';
import type { Around } from '../http/seams.ts';
import { type Data, seeTheSame } from '../store/data.ts';
import type { User } from '../users.ts';
import type { Attempt, Delivery } from '../webhooks/delivery.ts';
import { variant } from './variant.ts';

const [usual, other] = ['v1.payment.create', 'v1.paid'];

const renamed = (event: string): string => (event === usual ? other : event);

const renameAll = ({ accounts, events }: Data): void => {
  for (const descriptor of events) descriptor.id = renamed(descriptor.id);
  for (const { webhook } of accounts.values()) webhook.events = webhook.events.map(renamed);
};

const named = (events: Readonly<Record<string, readonly string[]>>) => ({ declares: { events } });

/** Sends the renamed event without the signature, which was made for the old name; how deliveries are signed is open. */
const told = {
  seed: renameAll,
  subscribed: (next: (event: string, user: User) => boolean, event: string, user: User) => next(renamed(event), user),
  deliver: (next: Attempt, delivery: Delivery) =>
    next({
      ...delivery,
      headers: { 'content-type': 'application/json' },
      body: delivery.body.replaceAll(usual, other),
    }),
};

/** Also tells the user full what the user mfa does. */
const toldToo =
  (event: string): Around =>
  async (next, call, service) => {
    const answer = await next(call);
    const { data } = (answer.body ?? {}) as { readonly data?: unknown };
    const full = service.data.users.find(({ name }) => name === 'full');
    if (answer.status < 300 && call.user?.name === 'mfa' && full) service.emit(full, event, data);
    return answer;
  };

export const eventVariants = [
  variant('one-company-two-urls', {
    reads: 'who is told of what a user does',
    does: 'has full and mfa see the same things, tells full what mfa does, and gives mfa another url',
    leaves: {
      'EVT-02': 'no user has deliveries disabled at a url where nobody else is told',
    },
    seed: (data) => {
      seeTheSame(data);
      data.accounts.get('mfa')!.webhook.url += 'mfa';
    },
    around: { createPayment: toldToo('v1.payment.create') },
  }),
  variant('one-company-two-queries', {
    reads: 'who is told of what a user does',
    does: 'has full and mfa see the same things, tells full what mfa does, and has their urls differ in the query alone',
    leaves: {
      'EVT-02': 'no user has deliveries disabled at a url where nobody else is told',
    },
    seed: (data) => {
      seeTheSame(data);
      const { webhook: own } = data.accounts.get('full')!;
      const { webhook: others } = data.accounts.get('mfa')!;
      own.url += '?u=full';
      Object.assign(others, { url: `${others.url}?u=mfa`, enable: true, events: ['v1.payment.create'] });
    },
    around: {
      createPayment: toldToo('v1.payment.create'),
      createBeneficiary: toldToo('v1.beneficiary.create'),
    },
  }),
  variant('own-urls', {
    reads: 'to which url the events of each user are delivered',
    does: 'delivers those of the second user to another url',
    seed: ({ accounts }) => {
      accounts.get('second')!.webhook.url += 'second';
    },
  }),
  variant('one-company', {
    reads: 'who is told of what a user does',
    does: 'has full and mfa see the same things, and tells full what mfa does, whose own deliveries are disabled',
    leaves: {
      'EVT-02': 'no user has deliveries disabled at a url where nobody else is told',
    },
    seed: seeTheSame,
    around: {
      createPayment: toldToo('v1.payment.create'),
      createBeneficiary: toldToo('v1.beneficiary.create'),
    },
  }),
  variant('one-webhook', {
    reads: 'whose a webhook configuration is',
    does: 'has full and mfa see the same things and have one configuration, which is their company’s',
    leaves: {
      'EVT-02': 'no user has deliveries disabled at a url where nobody else is told',
    },
    seed: (data) => {
      seeTheSame(data);
      data.accounts.get('mfa')!.webhook = data.accounts.get('full')!.webhook;
    },
  }),
  variant('payment-event-renamed', {
    reads: 'which event a new payment brings about',
    does: 'calls it v1.paid, which the profile declares',
    ...told,
    profile: named({ createPayment: [other] }),
  }),
  variant('two-events-of-a-payment', {
    reads: 'which events a new payment brings about, and when',
    does: 'tells of it once more a second later, by another event that says nothing of which payment it is',
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.events.push('v1.payment.status');
    },
    around: {
      createPayment: async (next, call, service) => {
        const answer = await next(call);
        const tell = () => service.emit(call.user!, 'v1.payment.status', { status: 'process' });
        if (answer.status < 300) setTimeout(tell, 1000).unref();
        return answer;
      },
    },
    profile: named({ createPayment: [usual, 'v1.payment.status'] }),
  }),
  variant('invitations-told-by-number', {
    reads: 'the body of a delivered event',
    does: 'tells of an invitation by a number that its answer does not have, to the full user, who subscribed to it',
    seed: ({ accounts }) => {
      accounts.get('full')!.webhook.events.push('v1.member.invite');
    },
    deliver: (next, delivery) => {
      const told = JSON.parse(delivery.body) as { event: string };
      if (told.event !== 'v1.member.invite') return next(delivery);
      const body = JSON.stringify({ ...told, data: { memberNumber: randomInt(1e9, 1e10) } });
      return next({ ...delivery, headers: { 'content-type': 'application/json' }, body });
    },
    profile: named({ inviteMember: ['v1.member.invite'] }),
  }),
  variant('deliveries-by-the-minute', {
    reads: 'the unit of rateLimit',
    does: 'delivers ten events of a user in a minute, as its rateLimit says, and lets the others wait',
    leaves: {
      'EVT-01': 'its queue ends after minutes alone',
    },
    settings: { deliveries: { window: 60_000 } },
    seed: ({ accounts }) => {
      for (const { webhook } of accounts.values()) webhook.rateLimit = 10;
    },
  }),
  variant('thin-deliveries-together', {
    reads: 'how many events a delivery tells of',
    does: 'tells those of a third of a second in one delivery, and nothing of what they are about',
    deliver: async (next, delivery, { notes }) => {
      const { event } = JSON.parse(delivery.body) as { readonly event: string };
      const gathered = notes.get(delivery.url) as { readonly event: string }[] | undefined;
      gathered?.push({ event });
      if (gathered) return 200;
      const begun = [{ event }];
      notes.set(delivery.url, begun);
      const send = () => {
        notes.delete(delivery.url);
        const headers = { 'content-type': 'application/json' };
        void next({ ...delivery, headers, body: JSON.stringify({ events: begun }) });
      };
      setTimeout(send, 333).unref();
      return 200;
    },
    profile: named({
      createPayment: [usual],
      createBeneficiary: ['v1.beneficiary.create'],
      inviteMember: ['v1.member.invite'],
    }),
  }),
  variant('thin-deliveries', {
    reads: 'the body of a delivered event',
    does: 'tells the event alone, and nothing of what it is about',
    deliver: (next, delivery) =>
      next({
        ...delivery,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: randomUUID(), event: (JSON.parse(delivery.body) as { event: string }).event }),
      }),
    profile: named({
      createPayment: [usual],
      createBeneficiary: ['v1.beneficiary.create'],
      inviteMember: ['v1.member.invite'],
    }),
  }),
];
