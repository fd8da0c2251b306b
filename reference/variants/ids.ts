// Other ids, and other ways to read the id in a path.

import { refused, unknownResource } from '../errors.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { variant } from './variant.ts';

const nobodys = '00000000-0000-4000-8000-000000000000';

const withId = (call: Call, id: string): Call => ({ ...call, parameters: { ...call.parameters, id } });

const byUuidAlone = (next: Handler, call: Call): Answer | Promise<Answer> =>
  /^\d+$/.test(call.parameters.id ?? '') ? unknownResource('There is no such card.') : next(call);

const byNumberAlone = async (next: Handler, call: Call): Promise<Answer> =>
  /^\d+$/.test(call.parameters.id ?? '') ? next(call) : next(withId(call, nobodys));

const longPrefix = '9007199254';

/** Makes the number of a payment, a v1 card or a new beneficiary, which is before its UUID, longer than a double can hold exactly. */
const withLongIds = (answer: Answer, isList: boolean, prefix = longPrefix): Answer => {
  if (answer.body === undefined || Buffer.isBuffer(answer.body)) return answer;
  const text = JSON.stringify(answer.body);
  const body = text.replace(isList ? /"id":(\d{7})(?=,"uuid")/g : /"id":(\d{7})(?=,"uuid")/, `"id":${prefix}$1`);
  return text === body ? answer : { ...answer, body: Buffer.from(body) };
};

const from = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

const numbered = (first: number, last: number): readonly string[] =>
  from(first, last).map((id) => `${longPrefix}${id}`);

/** Shows the number of a v1 card with three digits in front. Other integers are refused unless they are below the bound. */
const numberedHigh =
  (prefix: string, bound: number): Around =>
  async (next, call) => {
    const { id } = call.parameters;
    const isInteger = id !== undefined && /^\d+$/.test(id);
    if (isInteger && Number(id) >= bound) return refused(400, 'The id must be an integer of 32 bits.');
    const isHigh = isInteger && id.length === 10 && id.startsWith(prefix);
    const asked = isHigh ? withId(call, id.slice(prefix.length)) : isInteger ? withId(call, nobodys) : call;
    return withLongIds(await next(asked), call.operation === 'listCardsV1', prefix);
  };

/** Above half of what signed integers of 32 bits can hold. */
const ofManyCards = numberedHigh('120', 2 ** 31);

/** Above what signed integers of 32 bits can hold, and within what unsigned ones can. */
const unsigned = numberedHigh('400', 2 ** 32);

/** Accepts the id of a card in capitals only, as this variant writes it. */
const inCapitals: Around = async (next, call) => {
  const { id } = call.parameters;
  const asked = id === undefined ? call : withId(call, /[a-f]/.test(id) ? nobodys : id.toLowerCase());
  const answer = await next(asked);
  if (answer.status !== 200 || answer.body === undefined || Buffer.isBuffer(answer.body)) return answer;
  const text = JSON.stringify(answer.body);
  const body = text.replace(/"(id|uuid)":"([\da-f-]{36})"/g, (_, name, uuid) => `"${name}":"${uuid.toUpperCase()}"`);
  return { ...answer, body: Buffer.from(body) };
};

export const idVariants = [
  variant('ids-in-capitals', {
    reads: 'how the UUID of a card is written',
    does: 'writes it in capitals, and knows no card by another spelling',
    outside: {
      listCards: inCapitals,
      listCardsV1: inCapitals,
      readCard: inCapitals,
      readCardV1: inCapitals,
      readCardLimitsV1: inCapitals,
      calculateCardLimits: inCapitals,
      readCardCredentials: inCapitals,
      setSmsBalanceNotification: inCapitals,
    },
  }),
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
  variant('paths-normalised', {
    reads: 'dot segments and escaped separators in a path',
    does: 'answers a step to the same place like the list, and redirects any other to the path that is meant',
    outside: {
      every: (next, call) => {
        const { id } = call.parameters;
        if (id === '.') return { status: 200, body: [] };
        const isOther = id !== undefined && /^\.\.$|[/\\]/.test(id);
        return isOther ? { status: 307, headers: { location: '/v2/card/' } } : next(call);
      },
    },
  }),
  variant('legacy-by-uuid-alone', {
    reads: 'whether v1 paths take the integer id',
    does: 'knows a card by its UUID alone',
    around: { readCardV1: byUuidAlone, readCardLimitsV1: byUuidAlone },
  }),
  variant('payments-by-number-alone', {
    reads: 'by which id a payment is read and cancelled',
    does: 'knows a payment by its number alone there',
    around: { readPayment: byNumberAlone, cancelPayment: byNumberAlone },
    profile: { fixtures: { payments: { drafts: from(1_010_001, 1_010_400) } } },
  }),
  variant('cards-numbered-high', {
    reads: 'how large an integer id may be',
    does: 'numbers v1 cards above 1,200,000,000, and reads integers of 32 bits alone',
    around: { listCardsV1: ofManyCards, readCardV1: ofManyCards, readCardLimitsV1: ofManyCards },
  }),
  variant('cards-numbered-unsigned', {
    reads: 'how large an integer id may be',
    does: 'numbers v1 cards above 4,000,000,000, and reads unsigned integers of 32 bits alone',
    around: { listCardsV1: unsigned, readCardV1: unsigned, readCardLimitsV1: unsigned },
  }),
  variant('long-ids', {
    reads: 'how large an integer id may be',
    does: 'numbers payments, v1 cards and beneficiaries with 17 digits',
    outside: {
      every: async (next, call) => {
        const { id } = call.parameters;
        const isLong = id !== undefined && /^\d{17}$/.test(id) && id.startsWith(longPrefix);
        const answer = await next(isLong ? withId(call, id.slice(longPrefix.length)) : call);
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
        foreign: {
          beneficiaries: numbered(3_002_001, 3_002_003),
          payments: [...numbered(3_010_001, 3_010_003), ...numbered(3_010_026, 3_010_028)],
        },
      },
    },
  }),
];
