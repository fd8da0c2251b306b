// Faults in how a switch of the notification affects this card and others.
import type { Call } from '../../http/call.ts';
import type { Around, Seams } from '../../http/seams.ts';
import { editedEach, fieldOf, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { cardOf, cardsOf, onceSwitched } from './edits.ts';

/** Keeps showing each access token the notification of a card as that token first saw it, until it switches the card itself. */
const renewedForTheWriterAlone = (
  ...reads: readonly ('listCards' | 'readCard' | 'listCardsV1' | 'readCardV1')[]
): Pick<Seams, 'around'> => {
  const keyFor = (call: Call, uuid: unknown) => `${call.headers.authorization} is shown ${uuid}`;
  const read: Around = async (next, call, { notes }) =>
    editedEach(await next(call), (card) => {
      const key = keyFor(call, card.uuid ?? card.id);
      if (!notes.has(key)) notes.set(key, card.isSmsBalanceNotification);
      card.isSmsBalanceNotification = notes.get(key);
    });
  return {
    around: {
      ...Object.fromEntries(reads.map((operation) => [operation, read])),
      setSmsBalanceNotification: async (next, call, service) => {
        service.notes.delete(keyFor(call, cardOf(call, service)?.uuid));
        const answer = await next(call);
        service.notes.delete(keyFor(call, cardOf(call, service)?.uuid));
        return answer;
      },
    },
  };
};

export const notification = [
  fault('sms-notification-toggled', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification off when 1 is set where it is on already',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const wasOn = card?.smsBalanceNotification === true;
        const answer = await next(call);
        if (card && wasOn && card.smsBalanceNotification && answer.status === 200) card.smsBalanceNotification = false;
        return answer;
      },
    },
  }),
  fault('sms-notification-lost', {
    breaks: 'CARD-49',
    does: 'says that the SMS notification is set and does nothing',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const before = card?.smsBalanceNotification;
        const answer = await next(call);
        if (card !== undefined && before !== undefined) card.smsBalanceNotification = before;
        return answer;
      },
    },
  }),
  fault('sms-notification-of-second-lost', {
    breaks: 'CARD-49',
    does: 'says to the second user that the SMS notification is set and does nothing',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const before = card?.smsBalanceNotification;
        const answer = await next(call);
        if (card && call.user?.name === 'second') card.smsBalanceNotification = before === true;
        return answer;
      },
    },
  }),
  fault('sms-notification-renewed-for-the-writer-alone', {
    breaks: 'CARD-49',
    does: 'shows what a card has become in the v2 session alone that switched it',
    ...renewedForTheWriterAlone('listCards', 'readCard'),
  }),
  fault('legacy-notification-renewed-for-the-writer-alone', {
    breaks: 'PAR-15',
    does: 'shows what a card has become in v1 to the session alone that switched it',
    ...renewedForTheWriterAlone('listCardsV1', 'readCardV1'),
  }),
  fault('sms-notification-of-neighbour', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification of another card as well',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        const other = [...cardsOf(call, service)].find((one) => one !== card && one.status === 'CLOSED');
        if (answer.status === 200 && card && other) other.smsBalanceNotification = card.smsBalanceNotification;
        return answer;
      },
    },
  }),
  fault('sms-notification-takes-card-off-lists-of-status', {
    breaks: 'CARD-49',
    does: 'leaves a card whose notification was changed out of the lists of its status',
    around: {
      setSmsBalanceNotification: onceSwitched((card, { notes }) => notes.set(`changed ${card.uuid}`, true)),
      listCards: async (next, call, { notes }) => {
        const answer = await next(call);
        if (call.query.status === undefined || !Array.isArray(answer.body)) return answer;
        return { ...answer, body: answer.body.filter((card: Loose) => !notes.has(`changed ${card.id}`)) };
      },
    },
  }),
  fault('sms-notification-changes-design', {
    breaks: 'CARD-49',
    does: 'gives a card whose notification was changed another design, once',
    around: {
      setSmsBalanceNotification: onceSwitched((card: Loose) => {
        card.designId = 'standard';
      }),
    },
  }),
  fault('sms-notification-moves-validity', {
    breaks: 'CARD-49',
    does: 'moves the end of validity of a card by a day whenever its notification is changed',
    around: {
      setSmsBalanceNotification: onceSwitched((card: Loose) => {
        card.validUntilDate = new Date(Date.parse(card.validUntilDate) - 86_400_000).toISOString().slice(0, 10);
      }),
    },
  }),
  fault('sms-notification-loses-order', {
    breaks: 'CARD-49',
    does: 'keeps a card whose notification is changed without the time of its order',
    around: {
      setSmsBalanceNotification: onceSwitched((card: Loose) => {
        card.order = { ...card.order, orderedAt: undefined, dispatchedAt: undefined };
      }),
    },
  }),
  fault('sms-notification-loses-dispatch', {
    breaks: 'CARD-49',
    does: 'forgets when a card was dispatched whenever its notification is changed',
    around: {
      setSmsBalanceNotification: onceSwitched((card: Loose) => {
        card.order = { ...card.order, dispatchedAt: undefined };
      }),
    },
  }),
  fault('sms-notification-loses-words-of-order', {
    breaks: 'CARD-49',
    does: 'keeps a card whose notification is changed without the message and the delivery of its order',
    around: {
      setSmsBalanceNotification: onceSwitched((card: Loose) => {
        card.order = { ...card.order, message: '', delivery: {} };
      }),
    },
  }),
  fault('notification-undone', {
    breaks: 'CARD-49',
    does: 'undoes a change of the SMS notification after a second',
    around: {
      setSmsBalanceNotification: onceSwitched((card) => {
        const undone = !card.smsBalanceNotification;
        setTimeout(() => {
          card.smsBalanceNotification = undone;
        }, 1000).unref();
      }),
    },
  }),
  fault('notification-of-others-switched', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification of the cards of other users along',
    around: {
      setSmsBalanceNotification: onceSwitched(({ smsBalanceNotification, uuid }, { data }) => {
        for (const { cards } of data.accounts.values()) {
          if (cards.byUuid(uuid)) continue;
          for (const card of cards) card.smsBalanceNotification = smsBalanceNotification;
        }
      }),
    },
  }),
  fault('sms-notification-blocks-for-good', {
    breaks: 'CARD-49',
    does: 'shows an active card as blocked once its notification was changed',
    around: {
      setSmsBalanceNotification: onceSwitched((card) => {
        if (card.status === 'ACTIVE') card.status = 'BLOCKED';
      }),
    },
  }),
  fault('sms-notification-off-blocks', {
    breaks: 'CARD-49',
    does: 'shows a virtual card as blocked while its notification is off',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 200 && card?.type === 'Virtual')
          card.status = card.smsBalanceNotification ? 'ACTIVE' : 'BLOCKED';
        return answer;
      },
    },
  }),
  fault('sms-notification-before-factor', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification while it demands a second factor for that',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        const isDemand = (answer.body as Loose)?.status === 'MFA_REQUIRED';
        if (isDemand && card) card.smsBalanceNotification = Number(fieldOf(call, 'enabled')) === 1;
        return answer;
      },
    },
  }),
  fault('sms-notification-off-before-factor', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification off while it demands a second factor for that',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        const isDemand = (answer.body as Loose)?.status === 'MFA_REQUIRED';
        if (isDemand && card && Number(fieldOf(call, 'enabled')) === 0) card.smsBalanceNotification = false;
        return answer;
      },
    },
  }),
  fault('sms-notification-lost-behind-factor', {
    breaks: 'CARD-49',
    does: 'answers the switching of a user of whom it demands a second factor with success, and switches nothing',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const before = card?.smsBalanceNotification;
        const answer = await next(call);
        if (card && call.user?.mfaAtLogin) card.smsBalanceNotification = before!;
        return answer;
      },
    },
  }),
  fault('sms-notification-forbidden-and-done', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification of a card that forbids it, and answers 403',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 403 && card) card.smsBalanceNotification = Number(fieldOf(call, 'enabled')) === 1;
        return answer;
      },
    },
  }),
];
