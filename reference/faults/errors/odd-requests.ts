// Faults in requests that no client sends on purpose: ids, tokens and numbers that refer to nothing, and one request twice at once.
import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../../errors.ts';
import type { Answer, Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { fieldOf } from '../edits.ts';
import { fault } from '../fault.ts';

const broken = (): Answer => refused(500, 'Something went wrong.');

const failingWhere =
  (isTooMuch: (call: Call) => boolean): Around =>
  (next, call) =>
    isTooMuch(call) ? broken() : next(call);

const isBearing =
  (token: RegExp) =>
  ({ headers }: Call): boolean =>
    token.test(/^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '');

/** Fails on a valid refresh token while another refresh with the same token is under way. */
const failingAtOnce: Around = async (next, call, { notes, tokens }) => {
  const token = String(fieldOf(call, 'token'));
  if (notes.has(`refreshing ${token}`)) return broken();
  if (tokens.owner('refresh', token) === undefined) return next(call);
  notes.set(`refreshing ${token}`, true);
  await pause(5);
  const answer = await next(call);
  notes.delete(`refreshing ${token}`);
  return answer;
};

export const oddRequests = [
  fault('error-on-letter-in-bearer', {
    breaks: 'ERR-01',
    does: 'fails on a bearer token with a letter beyond ASCII',
    outside: { every: failingWhere(isBearing(/[^ -~]/)) },
  }),
  fault('error-on-token-of-three-parts', {
    breaks: 'ERR-01',
    does: 'reads a bearer token of three parts as JSON, and fails where it is none',
    outside: { every: failingWhere(isBearing(/^(?!ey)[^.]+\.[^.]+\.[^.]+$/)) },
  }),
  fault('error-on-token-without-claims', {
    breaks: 'ERR-01',
    does: 'looks for the user in the claims of a bearer token, and fails where there are none',
    outside: { every: failingWhere(isBearing(/^ey[^.]+\.e30\./)) },
  }),
  fault('error-on-first-uuid', {
    breaks: 'ERR-01',
    does: 'takes the UUID of zeros for no id at all, and fails where a payment is read by it',
    around: { readPayment: failingWhere(({ parameters }) => /^[0-]{36}$/.test(parameters.id ?? '')) },
  }),
  fault('error-on-draft-twice', {
    breaks: 'ERR-01',
    does: 'fails where a sign request names a draft twice',
    around: {
      signPayments: failingWhere((call) => {
        const ids = fieldOf(call, 'id');
        return Array.isArray(ids) && ids.length === 2 && ids[0] === ids[1];
      }),
    },
  }),
  fault('error-on-number-beyond-measure', {
    breaks: 'ERR-01',
    does: 'fails on an account_number that is more than a double holds',
    around: { createBeneficiary: failingWhere((call) => fieldOf(call, 'account_number') === Infinity) },
  }),
  fault('refreshed-twice-at-once-fails', {
    breaks: 'ERR-01',
    does: 'fails on a refresh with a token with which another one is under way',
    around: { refreshSession: failingAtOnce },
  }),
  fault('refresh-form-with-charset-refused', {
    breaks: 'ERR-23',
    does: 'answers 415 to a refresh whose media type has a charset',
    outside: {
      refreshSession: (next, call) =>
        /charset/i.test(call.headers['content-type'] ?? '') ? refused(415, 'This is no form.') : next(call),
    },
  }),
  fault('card-as-xml-for-any-type', {
    breaks: 'CARD-26',
    does: 'answers a card as XML to whoever accepts any type',
    around: {
      readCard: async (next, call) => {
        const answer = await next(call);
        if (answer.status !== 200 || call.headers.accept !== '*/*') return answer;
        return { ...answer, headers: { 'content-type': 'application/xml' }, body: Buffer.from('<card/>') };
      },
    },
  }),
];
