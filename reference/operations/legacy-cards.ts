// Cards in their deprecated first version, made from the same records as the current one.

import { refused } from '../errors.ts';
import type { Answer, Call, Operations } from '../http/call.ts';
import { type CardPermissions, cardPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import { type CardRecord, type CardStatus, cardStatuses, maskedPan } from '../store/cards.ts';
import { success } from './answers.ts';
import { selectCards } from './card-lists.ts';
import { unknownCard } from './cards.ts';

const legacyStatuses = cardStatuses.filter((status) => status !== 'PROCESS');

/** This version has no status PROCESS; where such a card is shown at all, it is shown as ordered. */
const statusOf = ({ status }: CardRecord): Exclude<CardStatus, 'PROCESS'> =>
  status === 'PROCESS' ? 'ORDERED' : status;

const permissionsOf = (card: CardRecord) => {
  const { canGetPan, ...shared } = cardPermissions(card);
  return { ...shared, canGetNumber: canGetPan };
};

interface Extra {
  readonly needs?: keyof CardPermissions;
  of(card: CardRecord): unknown;
}

const extras: Readonly<Record<string, Extra>> = {
  password: { needs: 'canGetPassword', of: (card) => card.password },
  cvv: { needs: 'canGetCvv', of: (card) => card.cvv },
  pin: { needs: 'canGetPin', of: (card) => card.pin },
  number: { needs: 'canGetPan', of: (card) => Number(card.pan) },
  phone3ds: { of: (card) => card.phone },
  limits: { needs: 'canGetLimits', of: (card) => ({ updatedAtMs: card.limitsUpdatedAt, ...card.usage }) },
};

const byNumber = (one: CardRecord, other: CardRecord): number => one.id - other.id;

export const legacyCards = (service: Service): Operations => {
  const { settings } = service;

  const view = (card: CardRecord) => ({
    id: card.id,
    uuid: card.uuid,
    wallet_id: card.wallet.id,
    type: card.type,
    masked_number: maskedPan(card.pan),
    status: statusOf(card),
    validUntilDate: card.validUntilDate,
    cardholder_name: card.cardholderName,
    notification: card.notification,
    orderInfo: {
      title: card.order.title,
      message: card.order.message,
      ...(card.order.orderedAt !== undefined && { ordered_at: card.order.orderedAt }),
      ...(card.order.dispatchedAt !== undefined && { dispatched_at: card.order.dispatchedAt }),
      delivery: card.order.delivery,
    },
    permissions: permissionsOf(card),
    updatedAtMs: card.updatedAt,
    isSmsBalanceNotification: card.smsBalanceNotification,
    designId: card.designId,
  });

  const isShown = (card: CardRecord): boolean => card.status !== 'PROCESS' || settings.processInV1 === 'as ORDERED';

  const cardsOf = (call: Call) => service.data.accounts.get(call.user!.name)!.cards;

  const cardOf = (call: Call): CardRecord | undefined => {
    const card = cardsOf(call).find(call.parameters.id ?? '');
    return card !== undefined && isShown(card) ? card : undefined;
  };

  const listCardsV1 = (call: Call): Answer => {
    const shown = [...cardsOf(call)].filter(isShown);
    const selected = selectCards(shown, call, settings.names, {
      statuses: legacyStatuses,
      statusOf,
      compare: byNumber,
    });
    return Array.isArray(selected) ? success(service, call, selected.map(view)) : selected;
  };

  const readCardV1 = (call: Call): Answer => {
    const card = cardOf(call);
    if (card === undefined) return unknownCard();
    const include = call.query[settings.names.include];
    const names = include === undefined || include === '' ? [] : [...new Set(include.split(settings.separator))];
    if (!names.every((name) => Object.hasOwn(extras, name))) {
      return refused(settings.validationStatus, 'There is no such field to include.');
    }
    const permissions = cardPermissions(card);
    const asked = names.map((name) => [name, extras[name]!] as const);
    if (asked.some(([, { needs }]) => needs !== undefined && !permissions[needs])) {
      return refused(403, 'A field asked for cannot be had of this card now.');
    }
    return success(service, call, {
      ...view(card),
      ...Object.fromEntries(asked.map(([name, { of }]) => [name, of(card)])),
    });
  };

  const readCardLimitsV1 = (call: Call): Answer => {
    const card = cardOf(call);
    if (card === undefined) return unknownCard();
    if (!cardPermissions(card).canGetLimits) return refused(403, 'The limits of this card cannot be had now.');
    return success(service, call, card.limits);
  };

  return { listCardsV1, readCardV1, readCardLimitsV1 };
};
