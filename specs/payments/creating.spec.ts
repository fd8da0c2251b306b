// New payments. The specification does not show the request, but the created payment must be like any other (Resources / Payment).

import { saysNothing } from '../../contract/presence.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isId } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { somebodyElse } from '../../harness/prepare/fresh-session.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { paymentBodies } from '../../harness/prepare/payments.ts';
import { idsAnywhereIn, jsonOf, succeeded } from '../../subject/answers.ts';
import { newReference, withReference } from '../../subject/bodies.ts';
import type { CallBody } from '../../subject/calls.ts';
import { keptFromUser, named, showsOther } from '../authentication/support/kept-from-user.ts';
import { waysOf } from '../errors/support/ways.ts';
import {
  bothIdsOf,
  instantsAgree,
  type ReadPayment,
  readPayments,
  tellsTheSameInstants,
  uuidOf,
} from './support/payment.ts';
import { isCreatedThen } from './support/time-of-day.ts';

const longestReference = 33;

// A target may refuse such a payment or shorten the reference; the judge checks the payment that is shown. Where none can be made, only
// existing payments are checked.
requirement(
  'PAY-18',
  'reference of a payment is a string of at most 33 characters where it applies',
  'of one that is made with a longer one',
  (check) =>
    unlessUntested(async () => {
      const bodies = await paymentBodies(check);
      const body = withReference(bodies(), 'r'.repeat(longestReference + 1));
      if (body === undefined) return;
      check.spend('createPayments');
      const exchange = await pastSecondFactor(check, 'createPayment', body);
      if (!succeeded(exchange)) return;
      for (const id of idsAnywhereIn(jsonOf(exchange))) await check.api.call('readPayment', { path: { id } });
    }),
);

requirement('PAY-25', instantsAgree, 'of one that is made', (check) =>
  unlessUntested(async () => {
    const bodies = await paymentBodies(check);
    check.spend('createPayments');
    // The new payment is known by its reference, because the answer may name an earlier similar payment, or others besides the new one.
    const reference = newReference();
    const body = bodies();
    const exchange = await pastSecondFactor(check, 'createPayment', withReference(body, reference) ?? body);
    if (!succeeded(exchange)) return;
    for (const made of await readPayments(check, idsAnywhereIn(jsonOf(exchange)))) {
      expect(made.exchange).toSatisfy(tellsTheSameInstants);
      if (made.fields.reference === reference) expect(made.exchange).toSatisfy(() => isCreatedThen(exchange)(made));
    }
  }),
);

// A target may check the owner only of older payments. A payment to another wallet is left out, because it may be that owner's as well.
requirement('AUTH-22', keptFromUser, 'a payment that is made now', async (check) => {
  const { api, profile } = check;
  const wallets = named(check, 'wallets').map((id) => id.toLowerCase());
  if (wallets.length === 0 || profile.users.second === undefined) return;
  const made = await unlessRefused(() => unlessUntested(() => madeBySecond(check)));
  if (made === undefined || !wallets.includes(String(made.fields.walletUuid).toLowerCase())) return;
  if (!saysNothing(made.fields.targetWalletUuid)) return;
  const asked = waysOf('readPayment', api.names).flatMap((way) => bothIdsOf(made).map((id) => way({ path: { id } })));
  for (const call of asked) expect(await api.call('readPayment', call)).toSatisfy(showsOther(uuidOf(made)));
});

// A target may check that the wallet exists, but not whose it is. The created payment decides, because a target may have used another
// wallet than the one in the request, which breaks nothing here.
requirement('AUTH-22', keptFromUser, 'by a payment from such a wallet', async (check) => {
  const { api, profile } = check;
  const [wallet] = named(check, 'wallets');
  if (wallet === undefined || profile.allow.createPayments === 0) return;
  const reference = newReference();
  const exchange = await unlessUntested(() => madeFrom(check, wallet, reference));
  if (exchange === undefined || !succeeded(exchange)) return;
  const ids = idsAnywhereIn(jsonOf(exchange));
  for (const as of [api.user.name, await somebodyElse(check)]) {
    const made = as ? await readPayments(check, ids, { as }) : [];
    const [own] = made.filter(({ fields }) => fields.reference === reference);
    if (own) expect(exchange).toSatisfy(() => drawsOn(wallet, own));
  }
});

/** Undefined where the body names no wallet. */
async function madeFrom(check: Check, wallet: string, reference: string): Promise<Exchange | undefined> {
  const [own, other] = [await paymentBodies(check), await paymentBodies(check, { walletId: wallet })];
  const names = (body: CallBody) => JSON.stringify(body).includes(wallet);
  const body = withReference(other(), reference);
  if (body === undefined || !names(body) || names(own())) return undefined;
  check.spend('createPayments');
  return pastSecondFactor(check, 'createPayment', body);
}

/** Only a debit counts, because a payment into a wallet is shown to both sides. */
const drawsOn = (wallet: string, { fields: { type, walletId, walletUuid } }: ReadPayment): Mismatch =>
  type === 'debit' && [walletId, walletUuid].some((id) => isId(wallet, id))
    ? { expected: 'no payment from a wallet that the user must not see', got: 'one that was made' }
    : undefined;

async function madeBySecond(check: Check): Promise<ReadPayment | undefined> {
  const [as, reference] = ['second', newReference()] as const;
  const body = withReference((await paymentBodies(check, { as }))(), reference);
  if (body === undefined) return undefined;
  check.spend('createPayments');
  const exchange = await pastSecondFactor(check, 'createPayment', { as, ...body });
  const made = succeeded(exchange) ? await readPayments(check, idsAnywhereIn(jsonOf(exchange)), { as }) : [];
  // The answer may name other payments besides the new one.
  return made.find(({ fields }) => fields.reference === reference);
}
