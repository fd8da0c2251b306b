// Faults of the fields of a card in version 1.
import { editing, editingEach, type Loose } from '../../edits.ts';
import { fault } from '../../fault.ts';
import { alone, seconds } from './edits.ts';

const everywhere = (change: (card: Loose) => void) => ({
  listCardsV1: editingEach(change),
  readCardV1: editing(change),
});

export const fields = [
  fault('legacy-id-as-text', {
    breaks: 'LEG-01',
    does: 'writes the id of a v1 card that is read alone as text',
    around: alone((card) => {
      card.id = String(card.id);
    }),
  }),
  fault('legacy-uuid-in-braces', {
    breaks: 'LEG-02',
    does: 'puts the uuid of a v1 card that is read alone in braces',
    around: alone((card) => {
      card.uuid = `{${card.uuid}}`;
    }),
  }),
  fault('legacy-type-renamed', {
    breaks: 'LEG-04',
    does: 'calls a virtual v1 card that is read alone VIRTUAL',
    around: alone((card) => {
      if (card.type === 'Virtual') card.type = 'VIRTUAL';
    }),
  }),
  fault('legacy-mask-of-crosses', {
    breaks: 'LEG-05',
    does: 'hides digits of blocked v1 cards behind crosses',
    around: everywhere((card) => {
      if (card.status === 'BLOCKED') card.masked_number = card.masked_number.replaceAll('*', 'x');
    }),
  }),
  fault('legacy-process-shown', {
    breaks: 'LEG-06',
    does: 'lists cards in PROCESS in v1 as that',
    settings: { processInV1: 'as ORDERED' },
    around: {
      listCardsV1: (next, call, { data }) =>
        editingEach((card) => {
          const { status } = data.accounts.get(call.user!.name)!.cards.byUuid(card.uuid)!;
          if (status === 'PROCESS') card.status = status;
        })(next, call),
    },
  }),
  fault('legacy-holder-in-camel-case', {
    breaks: 'LEG-07',
    does: 'calls the holder cardholderName in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        card.cardholderName = card.cardholder_name;
        delete card.cardholder_name;
      }),
    },
  }),
  fault('legacy-notification-flat', {
    breaks: 'LEG-08',
    does: 'gives the notification of a v1 card as its message alone',
    around: everywhere((card) => {
      card.notification = card.notification.message;
    }),
  }),
  fault('legacy-order-time-as-date', {
    breaks: 'LEG-09',
    does: 'gives ordered_at of a v1 card as a date',
    around: everywhere(({ orderInfo }) => {
      if (orderInfo.ordered_at) orderInfo.ordered_at = new Date(orderInfo.ordered_at).toISOString();
    }),
  }),
  fault('legacy-order-in-seconds', {
    breaks: 'LEG-55',
    does: 'counts seconds to the order and the dispatch of a card in v1',
    around: everywhere(({ orderInfo }) => {
      for (const name of ['ordered_at', 'dispatched_at'])
        if (orderInfo[name]) orderInfo[name] = seconds(orderInfo[name]);
    }),
  }),
  fault('legacy-permission-renamed', {
    breaks: 'LEG-11',
    does: 'leaves canGetNumber out of the permissions in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        delete card.permissions.canGetNumber;
      }),
    },
  }),
  fault('legacy-version-shown', {
    breaks: 'LEG-12',
    does: 'shows version on v1 cards',
    around: everywhere((card) => {
      card.version = 1;
    }),
  }),
  fault('legacy-pan-permission-shown', {
    breaks: 'LEG-12',
    does: 'shows the permission canGetPan beside canGetNumber in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        card.permissions.canGetPan = card.permissions.canGetNumber;
      }),
    },
  }),
  fault('legacy-updated-in-seconds', {
    breaks: 'LEG-13',
    does: 'gives updatedAtMs of a v1 card that is read alone in seconds',
    around: alone((card) => {
      card.updatedAtMs = seconds(card.updatedAtMs);
    }),
  }),
];
