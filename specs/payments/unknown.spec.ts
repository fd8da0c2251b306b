// Unknown payments and malformed ids (Errors, rule 3; Endpoints / path parameter id).
import { randomInt, randomUUID } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Identified, idIn, malformedIds } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { statusOf, succeeded } from '../../subject/answers.ts';
import { waysOf } from '../errors/support/ways.ts';
import { everyPayment, lasting, malformedIsRefused, may, readPayments, uuidOf } from './support/payment.ts';

// A target may know payments by one kind of id only; then the other kind is malformed there, not unknown.
requirement('PAY-41', 'an unknown payment gives 404', async (check) => {
  const { api } = check;
  const unknown = [randomUUID(), String(randomInt(1_900_000_000, 2_100_000_000))];
  const [example] = await readPayments(check, everyPayment(check).slice(0, 8));
  const known = example ? [uuidOf(example), idIn(example.fields.id)] : [];
  const [, withExpansion] = waysOf('readPayment', api.names);
  let forms = 0;
  for (const [place, id] of unknown.entries()) {
    const path = { id: known[place] ?? '' };
    if (path.id === '' || !succeeded(await api.call('readPayment', { path }))) continue;
    forms += 1;
    expect(await api.call('readPayment', { path: { id } })).toBeRefused(404);
    if (withExpansion === undefined) continue;
    const expanded = await api.call('readPayment', withExpansion({ path: { id } }));
    // Where the expansion of a known payment is refused as well, the refusal proves nothing.
    const isTaken = statusOf(expanded) === 404 || succeeded(await api.call('readPayment', withExpansion({ path })));
    if (isTaken) expect(expanded).toBeRefused(404);
  }
  for (const operation of ['readPayment', 'cancelPayment'] as const) {
    if (operation === 'readPayment' && forms === unknown.length) continue;
    const answers = await inParallel(unknown, (id) => api.call(operation, { path: { id }, confirmMfa: true }));
    expect(answers.find((answer) => statusOf(answer) === 404) ?? (answers[0] as Exchange)).toBeRefused(404);
    for (const answer of answers) expect(answer).toBeRefused();
  }
});

requirement('PAY-42', malformedIsRefused, async (check) => {
  const malformed = malformedIds(await uncancellable(check));
  for (const operation of ['readPayment', 'cancelPayment'] as const) {
    await inParallel(malformed, async (id) => {
      expect(await check.api.call(operation, { path: { id }, confirmMfa: true })).toBeRefused();
    });
  }
});

/** The ids of a payment that cannot be cancelled, so that a faulty target cancels none; made-up ids where there is none. */
async function uncancellable(check: Check): Promise<Identified> {
  const payments = await readPayments(check, lasting(check).slice(0, 20));
  const payment = payments.find((one) => !may(one, 'canCancel'));
  return payment === undefined ? { uuid: randomUUID() } : { uuid: uuidOf(payment), number: idIn(payment.fields.id) };
}
