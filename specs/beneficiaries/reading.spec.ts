// Reading a beneficiary (Endpoints / Beneficiaries / GET v1 beneficiary id).
import { randomInt, randomUUID } from 'node:crypto';
import { saysNothing } from '../../contract/presence.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { malformedIds } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { beneficiariesIfAny, beneficiariesWithNumber, isNumber } from '../../harness/prepare/beneficiaries.ts';
import { type Fields, isFields, jsonOf, statusOf, succeeded } from '../../subject/answers.ts';

// A target may accept only one kind of id; the other kind is then malformed and not unknown.
requirement('BEN-63', 'reading an unknown beneficiary gives 404', async (check) => {
  const { api } = check;
  const unknown = [randomUUID(), String(randomInt(1_900_000_000, 2_100_000_000))];
  const answers = await inParallel(unknown, (id) => api.call('readBeneficiary', { path: { id } }));
  for (const answer of answers) expect(answer).toBeRefused();
  expect(answers.find((answer) => statusOf(answer) === 404) ?? (answers[0] as Exchange)).toBeRefused(404);
  const known = twinsOf(await readBeneficiaries(check, await beneficiariesWithNumber(check)));
  for (const [place, id] of known.entries()) {
    if (id === undefined || !succeeded(await api.call('readBeneficiary', { path: { id } }))) continue;
    expect(answers[place] as Exchange).toBeRefused(404);
  }
});

/** A UUID and a number of existing beneficiaries, in the order of the unknown ids. */
function twinsOf(read: readonly Read[]): ReadonlyArray<string | undefined> {
  const [first] = read;
  return [first && String(first.fields.uuid), read.find(({ id }) => isNumber(id))?.id];
}

requirement(
  'BEN-64',
  'reading a beneficiary by an id that is neither an integer nor a UUID is refused',
  async (check) => {
    const read = await readBeneficiaries(check, await beneficiariesWithNumber(check));
    const [uuid = randomUUID(), number] = twinsOf(read);
    await inParallel(malformedIds({ uuid, number }), async (id) => {
      expect(await check.api.call('readBeneficiary', { path: { id } })).toBeRefused();
    });
  },
);

requirement(
  'BEN-65',
  'bank_country and country_id are two capital letters and currency_id three (ISO 3166-1, ISO 4217)',
  async (check) => {
    const read = await readBeneficiaries(check, await beneficiariesIfAny(check));
    if (read.length === 0) check.untested('a beneficiary (fixtures.beneficiaries)');
    for (const { exchange } of read) expect(exchange).toSatisfy(hasCodes);
  },
);

const codes = { bank_country: /^[A-Z]{2}$/, country_id: /^[A-Z]{2}$/, currency_id: /^[A-Z]{3}$/ } as const;

function hasCodes(exchange: Exchange): Mismatch {
  const fields = jsonOf(exchange) as Fields;
  const odd = Object.entries(codes).find(
    ([name, code]) => !saysNothing(fields[name]) && !code.test(String(fields[name])),
  );
  return odd && { expected: `${odd[0]} in capital letters`, got: String(fields[odd[0]]) };
}

interface Read {
  /** The id by which it was read. */
  readonly id: string;
  readonly fields: Fields;
  readonly exchange: Exchange;
}

async function readBeneficiaries(check: Check, ids: readonly string[]): Promise<readonly Read[]> {
  const read = await inParallel(ids, async (id): Promise<Read | undefined> => {
    const exchange = await check.api.call('readBeneficiary', { path: { id } });
    const fields = succeeded(exchange) ? jsonOf(exchange) : undefined;
    return isFields(fields) ? { id, fields, exchange } : undefined;
  });
  return read.filter((one) => one !== undefined);
}
