// Faults that do not ask for credentials at some calls.
import { refused } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import { isUuid } from '../../operations/payments.ts';
import type { Account } from '../../store/data.ts';
import type { User } from '../../users.ts';
import { fault } from '../fault.ts';
import { credentialsOf, isForm, isWithout, ofBasic, ofBearer } from './edits.ts';

/** Where the header matches `header`, uses only the part of it that matches `found`. */
const unanchored = (header: RegExp, found: RegExp): Pick<Seams, 'authenticate'> => ({
  authenticate: (next, call) => {
    const { authorization = '' } = call.headers;
    const [read = authorization] = header.test(authorization) ? (found.exec(authorization) ?? []) : [];
    return next({ ...call, headers: { ...call.headers, authorization: read } });
  },
});

const ownerOfBeneficiary = (
  { operation, parameters: { id = '' } }: Call,
  accounts: Iterable<Account>,
): User | undefined =>
  operation === 'readBeneficiary'
    ? [...accounts].find(({ beneficiaries }) => beneficiaries.find(id) !== undefined)?.user
    : undefined;

/** The owner of the card, where an operation of version 1 is asked for it by its number. */
const ownerByNumber = ({ operation, parameters: { id = '' } }: Call, accounts: Iterable<Account>): User | undefined =>
  (operation === 'readCardV1' || operation === 'readCardLimitsV1') && /^\d+$/.test(id)
    ? [...accounts].find(({ cards }) => cards.find(id) !== undefined)?.user
    : undefined;

/** The sign token in a JSON body. The service has not read the body yet when it looks for the caller. */
function signTokenIn({ bytes }: Call): unknown {
  try {
    return JSON.parse(bytes.toString()).signToken;
  } catch {
    return undefined;
  }
}

export const unguarded = [
  fault('bearer-not-needed-in-forms', {
    breaks: 'AUTH-01',
    does: 'invites a member for whoever asks in a form without credentials',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'inviteMember' && isForm(call) && isWithout(call);
      return isOpen ? data.users.find(({ name }) => name === 'full') : next(call);
    },
  }),
  fault('card-by-number-without-credentials', {
    breaks: 'AUTH-01',
    does: 'shows a card and its limits in v1 to nobody, by its number',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? (ownerByNumber(call, data.accounts.values()) ?? next(call)) : next(call),
  }),
  fault('card-by-number-with-any-token', {
    breaks: 'AUTH-02',
    does: 'shows a card and its limits in v1 by its number to whoever has a token, whatever that is',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? next(call) : (next(call) ?? ownerByNumber(call, data.accounts.values())),
  }),
  fault('login-form-without-credentials-400', {
    breaks: 'AUTH-08',
    does: 'answers 400 to a login by a form without credentials',
    outside: { login: (next, call) => (isForm(call) && isWithout(call) ? refused(400, 'Who are you?') : next(call)) },
  }),
  fault('login-form-malformed-basic-400', {
    breaks: 'AUTH-09',
    does: 'answers 400 to a login by a form with credentials that cannot be read',
    outside: {
      login: (next, call) => {
        const isRead = Buffer.from(credentialsOf(call, ofBasic), 'base64').includes(':');
        return isForm(call) && !isWithout(call) && !isRead ? refused(400, 'Who are you?') : next(call);
      },
    },
  }),
  fault('bearer-behind-anything-taken', {
    breaks: 'AUTH-02',
    does: 'looks for a bearer token anywhere in Authorization, whatever stands before it',
    ...unanchored(/\bbearer /i, /bearer .*$/i),
  }),
  fault('bearer-as-end-of-scheme-taken', {
    breaks: 'AUTH-02',
    does: 'takes any scheme for bearer whose name ends so',
    ...unanchored(/^\w+bearer /i, /bearer .*$/i),
  }),
  fault('basic-as-end-of-scheme-taken', {
    breaks: 'AUTH-09',
    does: 'takes any scheme for basic whose name ends so',
    ...unanchored(/^\w+basic /i, /basic .*$/i),
  }),
  fault('new-beneficiary-without-credentials', {
    breaks: 'AUTH-01',
    does: 'shows a beneficiary to anybody, where the profile names none',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? (ownerOfBeneficiary(call, data.accounts.values()) ?? next(call)) : next(call),
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('new-beneficiary-with-any-token', {
    breaks: 'AUTH-02',
    does: 'shows a beneficiary to whoever has a token, whatever that is, where the profile names none',
    authenticate: (next, call, { data }) =>
      isWithout(call) ? next(call) : (next(call) ?? ownerOfBeneficiary(call, data.accounts.values())),
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('bearer-not-needed-for-expansions', {
    breaks: 'AUTH-01',
    does: 'shows a payment to anybody who asks for an expansion',
    authenticate: (next, call, { data, settings }) => {
      const isOpen =
        call.operation === 'readPayment' && isWithout(call) && call.query[settings.names.expand] !== undefined;
      return isOpen ? data.users[0] : next(call);
    },
  }),
  fault('payment-without-credentials', {
    breaks: 'AUTH-01',
    does: 'makes a payment for anybody who names a wallet that exists, in the name of the first user',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'createPayment' && isWithout(call);
      const names = [...data.accounts.values()].flatMap(({ cards }) => [...cards].map(({ wallet }) => wallet.uuid));
      return isOpen && names.some((name) => call.bytes.includes(name)) ? data.users[0] : next(call);
    },
  }),
  fault('limits-set-without-credentials', {
    breaks: 'AUTH-01',
    does: 'sets the limits of a card that exists for anybody',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'setCardLimits' && isWithout(call);
      const owner = [...data.accounts].find(([, { cards }]) => cards.byUuid(call.parameters.id ?? ''))?.[0];
      return isOpen ? data.users.find(({ name }) => name === owner) : next(call);
    },
  }),
  fault('bearer-not-needed-with-sign-token', {
    breaks: 'AUTH-01',
    does: 'validates and signs drafts for whoever sends a sign token, in the name of who confirmed',
    authenticate: (next, call, { settings, tokens }) => {
      const isOpen = call.operation === 'signPayments' && isWithout(call);
      return isOpen ? tokens.owner('sign', call.query[settings.names.signToken] ?? '') : next(call);
    },
  }),
  fault('never-issued-token-with-sign-token-taken', {
    breaks: 'AUTH-02',
    does: 'signs drafts in the name of who confirmed for whoever has a bearer token that was never issued',
    authenticate: (next, call, { settings, tokens }) =>
      next(call) ??
      (call.operation === 'signPayments' && /^at_/.test(credentialsOf(call, ofBearer))
        ? tokens.owner('sign', call.query[settings.names.signToken] ?? '')
        : undefined),
  }),
  fault('refresh-token-with-sign-token-taken', {
    breaks: 'AUTH-05',
    does: 'invites a member in the name of who confirmed for whoever has a refresh token',
    authenticate: (next, call, { tokens }) => {
      const isOpen =
        call.operation === 'inviteMember' && tokens.owner('refresh', credentialsOf(call, ofBearer)) !== undefined;
      return next(call) ?? (isOpen ? tokens.owner('sign', String(signTokenIn(call))) : undefined);
    },
  }),
  fault('bearer-not-needed-to-sign', {
    breaks: 'AUTH-01',
    does: 'signs drafts for whoever sends a sign token, in the name of who confirmed, and wants an access token only to validate',
    authenticate: (next, call, { settings, tokens }) => {
      const isOpen = call.operation === 'signPayments' && isWithout(call) && call.query.validate === '0';
      return isOpen ? tokens.owner('sign', call.query[settings.names.signToken] ?? '') : next(call);
    },
  }),
];

export const unguardedWrites = [
  fault('drafts-validated-without-credentials', {
    breaks: 'AUTH-01',
    does: 'validates drafts for anybody, in the name of the first user',
    authenticate: (next, call, { data }) =>
      call.operation === 'signPayments' && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('invitation-validated-without-credentials', {
    breaks: 'AUTH-01',
    does: 'validates invitations for anybody, in the name of the first user',
    authenticate: (next, call, { data }) =>
      call.operation === 'inviteMember' && call.query.validate === '1' && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('invitation-without-credentials', {
    breaks: 'AUTH-01',
    does: 'invites members for anybody, in the name of the first user, and wants credentials only to validate',
    authenticate: (next, call, { data, settings }) => {
      const isInEarnest = call.operation === 'inviteMember' && call.query[settings.names.memberFlag] === undefined;
      return isInEarnest && isWithout(call) ? data.users[0] : next(call);
    },
  }),
  fault('notification-switched-without-credentials', {
    breaks: 'AUTH-01',
    does: 'switches the notification of a card that exists for anybody',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'setSmsBalanceNotification' && isWithout(call);
      const owner = [...data.accounts].find(([, { cards }]) => cards.byUuid(call.parameters.id ?? ''))?.[0];
      return isOpen ? data.users.find(({ name }) => name === owner) : next(call);
    },
  }),
  fault('notification-before-credentials', {
    breaks: 'AUTH-01',
    does: 'switches the notification of a card before it refuses whoever has no credentials',
    outside: {
      setSmsBalanceNotification: async (next, call, { data, settings }) => {
        const answer = await next(call);
        const cards = [...data.accounts.values()].map((account) => account.cards.byUuid(call.parameters.id ?? ''));
        const card = cards.find((one) => one !== undefined);
        const asked = new RegExp(`"${settings.names.smsEnabled}":([01])`).exec(call.bytes.toString())?.[1];
        if (answer.status === 401 && card && asked) card.smsBalanceNotification = asked === '1';
        return answer;
      },
    },
  }),
  fault('cancellation-without-credentials-by-uuid', {
    breaks: 'AUTH-01',
    does: 'lets anybody cancel who names a payment by its UUID',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'cancelPayment' && isWithout(call) && isUuid(call.parameters.id ?? '');
      return isOpen ? data.users[0] : next(call);
    },
  }),
];
