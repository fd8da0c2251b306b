// What has a number and a UUID, read by each of them (Endpoints, path parameter id): one thing, one answer.
import { idIn } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { beneficiariesIfAny } from '../../harness/prepare/beneficiaries.ts';
import { jsonOf, succeeded } from '../../subject/answers.ts';
import { isKnown, takesSeveral } from '../../subject/names.ts';
import { allCards, kindOf, legacy } from '../cards/support/card.ts';
import { legacyExtras, permitted } from '../cards/support/extras.ts';
import { expansions, readPayments, sortOf, uuidOf } from '../payments/support/payment.ts';
import { paymentsOfSecond } from '../payments/support/second.ts';
import { answersByEither, type Ids, idsIn, otherThanByFirst, sameByEither } from './support/either-id.ts';
import { takesLists } from './support/expanded.ts';
import { somePayments } from './support/payments.ts';
import { doubtWhereSwitched } from './support/reads.ts';

requirement('PAR-31', sameByEither, 'payments', async (check) => {
  const payments = await readPayments(check, await somePayments(check));
  await inParallel(payments, async (payment) => {
    const ids: Ids = [uuidOf(payment), idIn(payment.fields.id)];
    await readsAlike(check, 'readPayment', ids);
    if (takesLists(check)) await readsAlike(check, 'readPayment', ids, { open: { expand: expansions } });
  });
});

requirement('PAR-31', sameByEither, 'payments of the second user', async (check) => {
  await inParallel(sample(await paymentsOfSecond(check), fewOfSecond, check.seed, sortOf), (payment) =>
    readsAlike(check, 'readPayment', [uuidOf(payment), idIn(payment.fields.id)], { as: 'second' }),
  );
});

const fewOfSecond = 3;

const mostBeneficiaries = 20;

requirement('PAR-31', sameByEither, 'beneficiaries', async (check) => {
  const known = sample(await beneficiariesIfAny(check), mostBeneficiaries, check.seed);
  await inParallel(known, async (id) => {
    const exchange = await check.api.call('readBeneficiary', { path: { id } });
    if (!succeeded(exchange)) return;
    const { number, uuid } = idsIn(jsonOf(exchange));
    const ids: Ids = [id, id.toLowerCase() === uuid?.toLowerCase() ? number : uuid];
    await readsAlike(check, 'readBeneficiary', ids);
  });
});

const mostCards = 20;

requirement('PAR-31', sameByEither, 'v1 cards', async (check) => {
  const cards = sample(await allCards(check, legacy), mostCards, check.seed, kindOf);
  const takesAll = takesSeveral(check.api.names, 'include');
  await inParallel(cards, async (card, turn) => {
    const ids: Ids = [legacy.idOf(card), idIn(card.id)];
    await readsAlike(check, 'readCardV1', ids);
    await readsAlike(check, 'readCardLimitsV1', ids);
    const all = isKnown(check.api.names.include) ? permitted(legacyExtras, check, card) : [];
    // A target may look for one of them alone, asked for alone, by one of the ids.
    const one = all[Math.floor(turn / 2) % all.length];
    const include = takesAll && turn % 2 === 0 ? all : all.filter((name) => name === one);
    if (include.length > 0) await readsAlike(check, 'readCardV1', ids, { open: { include }, confirmMfa: true });
  });
});

async function readsAlike(...asked: Parameters<typeof answersByEither>): Promise<void> {
  const [check, operation] = asked;
  const answers = await answersByEither(...asked);
  if (answers === undefined) return;
  const mismatch = otherThanByFirst(answers);
  if (mismatch) doubtWhereSwitched(check, operation);
  expect(answers[1].exchange).toSatisfy(() => mismatch);
}
