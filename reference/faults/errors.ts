// Faults of error shapes and of robustness.
import type { Answer, Call, Handler } from '../call.ts';
import { refused, unknownResource } from '../errors.ts';
import type { Loose } from './edits.ts';
import { fault } from './fault.ts';

const replacing =
  (status: number, make: (answer: Answer) => Answer) =>
  async (next: Handler, call: Call): Promise<Answer> => {
    const answer = await next(call);
    return answer.status === status ? make(answer) : answer;
  };

export const errorFaults = [
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
  fault('payment-unknown-wrapped', {
    breaks: 'ERR-12',
    does: 'answers an unknown payment in the wrapped shape',
    around: { readPayment: replacing(404, () => unknownResource('There is no such payment.')) },
  }),
  fault('refresh-unknown-standard', {
    breaks: 'ERR-13',
    does: 'answers an unknown refresh token in the standard shape',
    around: { refreshSession: replacing(404, () => refused(404, 'There is no such refresh token.')) },
  }),
];
