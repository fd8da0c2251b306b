// Identical payments that are harder to count (Limits, rule 2): with others between them, by addresses that differ, and all at once, before
// any of them is made.
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { durationOf } from '../../load/scenarios/scenario.ts';
import type { CallInput } from '../../subject/calls.ts';
import { aboutAsStated } from './payments.ts';
import { answerOf, isOther } from './support/identical-payments.ts';
import { requestFor, sendAtOnce, sendPaced } from './support/sending.ts';

requirement(
  'RATE-02',
  'identical payments far above the limit meet a 429, and not many more than the limit allows are accepted',
  'in turn with others, and all at once',
  async (check) => {
    if (check.depth === 'quick' || check.profile.allow.createPayments < plenty) return;
    const [one, other, addressed] = await inTurn(check);
    keepTo(check, one);
    keepTo(check, other);
    // A target may refuse an unknown parameter.
    if (!addressed.some(isOther)) keepTo(check, addressed);
    const payment = await requestFor(check, 'createPayment');
    keepTo(check, await sendAtOnce(check, 'createPayment', payment, many));
  },
);

/** Payments that a profile has to allow before so many more are made. */
const plenty = 3000;

const many = 150;
/** Milliseconds in which as many of each body are sent. */
const lasts = 3000;

type Answers = readonly Exchange[];

/** Two bodies in turn, and a third whose address is another one each time. */
async function inTurn(check: Check): Promise<readonly [Answers, Answers, Answers]> {
  const bodies: readonly CallInput[] = [
    await requestFor(check, 'createPayment'),
    await requestFor(check, 'createPayment'),
    await requestFor(check, 'createPayment'),
  ];
  const schedule = Array.from({ length: many * bodies.length }, (_, index) => {
    const body = bodies[index % bodies.length]!;
    const isAddressed = index % bodies.length === 2;
    return {
      due: (index * lasts) / (many * bodies.length),
      request: isAddressed ? { ...body, query: { unknown: index } } : body,
    };
  });
  const sent = await sendPaced(check, 'createPayment', bodies[0]!, schedule);
  const of = (which: number): Answers =>
    sent.filter((_, index) => index % bodies.length === which).map(({ exchange }) => exchange);
  return [of(0), of(1), of(2)];
}

/** Whether a payment is accepted at all, and nothing but 429 refuses it, another check of this says. */
function keepTo(check: Check, exchanges: Answers): void {
  const other = exchanges.find(isOther);
  if (other)
    check.observe(`one of ${exchanges.length} identical payments, in turn with others or at once: ${answerOf(other)}`);
  expect(exchanges.at(-1)).toSatisfy(() => aboutAsStated({ exchanges, duration: durationOf(exchanges) }));
}
