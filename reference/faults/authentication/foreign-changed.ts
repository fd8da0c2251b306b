// Faults that let a user change or use things of other users.
import { unknownResource } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { isUuid } from '../../operations/payments.ts';
import type { Account } from '../../store/data.ts';
import { edited, fieldOf, type Loose, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { asItsOwner, credentialsOf, isForm, ofBearer } from './edits.ts';

/** The foreign payments that the profile usually names by number, named by UUID. */
const foreignPaymentsByUuid = {
  fixtures: {
    foreign: {
      payments: [
        'e903d472-36b5-4250-b228-1b9bb250e02b',
        '719e586b-338e-4165-8c00-f28a2c8d8723',
        'ea0f594d-1f7c-4800-a2ee-2f0ad237dc06',
      ],
    },
  },
};

/** As `asItsOwner`, but answers with 404 to a user who does not own the thing. */
const refusingAfterwards =
  (has: (account: Account, id: string) => boolean): Around =>
  async (next, call, service) => {
    const answer = await asItsOwner(has)(next, call, service);
    const isOwn = has(service.data.accounts.get(call.user!.name)!, call.parameters.id ?? '');
    return isOwn ? answer : unknownResource('There is no such thing.');
  };

/** Accepts wallets of other users as the caller's own. */
const givingWallets =
  (isSuch: (call: Call) => boolean): Around =>
  (next, call, { data }) => {
    const own = data.accounts.get(call.user!.name)!.wallets[0]!.uuid;
    const asked = fieldOf(call, 'walletAccess');
    const isWallet = (id: unknown) =>
      [...data.accounts.values()].some(({ wallets }) => wallets.some(({ uuid }) => uuid === id));
    const isGiven = isSuch(call) && Array.isArray(asked) && asked.length > 0 && asked.every(isWallet);
    return next(isGiven ? withFields(call, { walletAccess: [own] }) : call);
  };

export const changed = [
  fault('foreign-beneficiary-replaced', {
    breaks: 'AUTH-22',
    does: 'puts a new beneficiary that is sent with the UUID of one of another user in the place of that one',
    around: {
      createBeneficiary: (next, call, { data }) => {
        const uuid = String(fieldOf(call, 'uuid')).toLowerCase();
        const owner = [...data.accounts.values()].find(({ beneficiaries }) => beneficiaries.byUuid(uuid))?.user;
        return next(owner === undefined ? call : { ...call, user: owner });
      },
    },
  }),
  fault('foreign-beneficiary-taken-over', {
    breaks: 'AUTH-22',
    does: 'shows the beneficiary of another user to whoever creates one with its UUID',
    around: {
      createBeneficiary: (next, call, { notes }) => {
        const uuid = fieldOf(call, 'uuid');
        if (uuid !== undefined) notes.set(`taken over ${uuid}`, true);
        return next(call);
      },
      readBeneficiary: (next, call, service) =>
        service.notes.has(`taken over ${call.parameters.id}`)
          ? asItsOwner(({ beneficiaries }, id) => beneficiaries.byUuid(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('foreign-limits-calculated', {
    breaks: 'AUTH-22',
    does: 'calculates the limits of cards of others',
    around: { calculateCardLimits: asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-notification-set', {
    breaks: 'AUTH-22',
    does: 'switches the notification of cards of others',
    around: { setSmsBalanceNotification: asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-notification-set-by-form', {
    breaks: 'AUTH-22',
    does: 'switches the notification of cards of others where a form asks for it',
    around: {
      setSmsBalanceNotification: (next, call, service) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm ? asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined)(next, call, service) : next(call);
      },
    },
  }),
  fault('foreign-payment-cancelled', {
    breaks: 'AUTH-22',
    does: 'cancels payments of others',
    around: { cancelPayment: asItsOwner(({ payments }, id) => payments.find(id) !== undefined) },
  }),
  fault('foreign-payment-cancelled-by-number', {
    breaks: 'AUTH-22',
    does: 'cancels payments of others by their numbers',
    around: {
      cancelPayment: asItsOwner(({ payments }, id) => !isUuid(id) && payments.find(id) !== undefined),
    },
    profile: foreignPaymentsByUuid,
  }),
];

export const usedLater = [
  fault('foreign-payment-expanded-by-number', {
    breaks: 'AUTH-22',
    does: 'shows payments of others by their numbers where an expansion is asked for',
    around: {
      readPayment: (next, call, service) => {
        const isExpanded = call.query[service.settings.names.expand] !== undefined;
        const isFound = ({ payments }: Account, id: string) => !isUuid(id) && payments.find(id) !== undefined;
        return isExpanded ? asItsOwner(isFound)(next, call, service) : next(call);
      },
    },
    profile: foreignPaymentsByUuid,
  }),
  fault('new-payment-shown-to-everybody', {
    breaks: 'AUTH-22',
    does: 'shows everybody the payments that are made while it runs',
    around: {
      createPayment: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => notes.set(`made ${data.uuid}`, true)),
      readPayment: (next, call, service) => {
        const isNew = ({ payments }: Account, id: string) => service.notes.has(`made ${payments.find(id)?.uuid}`);
        return asItsOwner(isNew)(next, call, service);
      },
    },
  }),
  fault('foreign-beneficiary-renamed-by-its-account', {
    breaks: 'AUTH-22',
    does: 'gives the beneficiaries of others the name of a new one with the same account',
    around: {
      createBeneficiary: async (next, call, { data }) => {
        const answer = await next(call);
        const accountOf = ({ iban, account_number: number }: Loose) => iban ?? number;
        const [account, name] = [accountOf((call.body as Loose).value), fieldOf(call, 'name')];
        for (const { user, beneficiaries } of data.accounts.values()) {
          if (user === call.user || account === undefined || (answer.body as Loose).errors?.length !== 0) continue;
          for (const { fields } of beneficiaries) if (accountOf(fields) === account) (fields as Loose).name = name;
        }
        return answer;
      },
    },
  }),
  fault('foreign-payment-shown-to-an-exchanged-session', {
    breaks: 'AUTH-22',
    does: 'shows payments of others in the sessions that a v2 exchange began',
    around: {
      exchangeSignToken: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => notes.set(`exchanged ${data.accessToken}`, true)),
      readPayment: (next, call, service) =>
        service.notes.has(`exchanged ${credentialsOf(call, ofBearer)}`)
          ? asItsOwner(({ payments }, id) => payments.find(id) !== undefined)(next, call, service)
          : next(call),
    },
  }),
  fault('role-forgotten-in-sessions-of-forms', {
    breaks: 'ERR-06',
    does: 'forgets what is forbidden to a user in the sessions that a login by a form began',
    around: {
      login: async (next, call, { notes }) =>
        edited(await next(call), ({ access }) => {
          if (isForm(call) && access) notes.set(`by a form ${access.token}`, true);
        }),
    },
    authenticate: (next, call, { notes }) => {
      const user = next(call);
      return user && notes.has(`by a form ${credentialsOf(call, ofBearer)}`) ? { ...user, access: 'full' } : user;
    },
  }),
];

export const used = [
  fault('foreign-payment-cancelled-though-refused', {
    breaks: 'AUTH-22',
    does: 'cancels payments of others, and answers that they are unknown',
    around: { cancelPayment: refusingAfterwards(({ payments }, id) => payments.find(id) !== undefined) },
  }),
  fault('foreign-notification-set-though-refused', {
    breaks: 'AUTH-22',
    does: 'switches the notification of cards of others, and answers that they are unknown',
    around: { setSmsBalanceNotification: refusingAfterwards(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-draft-validated', {
    breaks: 'AUTH-22',
    does: 'validates drafts of others',
    around: {
      signPayments: (next, call, { data }) => {
        const [first] = [fieldOf(call, 'id')].flat();
        const owner = [...data.accounts.values()].find(({ payments }) => payments.byUuid(String(first)))?.user;
        return next(owner === undefined ? call : { ...call, user: owner });
      },
    },
  }),
  fault('foreign-wallet-pays', {
    breaks: 'AUTH-22',
    does: 'makes payments from wallets of others',
    around: {
      createPayment: (next, call, { data }) => {
        const wallet = String(fieldOf(call, 'walletUuid')).toLowerCase();
        const owner = [...data.accounts.values()].find(({ wallets }) => wallets.some(({ uuid }) => uuid === wallet));
        return next(owner === undefined ? call : { ...call, user: owner.user });
      },
    },
  }),
  fault('foreign-card-limits-set', {
    breaks: 'AUTH-22',
    does: 'sets the limits of cards of others',
    around: { setCardLimits: asItsOwner(({ cards }, id) => cards.byUuid(id) !== undefined) },
  }),
  fault('foreign-wallet-given-after-own', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others when the first wallet is of the own',
    around: {
      inviteMember: (next, call, { data }) => {
        const own = data.accounts.get(call.user!.name)!.wallets.map(({ uuid }) => uuid);
        const asked = fieldOf(call, 'walletAccess');
        const isSuch = Array.isArray(asked) && own.includes(asked[0]);
        return next(isSuch ? withFields(call, { walletAccess: [asked[0]] }) : call);
      },
    },
  }),
  fault('foreign-wallet-given-before-own', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others when the last wallet is of the own',
    around: {
      inviteMember: (next, call, { data }) => {
        const own = data.accounts.get(call.user!.name)!.wallets.map(({ uuid }) => uuid);
        const asked = fieldOf(call, 'walletAccess');
        const isSuch = Array.isArray(asked) && own.includes(asked.at(-1));
        return next(isSuch ? withFields(call, { walletAccess: [asked.at(-1)] }) : call);
      },
    },
  }),
  fault('foreign-wallet-given', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others',
    around: { inviteMember: givingWallets(() => true) },
  }),
  fault('foreign-wallet-given-by-form', {
    breaks: 'AUTH-22',
    does: 'invites members to wallets of others where a form asks for it',
    around: { inviteMember: givingWallets(({ body }) => body.kind === 'object' && body.as === 'form') },
  }),
];
