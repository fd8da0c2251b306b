// Other statuses and error bodies where the specification leaves them open.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownPayment } from '../errors.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { fieldsOf } from '../operations/answers.ts';
import { paymentPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import { variant } from './variant.ts';

const isForeign = (call: Call, { data }: Service): boolean =>
  [...data.accounts.values()].some(
    ({ user, cards }) => user !== call.user && cards.byUuid(call.parameters.id ?? '') !== undefined,
  );

const refusingForeign = async (next: Handler, call: Call, service: Service): Promise<Answer> =>
  isForeign(call, service) ? refused(403, 'This card is not yours.') : next(call);

/** Cards are numbered across all customers, and there are fewer cards than this. */
const mostCards = 100_000_000;

/** Whether the id may be another user's card: a number that is in use, or a UUID next to one of the caller's. */
const isNeighbour = ({ user, parameters: { id = '' } }: Call, { data }: Service): boolean => {
  const { cards } = data.accounts.get(user!.name)!;
  if (cards.find(id) !== undefined) return false;
  const beginning = id.toLowerCase().slice(0, -1);
  return /^\d+$/.test(id) ? Number(id) < mostCards : [...cards].some(({ uuid }) => uuid.slice(0, -1) === beginning);
};

const refusingNeighbours: Around = (next, call, service) =>
  isNeighbour(call, service) ? refused(403, 'This card is not yours.') : refusingForeign(next, call, service);

const byField = (answer: Answer): Answer => {
  const { query, body } = (answer.body ?? {}) as { readonly query?: object; readonly body?: object };
  if (answer.status !== 422 || query === undefined || body === undefined) return answer;
  return { ...answer, body: { status: 'ERROR', errors: { ...query, ...body } } };
};

const withMore = (value: unknown, links: object): unknown => {
  if (Array.isArray(value)) return value.map((entry) => withMore(entry, links));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, withMore(inner, links)]);
  return { ...Object.fromEntries(members), links };
};

/** Adds an ETag, and answers 304 to a caller who already has the answer. */
const tagged = async (next: Handler, call: Call): Promise<Answer> => {
  const answer = await next(call);
  if (call.method !== 'GET' || answer.status !== 200) return answer;
  const etag = `"${createHash('sha256').update(JSON.stringify(answer.body)).digest('base64url')}"`;
  const headers = { ...answer.headers, etag };
  return call.headers['if-none-match'] === etag ? { status: 304, headers } : { ...answer, headers };
};

const invalidAs200 = async (next: Handler, call: Call): Promise<Answer> => {
  const answer = await next(call);
  const tells = ['query', 'errors'].some((member) => member in ((answer.body ?? {}) as object));
  return answer.status === 400 && tells ? { ...answer, status: 200 } : answer;
};

const bareUnknown = async (next: Handler, call: Call): Promise<Answer> => {
  const answer = await next(call);
  return answer.status === 404 ? { status: 404 } : answer;
};

const latinOnly = (next: Handler, call: Call): Answer | Promise<Answer> => {
  const texts = call.body.kind === 'object' ? Object.values(call.body.value) : [];
  const isForeignText = texts.some(
    (text) => typeof text === 'string' && !/^[\p{Script=Latin}\d\s!-~]*$/u.test(text.normalize('NFC')),
  );
  return isForeignText ? refused(400, 'Latin letters only.') : next(call);
};

export const statusVariants = [
  variant('equal-cancellations-meet', {
    reads: 'a payment that is asked to be cancelled while it is being cancelled',
    does: 'answers 409 to the later of the two, and takes 3 ms for the first',
    around: {
      cancelPayment: async (next, call, { notes }) => {
        const key = `being cancelled ${call.parameters.id}`;
        if (notes.has(key)) return refused(409, 'This payment is being cancelled.');
        notes.set(key, true);
        await pause(3);
        notes.delete(key);
        return next(call);
      },
    },
  }),
  variant('one-cancellation-at-a-time', {
    reads: 'two payments that one user cancels at the same time',
    does: 'answers 409 to the later of the two, and takes 5 ms for the first',
    around: {
      cancelPayment: async (next, call, { data, notes }) => {
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        if (payment === undefined || !paymentPermissions(payment).canCancel) return next(call);
        const key = `cancelling of ${call.user!.name}`;
        if (notes.has(key)) return refused(409, 'Another payment is being cancelled.');
        notes.set(key, true);
        await pause(5);
        notes.delete(key);
        return next(call);
      },
    },
  }),
  variant('cancelled-payments-away-for-a-moment', {
    reads: 'how soon a payment that was cancelled is found where it is kept from then on',
    does: 'answers for a second that it is unknown',
    around: {
      cancelPayment: async (next, call, { data, notes, clock }) => {
        const answer = await next(call);
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        if (answer.status === 200) notes.set(`moved ${payment?.id}`, clock());
        return answer;
      },
      readPayment: (next, call, { data, notes, clock }) => {
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        const since = clock() - Number(notes.get(`moved ${payment?.id}`) ?? 0);
        return since < 1000 ? unknownPayment('There is no such payment yet.') : next(call);
      },
    },
  }),
  variant('latin-letters-only', {
    reads: 'the scripts of names',
    does: 'refuses a beneficiary or an invitation with letters that are not Latin',
    around: { createBeneficiary: latinOnly, inviteMember: latinOnly },
  }),
  variant('entity-tags', {
    reads: 'conditional requests, which HTTP defines',
    does: 'tags what can be read and answers 304 to whoever has it already',
    outside: { every: tagged },
  }),
  variant('bare-refusals', {
    reads: 'the body of a refusal whose shape is not stated',
    does: 'refuses to sign or to make a payment of an unknown thing without a body',
    around: { signPayments: bareUnknown, createPayment: bareUnknown },
  }),
  variant('other-success-statuses', {
    reads: 'success statuses',
    does: 'answers 201 and 202 where something begins to exist or to happen',
    settings: {
      statuses: {
        login: 201,
        refreshSession: 201,
        exchangeSignToken: 201,
        signPayments: 202,
        setSmsBalanceNotification: 202,
        createBeneficiary: 201,
        inviteMember: 201,
        createPayment: 201,
      },
    },
    profile: {
      declares: {
        success: {
          login: [200, 201],
          refreshSession: [201],
          exchangeSignToken: [201],
          signPayments: [200, 202],
          setSmsBalanceNotification: [200, 202],
          createBeneficiary: [201],
          inviteMember: [200, 201],
          createPayment: [201],
        },
      },
    },
  }),
  variant('switch-to-what-is-set-409', {
    reads: 'the status of a switch to what is set already',
    does: 'refuses it with 409',
    leaves: { 'ERR-18': 'the twin of a broken switch sets what is set, so that nothing changes' },
    around: {
      setSmsBalanceNotification: (next, call, { data }) => {
        const card = call.user && data.accounts.get(call.user.name)!.cards.byUuid(call.parameters.id ?? '');
        const value = Object.values(fieldsOf(call.body))[0];
        const isSet =
          card !== undefined &&
          [0, 1, '0', '1'].includes(value as number) &&
          Boolean(Number(value)) === card.smsBalanceNotification;
        return isSet ? refused(409, 'It is set already.') : next(call);
      },
    },
  }),
  variant('broken-json-as-none', {
    reads: 'a body that is no JSON, where no status is stated for it',
    does: 'reads it as one without fields, as some frameworks do',
    read(next, call) {
      const reading = next(call);
      const isRead = reading.kind === 'unreadable' && call.operation !== 'readCardCredentials';
      return isRead ? next({ ...call, bytes: Buffer.from('{}') }) : reading;
    },
  }),
  variant('token-validation-200', {
    reads: 'the status of validation errors',
    does: 'answers 200 to those of the token endpoints',
    around: { login: invalidAs200, refreshSession: invalidAs200, exchangeSignToken: invalidAs200 },
    profile: { declares: { validationStatus: null } },
  }),
  variant('validation-422', {
    reads: 'the status of validation errors',
    does: 'answers 422 to them',
    settings: { validationStatus: 422 },
    profile: { declares: { validationStatus: 422 } },
  }),
  variant('validation-by-field', {
    reads: 'which of the two validation shapes a token endpoint has',
    does: 'names the fields at fault of every token endpoint without saying where they stood, and answers 422',
    settings: { validationStatus: 422 },
    outside: { every: async (next, call) => byField(await next(call)) },
    profile: { declares: { validationStatus: 422 } },
  }),
  variant('wrong-codes-422', {
    reads: 'the status of a wrong code, and its shape',
    does: 'answers 422 to it, with a message alone',
    around: {
      confirmMfa: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 ? { status: 422, body: { message: 'The code is not right.' } } : answer;
      },
    },
  }),
  variant('unknown-methods-404', {
    reads: 'methods that a path does not have',
    does: 'answers 404 to them',
    stray: (next, reason) => (reason === 'method' ? refused(404, 'There is nothing here.') : next()),
  }),
  variant('no-challenge', {
    reads: 'WWW-Authenticate, which is good practice and not stated',
    does: 'leaves it out',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        const { 'www-authenticate': _, ...headers } = answer.headers ?? {};
        return { ...answer, headers };
      },
    },
  }),
  variant('foreign-cards-403', {
    reads: "another user's card",
    does: 'answers 403 to it in place of 404',
    profile: { fixtures: { foreign: { cards: ['879de494-e64c-4cda-b93c-9c9141b0846a'] } } },
    around: {
      readCard: refusingForeign,
      readCardV1: refusingForeign,
      readCardLimitsV1: refusingForeign,
      calculateCardLimits: refusingForeign,
      readCardCredentials: refusingForeign,
      setSmsBalanceNotification: refusingForeign,
    },
  }),
  variant('neighbouring-cards-403', {
    reads: 'whose card has an id that is near the id of a card',
    does: 'counts the ids of the cards of all its customers up, and answers 403 to those of others',
    around: {
      readCard: refusingNeighbours,
      readCardV1: refusingNeighbours,
      readCardLimitsV1: refusingNeighbours,
      calculateCardLimits: refusingNeighbours,
      readCardCredentials: refusingNeighbours,
      setSmsBalanceNotification: refusingNeighbours,
    },
  }),
  variant('extra-fields', {
    reads: 'fields and headers that the specification does not name',
    does: 'adds a field to every object answered but credentials, errors included, and a header to every answer',
    around: {
      every: async (next, call) => {
        const answer = await next(call);
        const headers = { 'x-request-id': 'made-up-request', ...answer.headers };
        const links = { self: call.url.split('?', 1)[0], via: ['made-up-gateway'] };
        // In an error the field is added only at the top, because the members inside are messages by field, and any name could be a field.
        const isWhole = call.operation === 'readCardCredentials' && answer.status < 300;
        if (isWhole) return { ...answer, headers };
        const body = answer.status < 300 ? withMore(answer.body, links) : { ...(answer.body as object), links };
        return { ...answer, headers, body };
      },
    },
  }),
  variant('extra-fields-that-change', {
    reads: 'fields that the specification does not name',
    does: 'adds a field to every object of a success but credentials, with another value in each answer',
    around: {
      every: async (next, call) => {
        const answer = await next(call);
        const isWhole = call.operation === 'readCardCredentials' || answer.status >= 300;
        return isWhole ? answer : { ...answer, body: withMore(answer.body, { trace: randomUUID() }) };
      },
    },
  }),
];
