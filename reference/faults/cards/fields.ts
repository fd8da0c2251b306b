// Faults of the fields of a card.
import { editing, editingEach, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';

const everywhere = (change: (card: Loose) => void) => ({ listCards: editingEach(change), readCard: editing(change) });

export const fields = [
  fault('card-id-prefixed', {
    breaks: 'CARD-01',
    does: 'writes a word before the id of a card that is read alone',
    around: {
      readCard: editing((card) => {
        card.id = `card-${card.id}`;
      }),
    },
  }),
  fault('card-wallet-as-number', {
    breaks: 'CARD-02',
    does: 'names the wallet of closed cards by a number',
    around: everywhere((card) => {
      if (card.status === 'CLOSED') card.walletId = '77';
    }),
  }),
  fault('card-type-renamed', {
    breaks: 'CARD-03',
    does: 'calls a disposable card that is read alone SingleUse',
    around: {
      readCard: editing((card) => {
        if (card.type === 'Disposable') card.type = 'SingleUse';
      }),
    },
  }),
  fault('card-mask-too-short', {
    breaks: 'CARD-04',
    does: 'leaves one asterisk out of the number of disposable cards read alone',
    around: {
      readCard: editing((card) => {
        if (card.type === 'Disposable') card.maskedPan = card.maskedPan.replace('******', '*****');
      }),
    },
  }),
  fault('card-status-renamed', {
    breaks: 'CARD-05',
    does: 'calls a dispatched card that is read alone SENT',
    around: {
      readCard: editing((card) => {
        if (card.status === 'DISPATCHED') card.status = 'SENT';
      }),
    },
  }),
  fault('card-date-of-closed-left-out', {
    breaks: 'CARD-06',
    does: 'leaves the date out of closed cards',
    around: everywhere((card) => {
      if (card.status === 'CLOSED') delete card.validUntilDate;
    }),
  }),
  fault('card-design-as-number', {
    breaks: 'CARD-06',
    does: 'gives the design of virtual cards as a number',
    around: everywhere((card) => {
      if (card.type === 'Virtual') card.designId = 7;
    }),
  }),
  fault('card-notification-type-as-number', {
    breaks: 'CARD-07',
    does: 'gives the type of a notification as a number',
    around: everywhere((card) => {
      card.notification.type = 3;
    }),
  }),
  fault('card-delivery-as-text', {
    breaks: 'CARD-08',
    does: 'gives the delivery of an order as text',
    around: everywhere((card) => {
      card.orderInfo.delivery = 'by post';
    }),
  }),
  fault('card-dispatch-as-date', {
    breaks: 'CARD-09',
    does: 'gives the time of dispatch as a date',
    around: everywhere(({ orderInfo }) => {
      if (orderInfo.dispatchedAt) orderInfo.dispatchedAt = new Date(orderInfo.dispatchedAt * 1000).toISOString();
    }),
  }),
  fault('card-dispatch-in-milliseconds', {
    breaks: 'CARD-09',
    does: 'counts the milliseconds to the dispatch of a blocked card',
    around: everywhere(({ orderInfo, status }) => {
      if (status === 'BLOCKED' && orderInfo.dispatchedAt) orderInfo.dispatchedAt *= 1000;
    }),
  }),
  fault('card-permission-missing', {
    breaks: 'CARD-10',
    does: 'leaves canSetOperations out of the permissions',
    around: everywhere((card) => {
      delete card.permissions.canSetOperations;
    }),
  }),
  fault('card-updated-in-milliseconds', {
    breaks: 'CARD-11',
    does: 'gives updatedAt of v2 cards in milliseconds',
    around: everywhere((card) => {
      card.updatedAt *= 1000;
    }),
  }),
  fault('card-notification-flag-as-number', {
    breaks: 'CARD-12',
    does: 'gives isSmsBalanceNotification of closed cards as a number',
    around: everywhere((card) => {
      if (card.status === 'CLOSED') card.isSmsBalanceNotification = Number(card.isSmsBalanceNotification);
    }),
  }),
  fault('card-version-as-text', {
    breaks: 'CARD-13',
    does: 'writes version as text',
    around: everywhere((card) => {
      card.version = String(card.version);
    }),
  }),
];
