// Beneficiaries that are created at the same moment, or just before another one is refused (Endpoints / Beneficiaries).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  bodiesOfEachKind,
  type Created,
  create,
  createdIn,
  kindsFor,
  shownBy,
} from '../../harness/prepare/beneficiaries.ts';
import type { Fields } from '../../subject/answers.ts';
import { mayCreateSome } from './support/creation.ts';
import { holds, keepsWhatWasSent, read } from './support/reading-back.ts';

// The values of one beneficiary must not get into another that is created at the same moment.
requirement('BEN-43', keepsWhatWasSent, 'created at once', async (check) => {
  if (!mayCreateSome(check)) return;
  const [kind] = kindsFor(check);
  // Each has an account of its own, as far as the profile names enough, because a target may recognise an account.
  const bodies = kind!.sample(atOnce, 4).map((fields, place): Fields => {
    const name = `Company ${place + 1} Ltd`;
    return { ...fields, name, company_name: name };
  });
  const exchanges = await inParallel(bodies, (body) => create(check, body), atOnce);
  expect(exchanges).toSatisfy(nameOneEach);
  for (const [place, exchange] of exchanges.entries()) {
    const created = createdIn(exchange);
    if (created !== undefined) expect(await read(check, created)).toSatisfy(holds(bodies[place]!));
  }
});

const atOnce = 12;

/** Each number belongs to one UUID, and each UUID to one number. A target may take two of the bodies for the same beneficiary. */
function nameOneEach(exchanges: readonly Exchange[]): Mismatch {
  const created = exchanges.map(createdIn).filter((one) => one !== undefined);
  for (const { id, uuid } of created) {
    const other = created.find((one) => (one.id === id) !== (one.uuid === uuid));
    if (other) return { expected: 'a number of its own beside each UUID', got: inWords([{ id, uuid }, other]) };
  }
  return undefined;
}

const inWords = (created: readonly Created[]): string =>
  created.map(({ id, uuid }) => `${id} beside ${uuid}`).join(', and ');

requirement('BEN-43', keepsWhatWasSent, 'also when another one is refused', async (check) => {
  if (!mayCreateSome(check)) return;
  for (const fields of bodiesOfEachKind(check, 1, 8).slice(0, 1)) {
    const created = createdIn(await create(check, fields));
    if (created === undefined) return;
    await read(check, created);
    await create(check, { ...fields, currency_id: 'E', name: 'x'.repeat(tooLong) });
    const after = await shownBy(check, [created.uuid, created.id]);
    expect(after).toBeAccepted();
    expect(after).toSatisfy(holds(fields));
  }
});

const tooLong = 300;
