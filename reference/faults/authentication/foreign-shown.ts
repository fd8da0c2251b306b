// Faults that show things of other users.
import type { Call } from '../../http/call.ts';
import { isUuid } from '../../operations/payments.ts';
import type { Account } from '../../store/data.ts';
import type { User } from '../../users.ts';
import { fieldOf, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { asItsOwner, isWithout } from './edits.ts';

const asksFor = (call: Call, credential: string): boolean => [fieldOf(call, 'fields')].flat().includes(credential);

const ownerOfCard = ({ parameters: { id = '' } }: Call, accounts: Iterable<Account>): User | undefined =>
  [...accounts].find(({ cards }) => cards.find(id) !== undefined)?.user;

export const shownExpanded = [
  fault('foreign-payment-shown-expanded', {
    breaks: 'AUTH-22',
    does: 'shows payments of others with an expansion',
    around: {
      readPayment: (next, call, service) =>
        call.query.expand === undefined
          ? next(call)
          : asItsOwner(({ payments }, id) => payments.find(id) !== undefined)(next, call, service),
    },
  }),
  fault('foreign-limits-shown-by-number', {
    breaks: 'AUTH-22',
    does: 'shows the simple limits of cards of others by their number',
    around: { readCardLimitsV1: asItsOwner(({ cards }, id) => !isUuid(id) && cards.find(id) !== undefined) },
  }),
];

export const shownByIds = [
  fault('foreign-card-shown-after-its-owner', {
    breaks: 'AUTH-22',
    does: 'shows everybody a card that its owner was shown before',
    around: {
      readCard: async (next, call, service) => {
        const shown = `shown ${call.parameters.id}`;
        if (service.notes.has(shown))
          return asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service);
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(shown, true);
        return answer;
      },
    },
  }),
  fault('foreign-payment-shown', {
    breaks: 'AUTH-22',
    does: 'shows payments of others by their number',
    around: { readPayment: asItsOwner(({ payments }, id) => payments.find(id) !== undefined) },
  }),
  fault('foreign-payment-shown-by-uuid', {
    breaks: 'AUTH-22',
    does: 'shows payments of others by their UUID',
    around: { readPayment: asItsOwner(({ payments }, id) => payments.byUuid(id) !== undefined) },
  }),
  fault('foreign-beneficiary-shown', {
    breaks: 'AUTH-22',
    does: 'shows beneficiaries of others',
    around: { readBeneficiary: asItsOwner(({ beneficiaries }, id) => beneficiaries.find(id) !== undefined) },
  }),
  fault('foreign-beneficiary-shown-by-number', {
    breaks: 'AUTH-22',
    does: 'shows beneficiaries that others created meanwhile by their number',
    around: {
      readBeneficiary: asItsOwner(({ beneficiaries }, id) => {
        const { fields } = (!isUuid(id) && beneficiaries.find(id)) || {};
        return fields !== undefined && !String(fields.name).startsWith('Made-up');
      }),
    },
  }),
  fault('foreign-card-shown-in-capitals', {
    breaks: 'AUTH-22',
    does: 'shows cards of others by their UUID in capitals',
    around: {
      readCard: asItsOwner(({ cards }, id) => id !== id.toLowerCase() && cards.byUuid(id.toLowerCase()) !== undefined),
    },
  }),
  fault('foreign-card-shown-by-number', {
    breaks: 'AUTH-22',
    does: 'shows cards of others by their number in v1',
    around: { readCardV1: asItsOwner(({ cards }, id) => !isUuid(id) && cards.find(id) !== undefined) },
  }),
  fault('foreign-new-beneficiary-shown', {
    breaks: 'AUTH-22',
    does: 'shows everybody the beneficiaries that were created since it was started',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { id, uuid } = (answer.body as Loose | undefined)?.data ?? {};
        for (const one of [id, uuid]) if (one !== undefined) notes.set(`creator of ${one}`, call.user);
        return answer;
      },
      readBeneficiary: (next, call, { notes }) =>
        next({ ...call, user: (notes.get(`creator of ${call.parameters.id}`) ?? call.user) as typeof call.user }),
    },
  }),
];

export const shownWithSecrets = [
  fault('foreign-number-told', {
    breaks: 'AUTH-22',
    does: 'tells whoever asks for it the number of any card',
    around: {
      readCardCredentials: (next, call, service) =>
        asksFor(call, 'pan')
          ? asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('foreign-card-shown-with-number', {
    breaks: 'AUTH-22',
    does: 'shows v1 cards of others where their number is asked for besides',
    around: {
      readCardV1: (next, call, service) =>
        call.query.include === 'number'
          ? asItsOwner(({ cards }, id) => cards.find(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('foreign-payment-shown-with-files', {
    breaks: 'AUTH-22',
    does: 'shows payments of others with their files',
    around: {
      readPayment: (next, call, service) =>
        call.query.expand === 'files'
          ? asItsOwner(({ payments }, id) => payments.find(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('credentials-told-again', {
    breaks: 'AUTH-22',
    does: 'tells everybody for five seconds the credentials of a card that its owner was told',
    around: {
      readCardCredentials: async (next, call, service) => {
        const told = `told ${call.parameters.id} ${fieldOf(call, 'fields')}`;
        if (Date.now() < Number(service.notes.get(told) ?? 0))
          return asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service);
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(told, Date.now() + 5000);
        return answer;
      },
    },
  }),
  fault('credentials-told-to-nobody', {
    breaks: 'AUTH-01',
    does: 'tells the cvv of any card without a header',
    authenticate: (next, call, { data }) => {
      const isSuch = call.operation === 'readCardCredentials' && isWithout(call) && call.bytes.includes('"cvv"');
      return isSuch ? ownerOfCard(call, data.accounts.values()) : next(call);
    },
  }),
];
