// Faults by which the same question gets two answers when it is asked again, or twice at once.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { edited, editing } from '../edits.ts';
import { fault } from '../fault.ts';

/** Answers for the user who asked last, as a service does that keeps the current user in one place for all requests. */
const forTheLatestUser: Around = async (next, call, { notes }) => {
  notes.set('latest user', call.user);
  await pause(3);
  return next({ ...call, user: notes.get('latest user') as Call['user'] });
};

export const againAndAtOnce = [
  fault('card-sometimes-of-another', {
    breaks: 'PAR-24',
    does: 'shows another holder in one of 25 card reads',
    around: {
      readCard: (next, call, { notes }) =>
        editing((card) => {
          const turn = ((notes.get('turn') as number | undefined) ?? 0) + 1;
          notes.set('turn', turn);
          if (turn % 25 === 0) card.cardholderName = 'SOMEBODY ELSE';
        })(next, call),
    },
  }),
  fault('card-version-counts-reads', {
    breaks: 'PAR-24',
    does: 'counts the version of a card up each time that the card is read alone',
    around: {
      readCard: async (next, call, { notes }) =>
        edited(await next(call), (card) => {
          const key = `reads of ${card.id}`;
          const reads = ((notes.get(key) as number | undefined) ?? 0) + 1;
          notes.set(key, reads);
          card.version += reads;
        }),
    },
  }),
  fault('payment-version-counts-reads', {
    breaks: 'PAR-24',
    does: 'counts the version of a completed payment up each time that it is read',
    around: {
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          if (payment.status !== 'completed') return;
          const key = `reads of ${payment.id}`;
          const reads = ((notes.get(key) as number | undefined) ?? 0) + 1;
          notes.set(key, reads);
          payment.version += reads;
        }),
    },
  }),
  fault('webhook-key-of-each-read', {
    breaks: 'PAR-24',
    does: 'makes a new publicJwk each time that the webhook configuration is read',
    around: {
      readWebhook: editing(({ publicJwk }) => {
        // The last character of n stays, because it decides whether the modulus is odd.
        publicJwk.n = `${publicJwk.n.slice(0, 300)}${randomBytes(24).toString('base64url')}${publicJwk.n.slice(332)}`;
      }),
    },
  }),
  fault('webhook-updated-by-each-read', {
    breaks: 'PAR-24',
    does: 'counts the moment of the last change of the webhook configuration up each time that this is read',
    around: {
      readWebhook: async (next, call, { notes }) =>
        edited(await next(call), (webhook) => {
          const reads = ((notes.get('reads of the webhook') as number | undefined) ?? 0) + 1;
          notes.set('reads of the webhook', reads);
          webhook.updatedAt += reads;
        }),
    },
  }),
  fault('v1-card-updated-by-each-read', {
    breaks: 'PAR-24',
    does: 'counts updatedAtMs of a v1 card up each time that the card is read alone',
    around: {
      readCardV1: async (next, call, { notes }) =>
        edited(await next(call), (card) => {
          const key = `v1 reads of ${card.uuid}`;
          const reads = ((notes.get(key) as number | undefined) ?? 0) + 1;
          notes.set(key, reads);
          card.updatedAtMs += reads;
        }),
    },
  }),
  fault('card-of-the-later-read', {
    breaks: 'PAR-25',
    does: 'answers card reads that come at the same time with the card asked for last',
    around: {
      readCard: async (next, call, { notes }) => {
        notes.set('latest', call);
        await pause(3);
        const latest = notes.get('latest') as Call;
        return next(latest.user === call.user ? latest : call);
      },
    },
  }),
  fault('card-sought-for-the-later-user', {
    breaks: 'PAR-25',
    does: 'looks for a card, its limits or a v1 card among those of the user who asked last',
    around: { readCard: forTheLatestUser, readCardV1: forTheLatestUser, readCardLimitsV1: forTheLatestUser },
  }),
  fault('payment-sought-for-the-later-user', {
    breaks: 'PAR-25',
    does: 'looks for a payment among those of the user who asked last',
    around: { readPayment: forTheLatestUser },
  }),
  fault('beneficiary-sought-for-the-later-user', {
    breaks: 'PAR-25',
    does: 'looks for a beneficiary among those of the user who asked last',
    around: { readBeneficiary: forTheLatestUser },
  }),
];
