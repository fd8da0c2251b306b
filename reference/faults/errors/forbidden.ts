// Faults that do what is forbidden to a user.
import { refused } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import type { Service } from '../../service-state.ts';
import { fieldOf, replacing, withFields } from '../edits.ts';
import { fault } from '../fault.ts';

const isForm = ({ headers }: Call): boolean => /form/.test(headers['content-type'] ?? '');

/** Refuses the restricted user, but makes the switch as the owner of the card. */
const refusedAndSet: Around = async (next, call, { data }) => {
  if (call.user?.name !== 'restricted') return next(call);
  await next({ ...call, user: data.users.find(({ name }) => name === 'full') });
  return refused(403, 'You may not switch notifications.');
};

/** The call as the owner's, where the restricted user asks about one of the five payments that are shared with him. */
const asOwnerOfShared = (call: Call, { data }: Service): Call | undefined => {
  const shared = data.accounts.get('full')!.payments.find(call.parameters.id ?? '');
  const owner = data.users.find(({ name }) => name === 'full')!;
  const isShared = shared !== undefined && /40[1-5]$/.test(String(shared.id)) && call.user?.name === 'restricted';
  return isShared ? { ...call, user: owner } : undefined;
};

const readsCardByNumber = ({ operation, parameters, user }: Call): boolean =>
  operation === 'readCardV1' && user?.name === 'restricted' && /^\d+$/.test(parameters.id ?? '');

const cancelsByUuid = ({ operation, parameters, user }: Call): boolean =>
  operation === 'cancelPayment' && user?.name === 'restricted' && !/^\d+$/.test(parameters.id ?? '');

const tellsCvv = ({ operation, bytes, user }: Call): boolean =>
  operation === 'readCardCredentials' && user?.name === 'restricted' && bytes.includes('"cvv"');

const showsNumber = ({ operation, query, user }: Call): boolean =>
  operation === 'readCardV1' && user?.name === 'restricted' && query.include === 'number';

const asOwnerOfCard = (call: Call, { data }: Service): Call => {
  const owner = [...data.accounts.values()].find(({ cards }) => cards.find(call.parameters.id ?? ''))?.user;
  return owner ? { ...call, user: owner } : call;
};

/** Authorization headers of sessions that were refreshed. */
const renewed = new Set<string>();

export const forbidden = [
  fault('forbidden-list-shown', {
    breaks: 'ERR-06',
    does: 'lists the cards of v1 to everybody',
    permit: (next, call) => call.operation === 'listCardsV1' || next(call),
  }),
  fault('forbidden-list-shown-filtered', {
    breaks: 'ERR-06',
    does: 'lists the cards of one status to everybody',
    permit: (next, call) => (call.operation === 'listCards' && call.query.status !== undefined) || next(call),
  }),
  fault('forbidden-card-shown-by-number', {
    breaks: 'ERR-06',
    does: 'shows everybody v1 cards by their number, whoever they belong to',
    permit: (next, call) => readsCardByNumber(call) || next(call),
    around: {
      readCardV1: (next, call, { data }) => {
        const owner = [...data.accounts.values()].find(({ cards }) => cards.find(call.parameters.id ?? ''))?.user;
        return next(readsCardByNumber(call) && owner ? { ...call, user: owner } : call);
      },
    },
  }),
  fault('forbidden-cancel-by-uuid', {
    breaks: 'ERR-06',
    does: 'lets everybody cancel payments by their UUID, whoever they belong to',
    permit: (next, call) => cancelsByUuid(call) || next(call),
    around: {
      cancelPayment: (next, call, { data }) => {
        const owner = [...data.accounts.values()].find(({ payments }) => payments.find(call.parameters.id ?? ''))?.user;
        return next(cancelsByUuid(call) && owner ? { ...call, user: owner } : call);
      },
    },
  }),
  fault('forbidden-invitation-after-factor', {
    breaks: 'ERR-06',
    does: 'invites members for everybody who has confirmed a second factor',
    permit: (next, call) => call.operation === 'inviteMember' || next(call),
  }),
  fault('calculation-forbidden-wrapped', {
    breaks: 'ERR-06',
    does: 'answers with the wrapped error where the limits of a card may not be calculated',
    around: {
      calculateCardLimits: replacing(403, (answer) => ({ ...answer, body: { error: answer.body, statusCode: 403 } })),
    },
  }),
  fault('forbidden-cvv-told', {
    breaks: 'ERR-06',
    does: 'tells everybody the cvv of any card',
    permit: (next, call) => tellsCvv(call) || next(call),
    around: {
      readCardCredentials: (next, call, service) => next(tellsCvv(call) ? asOwnerOfCard(call, service) : call),
    },
  }),
  fault('forbidden-card-shown-with-number', {
    breaks: 'ERR-06',
    does: 'shows everybody any v1 card with its number',
    permit: (next, call) => showsNumber(call) || next(call),
    around: { readCardV1: (next, call, service) => next(showsNumber(call) ? asOwnerOfCard(call, service) : call) },
  }),
  fault('forbidden-until-refreshed', {
    breaks: 'ERR-06',
    does: 'forgets with a refresh what the user may not do',
    permit: (next, call) => renewed.has(call.headers.authorization ?? '') || next(call),
    around: {
      refreshSession: async (next, call) => {
        const answer = await next(call);
        const { access } = answer.body as { readonly access?: { readonly token: string } };
        if (access) renewed.add(`Bearer ${access.token}`);
        return answer;
      },
    },
  }),
  fault('forbidden-invitation-by-form', {
    breaks: 'ERR-06',
    does: 'invites members for everybody who asks in a form',
    permit: (next, call) => (call.operation === 'inviteMember' && isForm(call)) || next(call),
  }),
  fault('forbidden-invitation-demanded-by-form', {
    breaks: 'ERR-06',
    does: 'demands a second factor of everybody who invites in a form, whatever the wallets, and invites after it',
    permit: (next, call) => (call.operation === 'inviteMember' && isForm(call)) || next(call),
    around: { inviteMember: (next, call) => next(isForm(call) ? withFields(call, { walletAccess: [] }) : call) },
  }),
  fault('forbidden-cancel-of-shown-done', {
    breaks: 'ERR-06',
    does: 'shows a user who may not cancel five payments of another, and cancels these for him',
    permit: (next, call) => call.operation === 'cancelPayment' || next(call),
    around: {
      readPayment: (next, call, service) => next(asOwnerOfShared(call, service) ?? call),
      cancelPayment: (next, call, service) => {
        const owners = call.user?.name === 'restricted' ? asOwnerOfShared(call, service) : call;
        return owners === undefined ? refused(403, 'This is not allowed to you.') : next(owners);
      },
    },
  }),
  fault('forbidden-cancel-refused-and-done', {
    breaks: 'ERR-06',
    does: 'forbids a cancellation, and cancels all the same',
    permit: (next, call) => call.operation === 'cancelPayment' || next(call),
    around: {
      cancelPayment: async (next, call, { data }) => {
        if (call.user?.name !== 'restricted') return next(call);
        await next({ ...call, user: data.users.find(({ name }) => name === 'full') });
        return refused(403, 'You may not cancel payments.');
      },
    },
  }),
  fault('forbidden-notification-refused-and-set', {
    breaks: 'ERR-06',
    does: 'forbids the switch of a notification, and makes it all the same',
    permit: (next, call) => call.operation === 'setSmsBalanceNotification' || next(call),
    around: { setSmsBalanceNotification: refusedAndSet },
  }),
  fault('forbidden-notification-refused-and-set-by-form', {
    breaks: 'ERR-06',
    does: 'forbids the switch of a notification, and makes it all the same where a form asks for it',
    permit: (next, call) => (call.operation === 'setSmsBalanceNotification' && isForm(call)) || next(call),
    around: { setSmsBalanceNotification: refusedAndSet },
  }),
  fault('forbidden-cancel-done', {
    breaks: 'ERR-06',
    does: 'cancels for everybody what one of the users may cancel',
    permit: (next, call) => call.operation === 'cancelPayment' || next(call),
    around: {
      cancelPayment: (next, call, { data }) => {
        const owner = data.users.find(({ name }) => name === 'full');
        return next(call.user?.name === 'restricted' && owner ? { ...call, user: owner } : call);
      },
    },
  }),
  fault('forbidden-signing-done', {
    breaks: 'ERR-06',
    does: 'forbids a signature, and signs all the same',
    permit: (next, call) => call.operation === 'signPayments' || next(call),
    around: {
      signPayments: (next, call, { data }) => {
        if (call.user?.name !== 'restricted') return next(call);
        for (const { payments } of call.query.validate === '0' ? data.accounts.values() : []) {
          const payment = payments.byUuid(String([fieldOf(call, 'id')].flat()[0]));
          if (payment?.status === 'draft') payment.status = 'process';
        }
        return refused(403, 'You may not sign payments.');
      },
    },
  }),
];
