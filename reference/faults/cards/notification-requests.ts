// Faults in how requests to switch the notification are read: values, forms, sign tokens.
import { refused } from '../../errors.ts';
import type { Around } from '../../http/seams.ts';
import type { TokenKind } from '../../tokens.ts';
import { fieldOf, type Loose, withFields, withSignToken } from '../edits.ts';
import { fault } from '../fault.ts';
import { cardOf } from './edits.ts';

/** Makes the switch that a form asks for, although the answer says otherwise. */
const switchedByFormAnyway =
  (isSuch: (answer: Loose) => boolean): Around =>
  async (next, call, service) => {
    const answer = await next(call);
    const card = cardOf(call, service);
    const isForm = call.body.kind === 'object' && call.body.as === 'form';
    if (isForm && card && isSuch(answer)) card.smsBalanceNotification = fieldOf(call, 'enabled') === '1';
    return answer;
  };

/** Accepts a token of this kind, of any user, as the sign token. */
const takingForSignToken =
  (kind: TokenKind): Around =>
  (next, call, { tokens }) => {
    const isSuch = tokens.owner(kind, String(fieldOf(call, 'signToken') ?? '')) !== undefined;
    return next(isSuch ? withSignToken(call, tokens) : call);
  };

export const notificationTaken = [
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
        next(fieldOf(call, 'signToken') ? withSignToken(call, tokens) : call),
    },
  }),
  fault('sms-notification-any-sign-token-in-a-form', {
    breaks: 'CARD-49',
    does: 'takes any sign token with the SMS notification where a form sets it',
    around: {
      setSmsBalanceNotification: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return next(isForm && fieldOf(call, 'signToken') ? withSignToken(call, tokens) : call);
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
];

export const notificationByForm = [
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
