// Things with a number and a UUID must give the same answer by both (Endpoints, path parameter id).
import { meaningful } from '../../contract/presence.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import { idIn } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { beneficiariesIfAny, isNumber } from '../../harness/prepare/beneficiaries.ts';
import { jsonOf, succeeded } from '../../subject/answers.ts';
import type { Call } from '../../subject/calls.ts';
import { isKnown, takesSeveral } from '../../subject/names.ts';
import { allCards, kindOf, legacy } from '../cards/support/card.ts';
import { legacyExtras, permitted } from '../cards/support/extras.ts';
import { bothIdsOf, expansions, type ReadPayment, readPayments, sortOf } from '../payments/support/payment.ts';
import { paymentsOfSecond } from '../payments/support/second.ts';
import {
  type AnyRead,
  answersByEither,
  type Ids,
  idsIn,
  type Lost,
  otherThanByFirst,
  sameByEither,
} from './support/either-id.ts';
import { isDenied, takesLists } from './support/expanded.ts';
import { somePayments } from './support/payments.ts';
import { doubtWhereSwitched } from './support/reads.ts';

requirement('PAR-31', sameByEither, 'payments', async (check) => {
  const payments = await readPayments(check, await somePayments(check));
  const { readsAlike, nothingIsLost } = byEither(check);
  await inParallel(payments, async (payment) => {
    const ids = idsOf(payment);
    await readsAlike('readPayment', ids);
    if (takesLists(check)) await readsAlike('readPayment', ids, { open: { expand: expansions } });
  });
  await nothingIsLost();
});

/** By which it was read, and the other one. */
function idsOf(payment: ReadPayment): Ids {
  const [id, other] = bothIdsOf(payment);
  return [id, other];
}

requirement('PAR-31', sameByEither, 'payments of the second user', async (check) => {
  const { readsAlike, nothingIsLost } = byEither(check);
  await inParallel(sample(await paymentsOfSecond(check), fewOfSecond, check.seed, sortOf), (payment) =>
    readsAlike('readPayment', idsOf(payment), { as: 'second' }),
  );
  await nothingIsLost();
});

const fewOfSecond = 3;

const mostBeneficiaries = 20;

requirement('PAR-31', sameByEither, 'beneficiaries', async (check) => {
  const known = sample(await beneficiariesIfAny(check), mostBeneficiaries, check.seed);
  const { readsAlike, nothingIsLost } = byEither(check);
  await inParallel(known, async (id) => {
    const exchange = await check.api.call('readBeneficiary', { path: { id } });
    if (!succeeded(exchange)) return;
    const { number, uuid } = idsIn(jsonOf(exchange));
    const ids: Ids = [id, id.toLowerCase() === uuid?.toLowerCase() ? number : uuid];
    await readsAlike('readBeneficiary', ids);
  });
  await nothingIsLost();
});

const mostCards = 20;

requirement('PAR-31', sameByEither, 'v1 cards', async (check) => {
  const cards = sample(await allCards(check, legacy), mostCards, check.seed, kindOf);
  const takesAll = takesSeveral(check.api.names, 'include');
  const { readsAlike, nothingIsLost } = byEither(check);
  await inParallel(cards, async (card, turn) => {
    const ids: Ids = [legacy.idOf(card), idIn(meaningful(card.id))];
    await readsAlike('readCardV1', ids);
    await readsAlike('readCardLimitsV1', ids);
    const all = isKnown(check.api.names.include) ? permitted(legacyExtras, check, card) : [];
    // A target may miss one expansion, when it is asked for alone, by one of the ids.
    const one = all[Math.floor(turn / 2) % all.length];
    const include = takesAll && turn % 2 === 0 ? all : all.filter((name) => name === one);
    if (include.length > 0) await readsAlike('readCardV1', ids, { open: { include }, confirmMfa: true });
  });
  await nothingIsLost();
});

/**
 * Reads things by either id. A form of id that finds some of them must find each of them, in every way of asking. At the end, things that
 * one form did not find are asked for once more.
 */
function byEither(check: Check) {
  const leading = new Set<string>();
  const lost: (Lost & { readonly operation: AnyRead; readonly asked: Call })[] = [];
  return {
    async readsAlike(operation: AnyRead, ids: Ids, asked: Call = {}): Promise<void> {
      const { answers, lost: one } = await answersByEither(check, operation, ids, asked);
      if (one) lost.push({ ...one, operation, asked });
      for (const id of one ? [one.other] : answers ? ids : []) leading.add(`${operation} ${formOf(id)}`);
      const mismatch = answers && otherThanByFirst(answers);
      if (mismatch) doubtWhereSwitched(check, operation);
      if (answers) expect(answers[1].exchange).toSatisfy(() => mismatch);
    },
    async nothingIsLost(): Promise<void> {
      for (const { operation, id, other, asked } of lost) {
        const form = formOf(id);
        if (form === undefined || !leading.has(`${operation} ${form}`)) continue;
        const known = await check.api.call(operation, { ...asked, path: { id: other } });
        const again = await check.api.call(operation, { ...asked, path: { id } });
        if (succeeded(known) && isDenied(again)) expect(again).toBeAccepted();
      }
    },
  };
}

/** Undefined for a text of another form, of which nothing says that it leads to the thing. */
const formOf = (id = ''): string | undefined => (isNumber(id) ? 'number' : isUuid(id) ? 'UUID' : undefined);
