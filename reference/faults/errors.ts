// Faults of error shapes and of robustness.

import { gzipSync } from 'node:zlib';
import { refused, unknownPayment, unknownResource } from '../errors.ts';
import type { Answer, Call, Handler, OperationName } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import type { Service } from '../service-state.ts';
import { edited, editingEach, fieldOf, type Loose, withFields } from './edits.ts';
import { type Fault, fault } from './fault.ts';

const isForm = ({ headers }: Call): boolean => /form/.test(headers['content-type'] ?? '');

/** As the owner of the card, whoever asks. */
const refusedAndSet: Around = async (next, call, { data }) => {
  if (call.user?.name !== 'restricted') return next(call);
  await next({ ...call, user: data.users.find(({ name }) => name === 'full') });
  return refused(403, 'You may not switch notifications.');
};

const replacing =
  (status: number, make: (answer: Answer) => Answer) =>
  async (next: Handler, call: Call): Promise<Answer> => {
    const answer = await next(call);
    return answer.status === status ? make(answer) : answer;
  };

/** The call as the owner's, where a user who may not cancel asks about one of the five payments that are shared with him. */
const asOwnerOfShared = (call: Call, { data }: Service): Call | undefined => {
  const shared = data.accounts.get('full')!.payments.find(call.parameters.id ?? '');
  const owner = data.users.find(({ name }) => name === 'full')!;
  const isShared = shared !== undefined && /40[1-5]$/.test(String(shared.id)) && call.user?.name === 'restricted';
  return isShared ? { ...call, user: owner } : undefined;
};

const wrapped = replacing(404, () => unknownResource('There is no such payment.'));

/** A validation error by location. */
const located = ({ body }: Answer): boolean => typeof (body as Loose)?.body === 'object';

const broken = (): Answer => refused(500, 'Something went wrong.');

/** Whether a value contains lists or objects nested to this depth. */
const isNested = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 1 || Object.values(value).some((inner) => isNested(inner, levels - 1));
};

/** Fails on a body with a member that is too much for the service. */
const failingOn = (isTooMuch: (member: unknown) => boolean) => (next: Handler, call: Call) =>
  call.body.kind === 'object' && Object.values(call.body.value).some(isTooMuch) ? broken() : next(call);

const isWritten = (script: RegExp) => (member: unknown) => typeof member === 'string' && script.test(member);

const isAtLeast = (length: number) => (member: unknown) => typeof member === 'string' && member.length >= length;

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

/** Headers of sessions that were refreshed. */
const renewed = new Set<string>();

const charsetRefused = (operation: OperationName, types: RegExp): Omit<Fault, 'id'> => ({
  breaks: 'ERR-23',
  does: `refuses a body of ${operation} whose media type has a charset parameter`,
  read: (next, call) =>
    call.operation === operation && types.test(call.headers['content-type'] ?? '')
      ? { kind: 'unreadable', status: 415, message: 'The body is of a type that this operation does not take.' }
      : next(call),
});

/** Takes a body of which the name of the type's field is written otherwise for none. */
const typeInSmallLetters = (operation: OperationName): Pick<Fault, 'does' | 'read'> => ({
  does: `looks for the field content-type of ${operation} in small letters alone`,
  read: (next, call) =>
    call.operation === operation && call.headerNames.includes('Content-Type')
      ? { kind: 'unreadable', status: 415, message: 'The body is of a type that this operation does not take.' }
      : next(call),
});

export const errorFaults = [
  fault('payment-packed-without-a-word', {
    breaks: 'ERR-03',
    does: 'packs a payment for those who take gzip, and does not say so',
    around: {
      readPayment: async (next, call) => {
        const answer = await next(call);
        const isPacked = answer.status === 200 && /gzip(?!;q=[0x])/.test(String(call.headers['accept-encoding'] ?? ''));
        return isPacked ? { ...answer, body: gzipSync(JSON.stringify(answer.body)) } : answer;
      },
    },
  }),
  fault('payment-amount-as-in-german', {
    breaks: 'PAY-07',
    does: 'writes the amount of a payment with a comma for those who read German',
    around: {
      readPayment: async (next, call) =>
        /\bde\b/.test(call.headers['accept-language'] ?? '')
          ? edited(await next(call), (payment) => {
              payment.amount = String(payment.amount).replace('.', ',');
            })
          : next(call),
    },
  }),
  fault('content-type-of-login-in-small-letters-alone', { breaks: 'PAR-26', ...typeInSmallLetters('login') }),
  fault('content-type-of-beneficiary-in-small-letters-alone', {
    breaks: 'BEN-20',
    ...typeInSmallLetters('createBeneficiary'),
  }),
  fault('error-on-expansion-in-brackets', {
    breaks: 'ERR-01',
    does: 'fails on expansions whose parameter is an object',
    around: {
      readPayment: (next, call, { settings }) =>
        call.query[`${settings.names.expand}[a]`] === undefined ? next(call) : broken(),
    },
  }),
  fault('error-on-two-sign-tokens', {
    breaks: 'ERR-01',
    does: 'fails on two sign tokens in one query',
    around: {
      signPayments: (next, call, { settings }) =>
        call.query[settings.names.signToken]?.includes(',') ? broken() : next(call),
    },
  }),
  fault('error-on-nul-in-sound-beneficiary', {
    breaks: 'ERR-01',
    does: 'keeps no NUL in the name of a beneficiary in which nothing else is wrong, and fails',
    profile: { allow: { createBeneficiaries: 1000 } },
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isKept = answer.status === 200 && (answer.body as Loose).data;
        return isKept && String(fieldOf(call, 'name')).includes('\u0000') ? broken() : answer;
      },
    },
  }),
  fault('error-on-end-beyond-9999', {
    breaks: 'ERR-01',
    does: 'fails on an invitation, in which nothing else is wrong, that ends after the year 9999',
    profile: { allow: { inviteMembers: 200 } },
    around: {
      inviteMember: async (next, call) => {
        const answer = await next(call);
        return answer.status === 200 && Number(fieldOf(call, 'expiredAt')) > 253_402_300_799 ? broken() : answer;
      },
    },
  }),
  fault('error-on-cyrillic', {
    breaks: 'ERR-01',
    does: 'fails on a beneficiary with a Cyrillic letter',
    around: { createBeneficiary: failingOn(isWritten(/\p{Script=Cyrillic}/u)) },
  }),
  fault('error-on-arabic-member', {
    breaks: 'ERR-01',
    does: 'fails on an invitation with an Arabic letter',
    around: { inviteMember: failingOn(isWritten(/\p{Script=Arabic}/u)) },
  }),
  fault('error-on-long-fingerprint', {
    breaks: 'ERR-01',
    does: 'fails on a fingerprint of 20,000 characters',
    around: { login: failingOn(isAtLeast(20_000)) },
  }),
  fault('error-on-long-code', {
    breaks: 'ERR-01',
    does: 'fails on a code of 1,000 characters',
    around: { confirmMfa: failingOn(isAtLeast(1_000)) },
  }),
  fault('error-on-deep-nesting', {
    breaks: 'ERR-01',
    does: 'fails on an invitation with a value that is nested a hundred levels deep',
    around: { inviteMember: failingOn((member) => isNested(member, 100)) },
  }),
  fault('error-on-long-list', {
    breaks: 'ERR-01',
    does: 'fails when ten thousand payments are to be signed',
    around: { signPayments: failingOn((member) => Array.isArray(member) && member.length >= 10_000) },
  }),
  fault('error-on-list-in-cancellation', {
    breaks: 'ERR-01',
    does: 'fails when a cancellation comes with a list',
    around: { cancelPayment: (next, call) => (call.bytes.toString() === '[]' ? broken() : next(call)) },
  }),
  fault('error-on-nul-in-request-id', {
    breaks: 'ERR-01',
    does: 'fails on the id of an MFA request with a NUL in it',
    around: {
      confirmMfa: (next, call) => (call.parameters.requestId?.includes('\u0000') ? broken() : next(call)),
    },
  }),
  fault('error-on-field-of-form-twice', {
    breaks: 'ERR-01',
    does: 'fails on a refresh with two tokens in its form',
    around: { refreshSession: (next, call) => (/token=a&token=/.test(call.bytes.toString()) ? broken() : next(call)) },
  }),
  fault('error-on-unknown-client-at-login', {
    breaks: 'ERR-01',
    does: 'fails on a login for which a proxy does not know the client',
    around: { login: (next, call) => (call.headers['x-forwarded-for'] === 'unknown' ? broken() : next(call)) },
  }),
  fault('error-on-nul-in-user-name', {
    breaks: 'ERR-01',
    does: 'fails on a login of a user whose name has a NUL in it',
    outside: {
      login: (next, call) => {
        const [, pair = ''] = call.headers.authorization?.split(' ') ?? [];
        return Buffer.from(pair, 'base64').includes(0) ? broken() : next(call);
      },
    },
  }),
  fault('error-on-parameter-twice', {
    breaks: 'ERR-01',
    does: 'fails on a signature that is to be validated twice',
    around: { signPayments: (next, call) => (call.query.validate === '1,1' ? broken() : next(call)) },
  }),
  fault('error-on-emoji', {
    breaks: 'ERR-01',
    does: 'fails on a beneficiary with a character outside the basic plane in its name',
    around: {
      createBeneficiary: (next, call) => {
        const name = call.body.kind === 'object' ? call.body.value.name : undefined;
        const isWide = typeof name === 'string' && /[\u{10000}-\u{10ffff}]/u.test(name);
        return isWide ? refused(500, 'Something went wrong.') : next(call);
      },
    },
  }),
  fault('error-on-expansion-twice', {
    breaks: 'ERR-01',
    does: 'fails when a payment is asked for one expansion twice',
    around: {
      readPayment: (next, call, { settings }) => {
        const asked = (call.query[settings.names.expand] ?? '').split(',');
        return new Set(asked).size < asked.length ? refused(500, 'Something went wrong.') : next(call);
      },
    },
  }),
  fault('connection-dropped-on-bad-json', {
    breaks: 'ERR-02',
    does: 'drops the connection when the body of a credentials request is not well-formed',
    around: {
      readCardCredentials: (next, call) =>
        call.body.kind === 'unreadable' && call.body.status === 400
          ? { status: 400, wire: { how: 'dropped' } }
          : next(call),
    },
  }),
  fault('body-cut', {
    breaks: 'ERR-03',
    does: 'ends the list of events in the middle of its JSON',
    around: {
      listWebhookEvents: async (next, call) => {
        const answer = await next(call);
        const whole = JSON.stringify(answer.body);
        return { ...answer, headers: { 'content-type': 'application/json' }, body: Buffer.from(whole.slice(0, -9)) };
      },
    },
  }),
  fault('unauthorized-shape', {
    breaks: 'ERR-05',
    does: 'answers 401 with a message alone',
    outside: {
      every: replacing(401, (answer) => ({ ...answer, body: { message: (answer.body as Loose).message } })),
    },
  }),
  fault('error-status-disagrees', {
    breaks: 'ERR-08',
    does: 'names status 500 in the body of a 403',
    outside: { every: replacing(403, (answer) => ({ ...answer, body: { ...(answer.body as Loose), status: 500 } })) },
  }),
  fault('card-unknown-standard', {
    breaks: 'ERR-09',
    does: 'answers an unknown card in the standard shape',
    around: { readCard: replacing(404, () => refused(404, 'There is no such card.')) },
  }),
  fault('card-unknown-as-page', {
    breaks: 'ERR-09',
    does: 'answers an unknown card by a page to whoever does not accept JSON by name',
    around: {
      readCard: async (next, call) => {
        const answer = await next(call);
        const isForMachines = call.headers.accept?.includes('json');
        if (answer.status !== 404 || isForMachines) return answer;
        return { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Not Found</h1>') };
      },
    },
  }),
  fault('payment-unknown-wrapped', {
    breaks: 'ERR-12',
    does: 'answers an unknown payment in the wrapped shape',
    around: { readPayment: wrapped },
  }),
  fault('payment-unknown-wrapped-when-expanded', {
    breaks: 'ERR-12',
    does: 'answers an unknown payment in the wrapped shape when expansions are asked for',
    around: {
      readPayment: (next, call, { settings }) =>
        call.query[settings.names.expand] === undefined ? next(call) : wrapped(next, call),
    },
  }),
  fault('refresh-unknown-standard', {
    breaks: 'ERR-13',
    does: 'answers an unknown refresh token in the standard shape',
    around: { refreshSession: replacing(404, () => refused(404, 'There is no such refresh token.')) },
  }),
  fault('list-refusal-nameless', {
    breaks: 'ERR-04',
    does: 'leaves the name out of the 400 of the v1 card list',
    around: {
      listCardsV1: replacing(400, (answer) => {
        const { name: _left, ...body } = answer.body as Loose;
        return { ...answer, body };
      }),
    },
  }),
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
  fault('unknown-path-answered', {
    breaks: 'ERR-33',
    does: 'answers whatever it does not know with 200 and an empty object',
    stray: (next, reason) => (reason === 'route' ? { status: 200, body: {} } : next()),
  }),
  fault('limited-wrapped', {
    breaks: 'ERR-07',
    does: 'answers 429 to the calculation of limits in the wrapped shape',
    outside: {
      calculateCardLimits: replacing(429, (answer) => ({
        ...answer,
        body: { status: 'ERROR', error: { code: 429, message: 'Too many requests.' } },
      })),
    },
  }),
  fault('beneficiary-unknown-standard', {
    breaks: 'ERR-10',
    does: 'answers an unknown beneficiary in the standard shape',
    around: { readBeneficiary: replacing(404, () => refused(404, 'There is no such beneficiary.')) },
  }),
  fault('cancel-unknown-extended', {
    breaks: 'ERR-11',
    does: 'answers the cancelling of an unknown payment in the shape of the payment read',
    around: { cancelPayment: replacing(404, () => unknownPayment('There is no such payment.')) },
  }),
  fault('refresh-problems-listed', {
    breaks: 'ERR-14',
    does: 'lists the problems of a refresh instead of naming their fields',
    around: {
      refreshSession: replacing(400, (answer) =>
        located(answer) ? { ...answer, body: { query: [], body: Object.values((answer.body as Loose).body) } } : answer,
      ),
    },
  }),
  fault('login-errors-listed', {
    breaks: 'ERR-15',
    does: 'lists the errors of a login instead of naming their fields',
    around: {
      login: replacing(400, (answer) => {
        const { errors } = answer.body as Loose;
        return errors ? { ...answer, body: { status: 'ERROR', errors: Object.values(errors) } } : answer;
      }),
    },
  }),
  fault('confirmation-problem-bare', {
    breaks: 'ERR-16',
    does: 'answers a confirmation without a code with 422 and a message alone',
    around: {
      confirmMfa: replacing(400, (answer) =>
        located(answer) ? { status: 422, body: { message: 'The code is required.' } } : answer,
      ),
    },
  }),
  fault('draft-unknown-bare', {
    breaks: 'ERR-17',
    does: 'answers the signing of an unknown draft with an empty object',
    around: { signPayments: replacing(404, () => ({ status: 404, body: {} })) },
  }),
  fault('body-completed', {
    breaks: 'ERR-18',
    does: 'takes the JSON of a beneficiary although its last brace is missing',
    read(next, call) {
      const reading = next(call);
      if (call.operation !== 'createBeneficiary' || reading.kind !== 'unreadable') return reading;
      const whole = next({ ...call, bytes: Buffer.concat([call.bytes, Buffer.from('}')]) });
      return whole.kind === 'object' ? whole : reading;
    },
  }),
  fault('success-undeclared', {
    breaks: 'ERR-19',
    does: 'answers 202 to the reading of the webhook configuration',
    settings: { statuses: { readWebhook: 202 } },
  }),
  fault('events-counted', {
    breaks: 'ERR-21',
    does: 'counts subscribers in the list of events',
    around: {
      listWebhookEvents: editingEach((event) => {
        event.subscribers = 1;
      }),
    },
  }),
  fault('list-plain-text', {
    breaks: 'ERR-22',
    does: 'sends the list of events as plain text',
    around: {
      listWebhookEvents: async (next, call) => ({ ...(await next(call)), headers: { 'content-type': 'text/plain' } }),
    },
  }),
  fault('validation-status-undeclared', {
    breaks: 'ERR-32',
    does: 'answers 422 to a refresh without a token, where the profile declares 400',
    around: { refreshSession: replacing(400, (answer) => ({ ...answer, status: 422 })) },
  }),
  fault('charset-refused', charsetRefused('createBeneficiary', /json.*charset/i)),
  fault('login-form-charset-refused', charsetRefused('login', /urlencoded.*charset/i)),
  fault('notification-charset-refused', charsetRefused('setSmsBalanceNotification', /json.*charset/i)),
  fault('invitation-charset-refused', charsetRefused('inviteMember', /json.*charset/i)),
  fault('method-unknown-404', {
    breaks: 'ERR-25',
    does: 'answers 404 to a method that a path does not have',
    stray: (next, reason) => (reason === 'method' ? refused(404, 'There is nothing at this path.') : next()),
  }),
  fault('fingerprint-converted', {
    breaks: 'ERR-26',
    does: 'takes a number for a fingerprint',
    around: {
      login: (next, call) => {
        const fingerprint = fieldOf(call, 'fingerprint');
        return next(typeof fingerprint === 'number' ? withFields(call, { fingerprint: `${fingerprint}` }) : call);
      },
    },
  }),
  fault('refresh-problem-unplaced', {
    breaks: 'ERR-27',
    does: 'does not say which field of a refresh is at fault',
    around: {
      refreshSession: replacing(400, (answer) =>
        located(answer) ? { ...answer, body: { query: {}, body: { '': 'Something is missing.' } } } : answer,
      ),
    },
  }),
];
