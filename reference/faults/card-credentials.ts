// Faults of the credentials of a card.
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import type { Service } from '../service-state.ts';
import { edited, editing, fieldOf, keptOfBlocked, type Loose, withFields } from './edits.ts';
import { fault } from './fault.ts';

const fieldsIn = (call: Call): readonly unknown[] => {
  const fields = fieldOf(call, 'fields');
  return Array.isArray(fields) ? fields : [];
};

/** Changes the credentials, depending on which were asked for. */
const editingFor =
  (change: (credentials: Loose, fields: readonly unknown[]) => void) =>
  (next: Handler, call: Call): Promise<Answer> =>
    editing((credentials) => change(credentials, fieldsIn(call)))(next, call);

/** Changes what the second user is answered. */
const forSecond =
  (change: (body: Loose, service: Service) => void): Around =>
  async (next, call, service) => {
    const answer = await next(call);
    return call.user?.name === 'second' ? edited(answer, (body) => change(body, service)) : answer;
  };

export const cardCredentialFaults = [
  fault('credentials-of-blocked-kept', {
    breaks: 'CARD-30',
    does: 'answers 403 to who asks for credentials of a blocked card, whose permissions allow that',
    around: { readCardCredentials: keptOfBlocked },
  }),
  fault('credentials-phone-for-email', {
    breaks: 'CARD-30',
    does: 'gives the phone for the email',
    around: {
      readCardCredentials: (next, call, service) => {
        const card = service.data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        return editing((credentials) => {
          if (credentials.email) credentials.email = card?.phone;
        })(next, call);
      },
    },
  }),
  fault('credentials-cvv-empty', {
    breaks: 'CARD-30',
    does: 'gives an empty text for the cvv',
    around: {
      readCardCredentials: editing((credentials) => {
        if (credentials.cvv) credentials.cvv = '';
      }),
    },
  }),
  fault('credentials-cvv-as-number', {
    breaks: 'CARD-29',
    does: 'gives cvv as a number when it alone is asked for',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 1 && credentials.cvv !== undefined) credentials.cvv = Number(credentials.cvv);
      }),
    },
  }),
  fault('credentials-last-forgotten', {
    breaks: 'CARD-30',
    does: 'leaves the last of exactly three credentials out',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 3) delete credentials[String(fields[2])];
      }),
    },
  }),
  fault('credentials-password-lost-behind-email', {
    breaks: 'CARD-30',
    does: 'leaves the password out where the e-mail address is the first of three',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 3 && fields[0] === 'email') delete credentials.password;
      }),
    },
  }),
  fault('credentials-cvv-and-pin-swapped', {
    breaks: 'PAR-16',
    does: 'gives the cvv for the pin and the pin for the cvv where these two are asked for',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        const { cvv, pin } = credentials;
        if (fields.length === 2 && cvv && pin) Object.assign(credentials, { cvv: pin, pin: cvv });
      }),
    },
  }),
  fault('credentials-number-of-main-user', {
    breaks: 'PAR-17',
    does: 'gives the second user the number of the first card of the main one for that of each of his',
    around: {
      readCardCredentials: forSecond((credentials, { data }) => {
        const [card] = data.accounts.get('full')!.cards;
        if (credentials.pan) credentials.pan = card!.pan;
      }),
    },
  }),
  fault('credentials-uninvited-of-second-user', {
    breaks: 'CARD-31',
    does: 'adds the telephone number to all credentials of the cards of the second user',
    around: {
      readCardCredentials: forSecond((credentials) => {
        credentials.phone ??= '+15550100000';
      }),
    },
  }),
  fault('credentials-of-second-user-unlike-v1', {
    breaks: 'PAR-16',
    does: 'gives the second user a cvv in v1 that is one more than in v2',
    around: {
      readCardV1: forSecond((card) => {
        if (card.cvv) card.cvv += 1;
      }),
    },
  }),
  fault('legacy-pin-of-second-user-forgotten', {
    breaks: 'LEG-31',
    does: 'leaves the pin of a v1 card out where the second user asks for it',
    around: {
      readCardV1: forSecond((card) => {
        delete card.pin;
      }),
    },
  }),
  fault('simple-limits-of-second-user-as-text', {
    breaks: 'LEG-47',
    does: 'writes the limits of the cards of the second user as text',
    around: {
      readCardLimitsV1: forSecond((limits) => {
        limits.atmLimit = String(limits.atmLimit);
      }),
    },
  }),
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
