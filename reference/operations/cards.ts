// Cards in their current version: lists, details, credentials, limits and the SMS notification.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownResource } from '../errors.ts';
import type { Answer, Call, Operations } from '../http/call.ts';
import { type CardPermissions, cardPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import { type CardRecord, cardStatuses, maskedPan } from '../store/cards.ts';
import { checkSignToken, fieldsOf, isFlag, success, unreadable } from './answers.ts';
import { selectCards } from './card-lists.ts';

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const currentView = (card: CardRecord) => ({
  id: card.uuid,
  walletId: card.wallet.uuid,
  type: card.type,
  maskedPan: maskedPan(card.pan),
  status: card.status,
  validUntilDate: card.validUntilDate,
  cardholderName: card.cardholderName,
  notification: card.notification,
  orderInfo: {
    title: card.order.title,
    message: card.order.message,
    ...(card.order.orderedAt !== undefined && { orderedAt: seconds(card.order.orderedAt) }),
    ...(card.order.dispatchedAt !== undefined && { dispatchedAt: seconds(card.order.dispatchedAt) }),
    delivery: card.order.delivery,
  },
  permissions: cardPermissions(card),
  updatedAt: seconds(card.updatedAt),
  isSmsBalanceNotification: card.smsBalanceNotification,
  designId: card.designId,
  version: card.version,
});

interface Credential {
  /** The permission that the credential needs; phone and e-mail are not secrets of the card and need none. */
  readonly needs?: keyof CardPermissions;
  of(card: CardRecord): string;
}

const credentials: Readonly<Record<string, Credential>> = {
  password: { needs: 'canGetPassword', of: (card) => card.password },
  cvv: { needs: 'canGetCvv', of: (card) => String(card.cvv) },
  pin: { needs: 'canGetPin', of: (card) => String(card.pin) },
  pan: { needs: 'canGetPan', of: (card) => card.pan },
  phone: { of: (card) => card.phone },
  email: { of: (card) => card.email },
};

const isCredentialList = (fields: unknown): fields is string[] =>
  Array.isArray(fields) &&
  fields.length > 0 &&
  fields.every((field) => typeof field === 'string' && Object.hasOwn(credentials, field));

const limitFields = ['atmLimit', 'posLimit', 'cardNotPresentLimit', 'contactlessLimit', 'monthlyLimit'] as const;

const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;

const byUuid = (one: CardRecord, other: CardRecord): number => (one.uuid < other.uuid ? -1 : 1);

export const unknownCard = (): Answer => unknownResource('There is no such card.');

export const cards = (service: Service): Operations => {
  const { settings } = service;

  const cardsOf = (call: Call) => service.data.accounts.get(call.user!.name)!.cards;
  const cardOf = (call: Call): CardRecord | undefined => cardsOf(call).byUuid(call.parameters.id ?? '');

  const listCards = (call: Call): Answer => {
    const selected = selectCards(cardsOf(call), call, settings.names, {
      statuses: cardStatuses,
      statusOf: ({ status }) => status,
      compare: byUuid,
    });
    if (!Array.isArray(selected)) return selected;
    return success(service, call, selected.map(currentView));
  };

  const readCard = (call: Call): Answer => {
    const card = cardOf(call);
    return card === undefined ? unknownCard() : success(service, call, currentView(card));
  };

  const calculateCardLimits = (call: Call): Answer => {
    const card = cardOf(call);
    if (card === undefined) return unknownCard();
    if (!cardPermissions(card).canGetLimits) return refused(403, 'The limits of this card cannot be had now.');
    return success(service, call, { status: 'CREATED', id: randomUUID() });
  };

  const readCardCredentials = async (call: Call): Promise<Answer> => {
    const card = cardOf(call);
    if (card === undefined) return unknownCard();
    const bad = unreadable(call.body);
    if (bad) return bad;
    const { fields } = fieldsOf(call.body);
    if (!isCredentialList(fields)) return refused(400, 'The list fields must name one credential or more.');
    const permissions = cardPermissions(card);
    const asked = [...new Set(fields)].map((name) => [name, credentials[name]!] as const);
    if (asked.some(([, { needs }]) => needs !== undefined && !permissions[needs])) {
      return refused(403, 'A credential asked for cannot be had of this card now.');
    }
    await pause(settings.credentialDelay * asked.length);
    return success(service, call, Object.fromEntries(asked.map(([name, { of }]) => [name, of(card)])));
  };

  const setSmsBalanceNotification = (call: Call): Answer => {
    const card = cardOf(call);
    if (card === undefined) return unknownCard();
    const bad = unreadable(call.body);
    if (bad) return bad;
    const fields = fieldsOf(call.body);
    const enabled = fields[settings.names.smsEnabled];
    const isForm = call.body.kind === 'object' && call.body.as === 'form';
    if (!isFlag(enabled, isForm ? 'text' : 'number')) {
      return refused(settings.validationStatus, `The field ${settings.names.smsEnabled} must be 0 or 1.`);
    }
    if (!cardPermissions(card).canSetSmsBalanceNotification) {
      return refused(403, 'The notification of this card cannot be changed now.');
    }
    if (call.user!.mfaAtLogin) {
      const check = checkSignToken(service, call.user!, fields.signToken);
      if (check.kind === 'refused') return check.answer;
      check.spend();
    }
    card.smsBalanceNotification = Number(enabled) === 1;
    card.updatedAt = service.clock();
    card.version += 1;
    service.emit(call.user!, 'v1.card.notification', { id: card.uuid });
    return success(service, call, { status: 'SUCCESS' });
  };

  const setCardLimits = (call: Call): Answer => {
    const card = cardOf(call);
    if (card === undefined) return unknownCard();
    const bad = unreadable(call.body);
    if (bad) return bad;
    const fields = fieldsOf(call.body);
    const given = limitFields.filter((name) => fields[name] !== undefined);
    if (given.length === 0 || !given.every((name) => isAmount(fields[name]))) {
      return refused(settings.validationStatus, 'One limit or more must be given, each an amount of 0 or above.');
    }
    if (!cardPermissions(card).canSetLimits) return refused(403, 'The limits of this card cannot be set now.');
    card.limits = { ...card.limits, ...Object.fromEntries(given.map((name) => [name, fields[name] as number])) };
    card.limitsUpdatedAt = service.clock();
    service.emit(call.user!, 'v1.card.limits', { id: card.uuid });
    return success(service, call, card.limits);
  };

  return {
    listCards,
    readCard,
    calculateCardLimits,
    readCardCredentials,
    setSmsBalanceNotification,
    setCardLimits,
  };
};
