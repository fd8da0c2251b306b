// Other ids, and other readings of the id in a path.

import { unknownResource } from '../errors.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import { variant } from './variant.ts';

const withId = (call: Call, id: string): Call => ({ ...call, parameters: { ...call.parameters, id } });

const byUuidAlone = (next: Handler, call: Call): Answer | Promise<Answer> =>
  /^\d+$/.test(call.parameters.id ?? '') ? unknownResource('There is no such card.') : next(call);

const prefix = '9007199254';
const lengthened = (id: number): string => `${prefix}${id}`;

/** The number of a payment, a v1 card or a new beneficiary, which stands before its UUID, with more digits than a double has. */
const withLongIds = (answer: Answer, isList: boolean): Answer => {
  if (answer.body === undefined || Buffer.isBuffer(answer.body)) return answer;
  const text = JSON.stringify(answer.body);
  const body = text.replace(isList ? /"id":(\d{7})(?=,"uuid")/g : /"id":(\d{7})(?=,"uuid")/, `"id":${prefix}$1`);
  return text === body ? answer : { ...answer, body: Buffer.from(body) };
};

const numbered = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => lengthened(first + index));

export const idVariants = [
  variant('path-suffixes-cut', {
    reads: 'what follows a semicolon or a dot in a path',
    does: 'leaves it out, as many routers do',
    around: {
      every: (next, call) => {
        const { id } = call.parameters;
        return next(id === undefined ? call : withId(call, id.replace(/[;.].*$/, '')));
      },
    },
  }),
  variant('legacy-by-uuid-alone', {
    reads: 'whether v1 paths take the integer id',
    does: 'knows a card by its UUID alone',
    around: { readCardV1: byUuidAlone, readCardLimitsV1: byUuidAlone },
  }),
  variant('long-ids', {
    reads: 'how large an integer id may be',
    does: 'numbers payments, v1 cards and beneficiaries with 17 digits',
    outside: {
      every: async (next, call) => {
        const { id } = call.parameters;
        const isLong = id !== undefined && /^\d{17}$/.test(id) && id.startsWith(prefix);
        const answer = await next(isLong ? withId(call, id.slice(prefix.length)) : call);
        return withLongIds(answer, call.operation === 'listCardsV1');
      },
    },
    profile: {
      fixtures: {
        beneficiaries: numbered(1_002_001, 1_002_006),
        payments: {
          cancellable: numbered(1_010_401, 1_010_700),
          notCancellable: numbered(1_010_701, 1_010_705),
          others: numbered(1_010_701, 1_010_847),
        },
      },
    },
  }),
];
