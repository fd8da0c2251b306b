// The shapes of a 404 (Errors / shapes): each operation that names a thing is asked for things that nobody has.
import { randomInt, randomUUID } from 'node:crypto';
import { operations } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { statusOf } from '../../target/answers.ts';
import type { Call } from '../../target/api.ts';
import { known } from '../../target/names.ts';
import { anyInputOf } from '../harness/any-input.ts';
import type { Check } from '../harness/check.ts';
import { inParallel } from '../harness/parallel.ts';
import { requirement } from '../harness/requirement.ts';
import { unlessKept } from './kept.ts';

for (const id of ['ERR-09', 'ERR-10', 'ERR-11', 'ERR-12', 'ERR-13'] as const) {
  requirement(id, async (check) => {
    const tries = asking(id).flatMap((operation) => unknowns(check, operation).map((call) => ({ operation, call })));
    const exchanges = await inParallel(tries, ({ operation, call }) =>
      unlessKept(() => check.api.call(operation, call)),
    );
    // That there is a 404 is what other requirements ask for; here it is what the judge needs to see.
    if (!exchanges.some((exchange) => exchange && statusOf(exchange) === 404)) check.untested('an answer with 404');
  });
}

type Asking = RequirementId & ('ERR-09' | 'ERR-10' | 'ERR-11' | 'ERR-12' | 'ERR-13');

const asked = {
  'ERR-09': [
    ...['readCard', 'readCardV1', 'readCardLimitsV1', 'calculateCardLimits', 'readCardCredentials'],
    'setSmsBalanceNotification',
  ],
  'ERR-10': ['readBeneficiary'],
  'ERR-11': ['cancelPayment'],
  'ERR-12': ['readPayment'],
  'ERR-13': ['refreshSession'],
} as const;

const asking = (id: Asking) => [...operations.keys()].filter((one) => (asked[id] as readonly string[]).includes(one));

/** A UUID, a number and what is neither; whichever of these an id is, a shape may be right for one and wrong for another. */
function unknowns(
  { api: { names } }: Check,
  id: typeof operations extends ReadonlyMap<infer Id, unknown> ? Id : never,
): readonly Call[] {
  if (id === 'refreshSession') return [randomUUID(), `assay-${randomUUID()}`].map((token) => ({ form: { token } }));
  const body: Call =
    id === 'setSmsBalanceNotification' && known(names.smsField) !== undefined
      ? { json: {}, open: { enabled: true } }
      : anyInputOf(id);
  return [randomUUID(), String(randomInt(900_000_000, 999_999_999)), `assay-${randomUUID()}`].map((one) => ({
    ...body,
    path: { id: one },
  }));
}
