// Reading a payment: the one asked for, with instants that agree (Endpoints / Payments / GET v2 payment; Resources / Payment).
import { randomUUID } from 'node:crypto';
import { feeByOperationType } from '../../contract/judge/aspects/payments.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { idIn, isId } from '../../generators/ids.ts';
import { accepted, inOneUnit, type Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { isFields, jsonOf, within } from '../../subject/answers.ts';
import { isKnown } from '../../subject/names.ts';
import { takesAll, validating } from './support/drafts.ts';
import {
  agreesIn,
  allExpanded,
  allPayments,
  instantsAgree,
  isGone,
  readPayments,
  signsDraftsAlone,
  signsNoOther,
  tellsTheSameInstants,
  uuidOf,
} from './support/payment.ts';
import { paymentsOfSecond } from './support/second.ts';

const thatPayment = 'reading a payment by its id answers the payment with that id or uuid';

requirement('PAY-40', thatPayment, async (check) => {
  const ids = [...new Set(check.fixtures.payments())];
  const gone = new Map<string, Exchange>();
  await inParallel(ids, async (id) => {
    const exchange = await check.api.call('readPayment', { path: { id } });
    if (isGone(exchange)) gone.set(id, exchange);
    else expect(exchange).toSatisfy(isPayment(id));
  });
  const [there] = gone.size > 0 ? await stillDrafts(check, [...gone.keys()]) : [];
  if (there !== undefined) expect(gone.get(there)!).toBeAccepted();
  // The profile may name payments that no longer exist.
  const [first] = gone.keys();
  if (first !== undefined) check.untested(`${gone.size} of the payments that the profile names, such as ${first}`);
});

const mostValidated = 3;

/** Those of the profile's drafts that are found when they are to be signed, where one that is unknown is not. */
async function stillDrafts(check: Check, ids: readonly string[]): Promise<readonly string[]> {
  const { drafts } = check.profile.fixtures.payments;
  const asked = ids.filter((id) => isUuid(id) && drafts.includes(id)).slice(0, mostValidated);
  const isFound = async (id: string): Promise<boolean> => {
    const exchange = await unlessUntested(() => check.api.call('signPayments', validating([id])));
    return exchange !== undefined && takesAll(exchange);
  };
  const found = await inParallel(asked, async (id) => ((await isFound(id)) ? [id] : []));
  return found.flat().length > 0 && !(await isFound(randomUUID())) ? found.flat() : [];
}

requirement('PAY-40', thatPayment, 'by its other id', async (check) => {
  const payments = await readPayments(check, check.fixtures.payments().slice(0, 20));
  await inParallel(payments, async (payment) => {
    for (const id of [idIn(payment.fields.id), uuidOf(payment)].filter((one) => one !== undefined)) {
      const exchange = await check.api.call('readPayment', { path: { id } });
      // A target may know payments by only one of their ids.
      if (accepted(exchange) === undefined) expect(exchange).toSatisfy(isPayment(uuidOf(payment)));
    }
  });
});

requirement('PAY-40', thatPayment, 'of the second user', async (check) => {
  for (const { id, exchange } of await paymentsOfSecond(check)) expect(exchange).toSatisfy(isPayment(id));
});

// A target may cache the refusal to another user, and then refuse the owner too.
requirement('PAY-40', thatPayment, 'of the second user, after another user was refused it', async (check) => {
  const ids = (await paymentsOfSecond(check)).map(({ id }) => id);
  await inParallel(sample(ids, 3, check.seed), async (id) => {
    await check.api.call('readPayment', { path: { id } });
    expect(await check.api.call('readPayment', { as: 'second', path: { id } })).toSatisfy(isPayment(id));
  });
});

const isPayment =
  (id: string) =>
  (exchange: Exchange): Mismatch => {
    const body = jsonOf(exchange);
    if (accepted(exchange) === undefined && isFields(body)) {
      if (isId(id, body.id) || isId(id, body.uuid)) return undefined;
      return { expected: `the payment ${id}`, got: `the payment ${body.id} ${body.uuid}` };
    }
    return accepted(exchange) ?? { expected: `the payment ${id}`, got: 'no object' };
  };

requirement(
  'PAY-05',
  'isFee of a payment is a boolean that agrees with operationType, and fee, where it has one, is an object',
  'isFee is true for fees alone',
  async (check) => {
    for (const { exchange } of await allPayments(check)) {
      expect(exchange).toSatisfy(agreesIn(feeByOperationType));
    }
  },
);

requirement('PAY-73', signsDraftsAlone, async (check) => {
  for (const payment of await allPayments(check)) {
    expect(payment.exchange).toSatisfy(() => signsNoOther(payment));
  }
});

requirement('PAY-73', signsDraftsAlone, 'of the second user', async (check) => {
  for (const payment of await paymentsOfSecond(check)) expect(payment.exchange).toSatisfy(() => signsNoOther(payment));
});

requirement('PAY-25', instantsAgree, async (check) => {
  for (const { exchange } of await allPayments(check)) {
    expect(exchange).toSatisfy(tellsTheSameInstants);
  }
});

requirement('PAY-25', instantsAgree, 'of the second user', async (check) => {
  for (const { exchange } of await paymentsOfSecond(check)) expect(exchange).toSatisfy(tellsTheSameInstants);
});

requirement('PAY-25', instantsAgree, 'of exchanges', async (check) => {
  if (!isKnown(check.api.names.expand)) return;
  const payments = await allExpanded(check);
  for (const { exchange } of payments) expect(exchange).toSatisfy(tellsTheSameInstants);
  // The unit is open, but a member must use the same unit in every payment.
  for (const name of ['createdAt', 'completedAt'] as const) {
    const times = payments.map(({ fields }) => within(fields, 'currencyExchange', name));
    expect(times).toSatisfy(() => inOneUnit(times, `${name} of all currencyExchanges`));
  }
});
