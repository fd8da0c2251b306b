// Faults in what lists and version 1 show after the notification was switched.
import type { Call, Handler } from '../../http/call.ts';
import type { Around, Seams } from '../../http/seams.ts';
import type { Service } from '../../service-state.ts';
import { edited, editedEach, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { cardOf, onceSwitched } from './edits.ts';

/** Such calls keep showing the notification of each card as the first of them showed it. */
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

/** After a form switched the notification of a card, this operation shows the old value until JSON switches it. */
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

export const notificationListed = [
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
];
