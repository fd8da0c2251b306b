// Faults in the shape of errors, and answers that are not declared.
import { refused, unknownPayment, unknownResource } from '../../errors.ts';
import type { Answer, OperationName } from '../../http/call.ts';
import { editingEach, fieldOf, type Loose, replacing, withFields } from '../edits.ts';
import { type Fault, fault } from '../fault.ts';

const wrapped = replacing(404, () => unknownResource('There is no such payment.'));

/** Whether it is a validation error by location. */
const located = ({ body }: Answer): boolean => typeof (body as Loose)?.body === 'object';

const charsetRefused = (operation: OperationName, types: RegExp): Omit<Fault, 'id'> => ({
  breaks: 'ERR-23',
  does: `refuses a body of ${operation} whose media type has a charset parameter`,
  read: (next, call) =>
    call.operation === operation && types.test(call.headers['content-type'] ?? '')
      ? { kind: 'unreadable', status: 415, message: 'The body is of a type that this operation does not take.' }
      : next(call),
});

export const shapes = [
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
];

export const undeclared = [
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
