// For each operation that takes a body of known shape, a call that a target accepts. Broken calls differ from it in one thing only.
import { randomInt } from 'node:crypto';
import type { Claimed } from '../../../contract/claims.ts';
import type { OperationId } from '../../../contract/operations.ts';
import { accountAt, accountsOfBank, type Bank, sepaBanks } from '../../../generators/bodies/banks.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { refreshableSession, userForLogins } from '../../../harness/prepare/fresh-session.ts';
import { leastRole, newContacts } from '../../../harness/prepare/invitation.ts';
import { anyPendingDemand, confirmingUsers, forExchange, signTokenOf } from '../../../harness/prepare/second-factor.ts';
import type { Fields } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import type { BankAccount, Profile, UserName } from '../../../subject/profile/profile.ts';
import { allCards, allows, current } from '../../cards/support/card.ts';
import { onlyWithLeaveToRead } from '../../cards/support/extras.ts';
import { isOn, isSwitchable, leftAsItIs, onlyWithLeaveToSwitch, switching } from '../../cards/support/notification.ts';
import { wayOf } from '../../members/support/invitation.ts';
import { openDrafts, uuidsOf } from '../../payments/support/drafts.ts';

export interface SoundCall {
  readonly id: SoundOperation;
  /** The user, path and query of the call. */
  readonly call: Call;
  /** The members of its body. */
  readonly fields: Fields;
  /** Claims what the call uses up when it is carried out. */
  spend(): void;
}

const makers = {
  login: async ({ api }) => {
    const as = userForLogins(api);
    return { call: { as }, fields: { fingerprint: api.profile.users[as]?.fingerprint } };
  },
  refreshSession: async (check) => ({ call: {}, fields: { token: (await refreshableSession(check)).refresh } }),
  exchangeSignToken: async (check) => {
    const token = await signTokenOf(check, confirmingUsers(check), 'login');
    return { call: { as: token.user }, fields: forExchange(token) };
  },
  confirmMfa: async (check) => {
    const { user, factor } = await anyPendingDemand(check);
    const { type, requestId, code } = factor;
    return { call: { as: user, path: { type, requestId } }, fields: { code } };
  },
  readCardCredentials: async (check) => {
    onlyWithLeaveToRead(check);
    const cards = await allCards(check, current);
    const card = cards.find((one) => allows(one, 'canGetCvv')) ?? cards[0]!;
    return { call: { path: { id: current.idOf(card) } }, fields: { fields: ['email'] } };
  },
  setSmsBalanceNotification: async (check) => {
    onlyWithLeaveToSwitch(check);
    const cards = (await allCards(check, current)).filter(isSwitchable);
    const card =
      leftAsItIs(cards).at(-1) ?? cards.at(-1) ?? check.untested('a card whose notification the user may set');
    return { call: { path: { id: current.idOf(card) } }, fields: switching(check, isOn(card)).json };
  },
  signPayments: async (check) => ({
    call: { query: { validate: 1 } },
    fields: { id: uuidsOf(await openDrafts(check, 1)) },
  }),
  createBeneficiary: async ({ profile }) => ({
    call: {},
    fields: soundBeneficiary(profile),
    spends: 'createBeneficiaries',
  }),
  inviteMember: async (check) => {
    const made = { call: {}, fields: await soundMember(check), spends: 'inviteMembers' } as const;
    if ((await wayOf(check)) === 'as it comes') return made;
    const { signToken } = await signTokenOf(check, [check.api.user.name]);
    return { ...made, fields: { ...made.fields, signToken } };
  },
} as const satisfies Partial<Record<OperationId, (check: Check) => Promise<Made>>>;

interface Made {
  readonly call: Call;
  readonly fields: Fields;
  readonly spends?: 'createBeneficiaries' | 'inviteMembers';
}

export type SoundOperation = keyof typeof makers;

export async function soundCall(check: Check, id: SoundOperation): Promise<SoundCall> {
  const { call, fields, spends }: Made = await makers[id](check);
  return { id, call: { confirmMfa: true, ...call }, fields, spend: () => spends && check.spend(spends) };
}

/** A SEPA account, which needs the fewest fields. Each is a new one, because a target may accept each account only once. */
function someAccount(): BankAccount {
  const { bank, iban } = accountAt(sepaBanks[0] as Bank, randomInt(accountsOfBank));
  return { currency_id: 'EUR', bank_details_type: 'DEFAULT', bank_country: bank.country, iban };
}

export const soundBeneficiary = ({ fixtures }: Profile): Claimed<'BeneficiaryDraft'> => ({
  entity_type: 'company',
  name: 'Assay Company',
  company_name: 'Assay Company',
  ...(fixtures.accounts[0] ?? someAccount()),
});

export async function soundMember({ api, profile }: Check, as: UserName = api.user.name): Promise<Fields> {
  const [card] = await api.cards.list({}, { as });
  return {
    ...newContacts(profile),
    name: 'Assay Member',
    walletAccess: card === undefined ? [] : [card.walletId],
    role: leastRole,
    expiredAt: null,
  };
}
