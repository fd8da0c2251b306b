// Faults in how the list of requested credentials is read: credentials that were not requested, unknown ones, an empty list.
import type { Answer } from '../../http/call.ts';
import { edited, editing, fieldOf, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { editingFor, fieldsIn } from './edits.ts';

export const credentialsAsked = [
  fault('credentials-with-number-of-v1', {
    breaks: 'CARD-31',
    does: 'adds the card number under its name of v1',
    around: {
      readCardCredentials: editing((credentials) => {
        credentials.number = '4000000000000002';
      }),
    },
  }),
  fault('card-carries-number-of-virtual-cards', {
    breaks: 'CARD-31',
    does: 'shows the whole number in a virtual card that is read alone',
    around: {
      readCard: editing((card) => {
        if (card.type === 'Virtual') card.pan = '4000000000000002';
      }),
    },
  }),
  fault('card-carries-number-of-v1', {
    breaks: 'CARD-31',
    does: 'shows the whole number of an active card, under its name of v1, when it is read alone',
    around: {
      readCard: async (next, call, { data }) =>
        edited(await next(call), (card) => {
          const { pan } = data.accounts.get(call.user!.name)!.cards.byUuid(card.id) ?? {};
          if (card.status === 'ACTIVE') card.number = pan;
        }),
    },
  }),
  fault('credentials-with-expiry-date', {
    breaks: 'CARD-31',
    does: 'adds the date of expiry to the check code',
    around: {
      readCardCredentials: editing((credentials) => {
        if (credentials.cvv) credentials.expiryDate = '08/29';
      }),
    },
  }),
  fault('credentials-uninvited', {
    breaks: 'CARD-31',
    does: 'adds the e-mail address to all credentials',
    around: {
      readCardCredentials: editing((credentials) => {
        credentials.email ??= 'uninvited@example.com';
      }),
    },
  }),
  fault('credentials-all-by-form', {
    breaks: 'CARD-31',
    does: 'gives all six credentials to whoever asks by a form, whatever the form says',
    around: {
      readCardCredentials: (next, call) => {
        const isForm = (call.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
        const fields = ['password', 'cvv', 'pin', 'pan', 'phone', 'email'];
        return next(isForm ? { ...call, body: { kind: 'object', as: 'json', value: { fields } } } : call);
      },
    },
  }),
  fault('credentials-uninvited-of-two', {
    breaks: 'CARD-31',
    does: 'adds the telephone number when the number of the card and one thing more are asked for',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 2 && fields.includes('pan')) credentials.phone ??= '+15550100000';
      }),
    },
  }),
  fault('credentials-empty-list-accepted', {
    breaks: 'CARD-32',
    does: 'answers an empty object when no credentials are named',
    around: {
      readCardCredentials: async (next, call): Promise<Answer> => {
        const fields = fieldOf(call, 'fields');
        if (!Array.isArray(fields) || fields.length > 0) return next(call);
        const twin = await next(withFields(call, { fields: ['phone'] }));
        return twin.status === 200 ? { status: 200, body: {} } : twin;
      },
    },
  }),
  fault('credentials-none-named-of-virtual-cards', {
    breaks: 'CARD-32',
    does: 'answers an empty object when no credentials of a virtual card are named',
    around: {
      readCardCredentials: async (next, call, { data }): Promise<Answer> => {
        const fields = fieldOf(call, 'fields');
        const card = [...data.accounts.values()].map(({ cards }) => cards.find(call.parameters.id ?? '')).find(Boolean);
        if (!Array.isArray(fields) || fields.length > 0 || card?.type !== 'Virtual') return next(call);
        const twin = await next(withFields(call, { fields: ['phone'] }));
        return twin.status === 200 ? { status: 200, body: {} } : twin;
      },
    },
  }),
  fault('credentials-unknown-ignored', {
    breaks: 'CARD-33',
    does: 'ignores a credential that does not exist unless it is named first',
    around: {
      readCardCredentials: (next, call) => {
        const known = ['password', 'cvv', 'pin', 'pan', 'phone', 'email'];
        const fields = fieldsIn(call);
        const kept = fields.filter((field) => typeof field !== 'string' || known.includes(field));
        return next(known.includes(String(fields[0])) ? withFields(call, { fields: kept }) : call);
      },
    },
  }),
  fault('credentials-unknown-ignored-of-disposable-cards', {
    breaks: 'CARD-33',
    does: 'ignores credentials of a disposable card that do not exist beside others',
    around: {
      readCardCredentials: (next, call, { data }) => {
        const fields = fieldsIn(call);
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        const kept = fields.filter((field) => field !== 'noSuchCredential');
        return next(card?.type === 'Disposable' && kept.length > 0 ? withFields(call, { fields: kept }) : call);
      },
    },
  }),
  fault('credentials-any-member', {
    breaks: 'CARD-33',
    does: 'gives the name of the holder among the credentials to who asks for it',
    around: {
      readCardCredentials: async (next, call, { data }) => {
        const fields = fieldsIn(call);
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        if (card === undefined || !fields.includes('cardholderName')) return next(call);
        const { cardholderName } = card;
        const others = fields.filter((field) => field !== 'cardholderName');
        if (others.length === 0) return { status: 200, body: { cardholderName } };
        return edited(await next(withFields(call, { fields: others })), (body) =>
          Object.assign(body, { cardholderName }),
        );
      },
    },
  }),
  fault('credentials-by-no-name', {
    breaks: 'CARD-33',
    does: 'gives nothing for a credential field without a name',
    around: {
      readCardCredentials: (next, call) => {
        const fields = fieldOf(call, 'fields');
        const isEmpty = Array.isArray(fields) && fields.length > 0 && fields.every((field) => field === '');
        return isEmpty ? { status: 200, body: {} } : next(call);
      },
    },
  }),
  fault('credentials-list-of-one-as-text', {
    breaks: 'CARD-34',
    does: 'takes the name of one credential in place of a list',
    around: {
      readCardCredentials: (next, call) => {
        const fields = fieldOf(call, 'fields');
        return next(typeof fields === 'string' ? withFields(call, { fields: [fields] }) : call);
      },
    },
  }),
  fault('credentials-list-of-one-as-text-of-disposable-cards', {
    breaks: 'CARD-34',
    does: 'takes the name of one credential of a disposable card in place of a list',
    around: {
      readCardCredentials: (next, call, { data }) => {
        const fields = fieldOf(call, 'fields');
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        const isTaken = card?.type === 'Disposable' && typeof fields === 'string';
        return next(isTaken ? withFields(call, { fields: [fields] }) : call);
      },
    },
  }),
  fault('credentials-despite-permission', {
    breaks: 'CARD-40',
    does: 'shows the pin of a card whose permissions forbid it',
    around: {
      readCardCredentials: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 && String(fieldsIn(call)) === 'pin'
          ? { status: 200, body: { pin: '0000' } }
          : answer;
      },
    },
  }),
  fault('credentials-last-permission-only', {
    breaks: 'CARD-40',
    does: 'looks only at the permission of the credential that is asked for last',
    around: {
      readCardCredentials: async (next, call) => {
        const answer = await next(call);
        const asked = fieldsIn(call);
        if (answer.status !== 403 || asked.length < 2) return answer;
        const last = await next(withFields(call, { fields: asked.slice(-1) }));
        const all = Object.fromEntries(asked.map((name) => [String(name), '0000']));
        return last.status === 200 ? { ...last, body: all } : answer;
      },
    },
  }),
  fault('credentials-may-be-stored', {
    breaks: 'CARD-41',
    does: 'lets everybody on the way store credentials',
    around: {
      readCardCredentials: async (next, call) => ({
        ...(await next(call)),
        headers: { 'cache-control': 'max-age=60' },
      }),
    },
  }),
];
