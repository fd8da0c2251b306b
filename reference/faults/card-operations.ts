// Faults of what is done to a card: calculating its limits and switching its SMS notification.

import { refused } from '../errors.ts';
import type { Call, Handler } from '../http/call.ts';
import type { Around, Seams } from '../http/seams.ts';
import type { Service } from '../service-state.ts';
import type { CardRecord } from '../store/cards.ts';
import type { TokenKind } from '../tokens.ts';
import {
  edited,
  editedEach,
  editing,
  fieldOf,
  keptOfBlocked,
  type Loose,
  unknownToSecond,
  withFields,
} from './edits.ts';
import { fault } from './fault.ts';

const cardsOf = (call: Call, { data }: Service) => data.accounts.get(call.user!.name)!.cards;

const cardOf = (call: Call, service: Service): CardRecord | undefined =>
  cardsOf(call, service).byUuid(call.parameters.id ?? '');

/** Does something to a card whose notification the call has changed. */
const onceSwitched =
  (change: (card: CardRecord, service: Service) => unknown): Around =>
  async (next, call, service) => {
    const card = cardOf(call, service);
    const before = card?.smsBalanceNotification;
    const answer = await next(call);
    if (card && card.smsBalanceNotification !== before) change(card, service);
    return answer;
  };

const countingDown: Around = async (next, call, service) => {
  const answer = await next(call);
  const card = cardOf(call, service);
  if (answer.status === 200 && card) card.version -= 2;
  return answer;
};

/** Keeps showing the notification of each card as it was when first shown to such a call. */
const keepingTheFirst =
  (isSuch: (call: Call, service: Service) => boolean): Around =>
  async (next, call, service) => {
    const answer = await next(call);
    if (!isSuch(call, service)) return answer;
    return editedEach(answer, (card) => {
      const key = `first shown of ${card.id}`;
      if (!service.notes.has(key)) service.notes.set(key, card.isSmsBalanceNotification);
      card.isSmsBalanceNotification = service.notes.get(key);
    });
  };

/** Keeps showing to each token what it was shown first of the notification of a card, until it switches that card itself. */
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

/** Does what a form asks for all the same, after such an answer. */
const switchedByFormAnyway =
  (isSuch: (answer: Loose) => boolean): Around =>
  async (next, call, service) => {
    const answer = await next(call);
    const card = cardOf(call, service);
    const isForm = call.body.kind === 'object' && call.body.as === 'form';
    if (isForm && card && isSuch(answer)) card.smsBalanceNotification = fieldOf(call, 'enabled') === '1';
    return answer;
  };

/** What such an answer shows of a card stays as it was before a form switched its notification, until JSON switches it. */
const staleAfterForms = (operation: 'listCards' | 'listCardsV1' | 'readCardV1'): Pick<Seams, 'around'> => ({
  around: {
    setSmsBalanceNotification: async (next, call, service) => {
      const card = cardOf(call, service);
      const [key, before] = [`stale ${card?.uuid}`, card?.smsBalanceNotification];
      const answer = await next(call);
      const isForm = call.body.kind === 'object' && call.body.as === 'form';
      if (!isForm) service.notes.delete(key);
      else if (!service.notes.has(key)) service.notes.set(key, before);
      return answer;
    },
    [operation]: async (next: Handler, call: Call, { notes }: Service) =>
      editedEach(await next(call), (card) => {
        card.isSmsBalanceNotification = notes.get(`stale ${card.uuid ?? card.id}`) ?? card.isSmsBalanceNotification;
      }),
  },
});

/** Counts the calls of one kind. */
const turn = (notes: Map<string, unknown>): number => {
  const count = ((notes.get('turn') as number | undefined) ?? 0) + 1;
  notes.set('turn', count);
  return count;
};

/** Takes a token of that kind, whoever's it is, for the sign token of the notification. */
const takingForSignToken =
  (kind: TokenKind): Around =>
  (next, call, { tokens }) => {
    const isSuch = tokens.owner(kind, String(fieldOf(call, 'signToken') ?? '')) !== undefined;
    return next(isSuch ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
  };

export const cardOperationFaults = [
  fault('calculated-limits-of-blocked-kept', {
    breaks: 'CARD-42',
    does: 'answers 403 to who has the limits of a blocked card calculated, whose permissions allow that',
    around: { calculateCardLimits: keptOfBlocked },
  }),
  fault('sms-notification-of-blocked-kept', {
    breaks: 'CARD-49',
    does: 'answers 403 to who switches the SMS notification of a blocked card, whose permissions allow that',
    around: { setSmsBalanceNotification: keptOfBlocked },
  }),
  fault('calculated-limits-200', {
    breaks: 'CARD-42',
    does: 'answers 200 to the calculation of limits',
    around: {
      calculateCardLimits: async (next, call) => {
        const answer = await next(call);
        return answer.status === 201 ? { ...answer, status: 200 } : answer;
      },
    },
  }),
  fault('calculated-limits-of-second-unknown', {
    breaks: 'CARD-42',
    does: 'answers 404 to the second user who has the limits of a card of his calculated',
    around: { calculateCardLimits: unknownToSecond },
  }),
  fault('calculated-limits-sometimes-success', {
    breaks: 'CARD-43',
    does: 'calls one calculation of limits in 25 a SUCCESS',
    around: {
      calculateCardLimits: (next, call, { notes }) =>
        editing((answer) => {
          if (turn(notes) % 25 === 0) answer.status = 'SUCCESS';
        })(next, call),
    },
  }),
  fault('calculated-limits-of-a-card-once', {
    breaks: 'CARD-43',
    does: 'gives all limits calculated of one card one id',
    around: {
      calculateCardLimits: async (next, call, { notes }) =>
        edited(await next(call), (answer) => {
          const key = `limits of ${call.parameters.id}`;
          answer.id = notes.get(key) ?? answer.id;
          notes.set(key, answer.id);
        }),
    },
  }),
  fault('calculated-limits-share-id', {
    breaks: 'CARD-43',
    does: 'gives all limits calculated within a second one id',
    around: {
      calculateCardLimits: editing((answer) => {
        answer.id = `limits-${Math.floor(Date.now() / 1000)}`;
      }),
    },
  }),
  fault('calculated-limits-named-like-card', {
    breaks: 'CARD-43',
    does: 'gives calculated limits the id of the card',
    around: {
      calculateCardLimits: async (next, call) =>
        edited(await next(call), (answer) => {
          answer.id = call.parameters.id;
        }),
    },
  }),
  fault('calculated-limits-named-like-virtual-card', {
    breaks: 'CARD-43',
    does: 'gives limits calculated of a virtual card the id of the card',
    around: {
      calculateCardLimits: async (next, call, service) =>
        edited(await next(call), (answer) => {
          const card = cardOf(call, service);
          if (card?.type === 'Virtual') answer.id = card.uuid;
        }),
    },
  }),
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
  fault('sms-notification-kept-on-list-of-type', {
    breaks: 'CARD-49',
    does: 'keeps what a list of one type showed first of the SMS notification',
    around: { listCards: keepingTheFirst(({ query }) => query.type !== undefined) },
  }),
  fault('sms-notification-kept-on-list-of-both', {
    breaks: 'CARD-49',
    does: 'keeps what a list of one status and type showed first of the SMS notification',
    around: { listCards: keepingTheFirst(({ query }) => query.status !== undefined && query.type !== undefined) },
  }),
  fault('sms-notification-off-kept-on-sorted-list-of-disposable-cards', {
    breaks: 'CARD-49',
    does: 'keeps showing the SMS notification of a disposable card as on in sorted lists, once it was on',
    around: {
      setSmsBalanceNotification: onceSwitched((card, { notes }) => {
        if (card.smsBalanceNotification && card.type === 'Disposable') notes.set(`on ${card.uuid}`, true);
      }),
      listCards: async (next, call, { notes }) =>
        editedEach(await next(call), (card) => {
          if (call.query.sort !== undefined && notes.has(`on ${card.id}`)) card.isSmsBalanceNotification = true;
        }),
    },
  }),
  fault('sms-notification-kept-on-sorted-list', {
    breaks: 'CARD-49',
    does: 'keeps what a sorted list showed first of the SMS notification',
    around: { listCards: keepingTheFirst(({ query }) => query.sort !== undefined) },
  }),
  fault('sms-notification-kept-on-list-filtered-and-sorted', {
    breaks: 'CARD-49',
    does: 'keeps what a list of one type or status showed first of the SMS notification where it is sorted as well',
    around: {
      listCards: keepingTheFirst(
        ({ query: { sort, status, type } }) => sort !== undefined && (status ?? type) !== undefined,
      ),
    },
  }),
  fault('legacy-list-filtered-in-the-order-of-changes', {
    breaks: 'LEG-22',
    does: 'puts cards whose notification is other than it was at the end of a v1 list of one type, whatever order is asked for',
    around: {
      setSmsBalanceNotification: onceSwitched(({ uuid, smsBalanceNotification }, { notes }) => {
        if (!notes.has(`at first ${uuid}`)) notes.set(`at first ${uuid}`, !smsBalanceNotification);
      }),
      listCardsV1: async (next, call, { notes }) =>
        edited(await next(call), (cards) => {
          if (call.query.type === undefined || call.query.sort === undefined) return;
          const isOther = ({ uuid, isSmsBalanceNotification: isOn }: Loose) =>
            (notes.get(`at first ${uuid}`) ?? isOn) !== isOn;
          cards.sort((one: Loose, other: Loose) => Number(isOther(one)) - Number(isOther(other)));
        }),
    },
  }),
  fault('legacy-notification-kept-on-list-of-status', {
    breaks: 'PAR-15',
    does: 'keeps what a v1 list of one status showed first of the SMS notification',
    around: { listCardsV1: keepingTheFirst(({ query }) => query.status !== undefined) },
  }),
  fault('legacy-notification-kept-with-limits', {
    breaks: 'PAR-15',
    does: 'keeps what a v1 card showed first of the SMS notification with its limits',
    around: { readCardV1: keepingTheFirst(({ query }, { settings }) => query[settings.names.include] === 'limits') },
  }),
  fault('sms-notification-by-form-not-listed', {
    breaks: 'PAR-26',
    does: 'keeps what the v2 list shows of the SMS notification when a form switches it',
    ...staleAfterForms('listCards'),
  }),
  fault('legacy-notification-kept-after-a-form', {
    breaks: 'PAR-15',
    does: 'keeps what a v1 card shows of the SMS notification when a form switches it',
    ...staleAfterForms('readCardV1'),
  }),
  fault('legacy-notification-kept-on-list-after-a-form', {
    breaks: 'PAR-15',
    does: 'keeps what the v1 list shows of the SMS notification when a form switches it',
    ...staleAfterForms('listCardsV1'),
  }),
  fault('legacy-time-kept-after-a-form', {
    breaks: 'PAR-15',
    does: 'keeps updatedAtMs of v1 as it was when a form switches the notification, until JSON switches it',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const [key, before] = [`time of ${card?.uuid}`, card?.updatedAt];
        const answer = await next(call);
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        if (!isForm) service.notes.delete(key);
        else if (!service.notes.has(key)) service.notes.set(key, before);
        return answer;
      },
      ...Object.fromEntries(
        ['listCardsV1', 'readCardV1'].map((operation) => [
          operation,
          async (next: Handler, call: Call, { notes }: Service) =>
            editedEach(await next(call), (card) => {
              card.updatedAtMs = notes.get(`time of ${card.uuid}`) ?? card.updatedAtMs;
            }),
        ]),
      ),
    },
  }),
  fault('card-changed-sorted-last', {
    breaks: 'CARD-18',
    does: 'puts cards whose notification was changed at the end of the list by ascending id',
    around: {
      setSmsBalanceNotification: onceSwitched((card, { notes }) => notes.set(`changed ${card.uuid}`, true)),
      listCards: async (next, call, { notes }) => {
        const answer = await next(call);
        if (call.query.sort !== 'id' || !Array.isArray(answer.body)) return answer;
        const isChanged = (card: Loose) => Number(notes.has(`changed ${card.id}`));
        return { ...answer, body: answer.body.toSorted((one, other) => isChanged(one) - isChanged(other)) };
      },
    },
  }),
  fault('legacy-card-changed-sorted-last', {
    breaks: 'LEG-22',
    does: 'puts cards whose notification was changed at the end of the v1 list by ascending id',
    around: {
      setSmsBalanceNotification: onceSwitched((card, { notes }) => notes.set(`changed ${card.uuid}`, true)),
      listCardsV1: async (next, call, { notes }) => {
        const answer = await next(call);
        if (call.query.sort !== 'id' || !Array.isArray(answer.body)) return answer;
        const isChanged = (card: Loose) => Number(notes.has(`changed ${card.uuid}`));
        return { ...answer, body: answer.body.toSorted((one, other) => isChanged(one) - isChanged(other)) };
      },
    },
  }),
  fault('sms-notification-off-without-version', {
    breaks: 'CARD-65',
    does: 'leaves the version of a card as it is when its SMS notification is switched off',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 200 && card && !card.smsBalanceNotification) card.version -= 1;
        return answer;
      },
    },
  }),
  fault('sms-notification-by-booleans-alone', {
    breaks: 'CARD-49',
    does: 'takes true and false for the SMS notification in JSON, and neither 0 nor 1',
    around: {
      setSmsBalanceNotification: (next, call, { settings: { names } }) => {
        const value = fieldOf(call, names.smsEnabled);
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        if (isForm) return next(call);
        return next(
          withFields(call, { [names.smsEnabled]: typeof value === 'boolean' ? Number(value) : 'no boolean' }),
        );
      },
    },
    profile: { open: { smsField: 'discover' } },
  }),
  fault('sms-notification-unheeded-by-plastic', {
    breaks: 'CARD-49',
    does: 'takes the SMS notification of an active card of plastic and leaves it as it is, where its field is yet to be found',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const before = card?.smsBalanceNotification;
        const answer = await next(call);
        if (card?.status === 'ACTIVE' && card.type === 'ChipAndPin') card.smsBalanceNotification = before === true;
        return answer;
      },
    },
    profile: { open: { smsField: 'discover' } },
  }),
  fault('sms-notification-any-sign-token', {
    breaks: 'CARD-49',
    does: 'takes any sign token with the SMS notification, once it demanded one',
    around: {
      setSmsBalanceNotification: (next, call, { tokens }) =>
        next(
          fieldOf(call, 'signToken') ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call,
        ),
    },
  }),
  fault('sms-notification-any-sign-token-in-a-form', {
    breaks: 'CARD-49',
    does: 'takes any sign token with the SMS notification where a form sets it',
    around: {
      setSmsBalanceNotification: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return next(
          isForm && fieldOf(call, 'signToken')
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        );
      },
    },
  }),
  fault('sms-notification-by-form-before-factor', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification as a form says while it demands a second factor for that',
    around: { setSmsBalanceNotification: switchedByFormAnyway((answer) => answer.body?.status === 'MFA_REQUIRED') },
  }),
  fault('sms-notification-forbidden-and-done-by-form', {
    breaks: 'CARD-49',
    does: 'switches the SMS notification of a card that forbids it as a form says, and answers 403',
    around: { setSmsBalanceNotification: switchedByFormAnyway((answer) => answer.status === 403) },
  }),
  fault('sms-notification-sign-token-of-anybody', {
    breaks: 'CARD-49',
    does: 'takes the sign token of any user with the SMS notification',
    around: { setSmsBalanceNotification: takingForSignToken('sign') },
  }),
  fault('sms-notification-demand-for-sign-token', {
    breaks: 'CARD-49',
    does: 'takes what demanded the second factor for the sign token of the SMS notification',
    around: { setSmsBalanceNotification: takingForSignToken('mfa') },
  }),
  fault('sms-notification-takes-two', {
    breaks: 'CARD-51',
    does: 'takes 2 for the SMS notification as on',
    around: {
      setSmsBalanceNotification: (next, call) =>
        next(fieldOf(call, 'enabled') === 2 ? withFields(call, { enabled: 1 }) : call),
    },
  }),
  fault('sms-notification-off-by-null', {
    breaks: 'CARD-51',
    does: 'switches the SMS notification off when the value is null',
    around: {
      setSmsBalanceNotification: (next, call) =>
        next(fieldOf(call, 'enabled') === null ? withFields(call, { enabled: 0 }) : call),
    },
  }),
  fault('sms-notification-off-by-empty-value', {
    breaks: 'CARD-51',
    does: 'switches the SMS notification off when the value is an empty text',
    around: {
      setSmsBalanceNotification: (next, call) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return next(fieldOf(call, 'enabled') === '' ? withFields(call, { enabled: isForm ? '0' : 0 }) : call);
      },
    },
  }),
  fault('sms-notification-refused-and-done', {
    breaks: 'CARD-51',
    does: 'switches the SMS notification off while it refuses a value',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 400 && card) card.smsBalanceNotification = false;
        return answer;
      },
    },
  }),
  fault('card-update-falls', {
    breaks: 'CARD-57',
    does: 'dates a card to 2001 when its SMS notification changes',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 200 && card) card.updatedAt = Date.UTC(2001);
        return answer;
      },
    },
  }),
  fault('card-switched-in-another-zone', {
    breaks: 'CARD-11',
    does: 'takes the instant of a switch for one of another zone, two hours ahead',
    around: {
      setSmsBalanceNotification: onceSwitched((card, { clock }) => {
        card.updatedAt = clock() + 7_200_000;
      }),
    },
  }),
  fault('card-version-stays', {
    breaks: 'CARD-65',
    does: 'leaves the version of a card as it is when its SMS notification changes',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 200 && card) card.version -= 1;
        return answer;
      },
    },
  }),
  fault('card-version-falls-by-form', {
    breaks: 'CARD-64',
    does: 'counts the version of a card down when a form changes its SMS notification',
    around: {
      setSmsBalanceNotification: (next, call, service) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm ? countingDown(next, call, service) : next(call);
      },
    },
  }),
  fault('card-version-of-disposable-cards-falls', {
    breaks: 'CARD-64',
    does: 'counts the version of a disposable card down when its SMS notification changes',
    around: {
      setSmsBalanceNotification: (next, call, service) =>
        cardOf(call, service)?.type === 'Disposable' ? countingDown(next, call, service) : next(call),
    },
  }),
  fault('card-version-falls', {
    breaks: 'CARD-64',
    does: 'counts the version of a card down when its SMS notification changes',
    around: { setSmsBalanceNotification: countingDown },
  }),
  fault('sms-notification-json-refused', {
    breaks: 'PAR-26',
    does: 'takes the SMS notification as a form alone',
    around: {
      setSmsBalanceNotification: (next, call) =>
        call.body.kind === 'object' && call.body.as === 'json' ? refused(400, 'A form is expected.') : next(call),
    },
  }),
  fault('sms-notification-toggled-by-form', {
    breaks: 'PAR-26',
    does: 'switches the SMS notification over when a form sets what is set already',
    around: {
      setSmsBalanceNotification: (next, call, service) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const now = cardOf(call, service)?.smsBalanceNotification ? '1' : '0';
        const isSet = isForm && fieldOf(call, 'enabled') === now;
        return next(isSet ? withFields(call, { enabled: now === '1' ? '0' : '1' }) : call);
      },
    },
  }),
  fault('sms-notification-form-inverted-on-ordered', {
    breaks: 'PAR-26',
    does: 'switches the SMS notification of an ordered card on when a form says 0',
    around: {
      setSmsBalanceNotification: (next, call, service) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isMistaken = isForm && cardOf(call, service)?.status === 'ORDERED' && fieldOf(call, 'enabled') === '0';
        return next(isMistaken ? withFields(call, { enabled: '1' }) : call);
      },
    },
  }),
  fault('sms-notification-form-inverted', {
    breaks: 'PAR-26',
    does: 'switches the SMS notification on when a form says 0',
    around: {
      setSmsBalanceNotification: (next, call) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return next(isForm && fieldOf(call, 'enabled') === '0' ? withFields(call, { enabled: '1' }) : call);
      },
    },
  }),
  fault('sms-wrong-value-done-later', {
    breaks: 'CARD-51',
    does: 'refuses a value other than 0 and 1, and takes it for one of them two seconds later, unless a good one came meanwhile',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const card = cardOf(call, service);
        const answer = await next(call);
        const key = `waiting ${card?.uuid}`;
        const value = fieldOf(call, service.settings.names.smsEnabled);
        if (answer.status === 200) service.notes.delete(key);
        else if (value !== undefined && Number(value) !== 0 && Number(value) !== 1) {
          service.notes.set(key, { on: Number(value) > 0, at: service.clock() });
        }
        return answer;
      },
      readCard: (next, call, service) => {
        const card = cardOf(call, service);
        const key = `waiting ${card?.uuid}`;
        const waiting = service.notes.get(key) as { readonly on: boolean; readonly at: number } | undefined;
        if (card && waiting && service.clock() - waiting.at > 2000) {
          card.smsBalanceNotification = waiting.on;
          service.notes.delete(key);
        }
        return next(call);
      },
    },
  }),
];
