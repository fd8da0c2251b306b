// How a beneficiary reads back that has more than its kind needs, or an address in another country (Endpoints / Beneficiaries).
import type { Claimed } from '../../contract/claims.ts';
import { bicOf } from '../../generators/bodies/banks.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { bodiesOfEachKind, create, createdIn, kindsFor } from '../../harness/prepare/beneficiaries.ts';
import type { Fields } from '../../subject/answers.ts';
import { mayCreateSome } from './support/creation.ts';
import { everything, localAccount, sepaAccount } from './support/everything.ts';
import { malformedUnneeded, tooLongUnneeded } from './support/hard-to-keep.ts';
import { dropsOrHolds, holds, keepsWhatWasSent, read, readsBack } from './support/reading-back.ts';

// Sends members that the kind does not need. A target may drop a BIC that the account does not need; it has to keep the rest.
requirement('BEN-43', keepsWhatWasSent, 'with more than is needed', async (check) => {
  const bodies = bodiesOfEachKind(check, 1, 7);
  const others = [
    { isOf: isCompany, more: { first_name: 'Anna', last_name: 'Baker' } },
    { isOf: isIndividual, more: { company_name: 'Baker Tools Ltd' } },
    { isOf: isLocal, more: sepaAccount },
    { isOf: isSepa, more: localAccount },
  ];
  await Promise.all([
    // The BIC is the bank's own, because a target may derive it from the IBAN.
    inParallel(sepaWithBic(check, 6).slice(0, 1), ({ needed, bic }) => keepsNeeded(check, needed, bic)),
    inParallel(others, async ({ isOf, more }) => {
      const body = bodies.find(isOf);
      if (body === undefined) return;
      const created = createdIn(await create(check, { ...body, ...more }));
      if (created) expect(await read(check, created)).toSatisfy(holds(body));
    }),
  ]);
});

const isCompany = ({ entity_type: entity }: Fields): boolean => entity === 'company';
const isIndividual = ({ entity_type: entity }: Fields): boolean => entity === 'individual';
const isLocal = ({ bank_details_type: details }: Fields): boolean => details === 'LOCAL';

/** An account outside SEPA would have a BIC. */
const isSepa = (fields: Fields): boolean => !isLocal(fields) && fields.bic_swift === undefined;

const sepaWithBic = (check: Check, variation: number): readonly { readonly needed: Fields; readonly bic: Fields }[] =>
  bodiesOfEachKind(check, 1, variation)
    .filter(isSepa)
    .flatMap((needed) => {
      const bic = bicOf(String(needed.iban));
      return bic === undefined ? [] : [{ needed, bic: { bic_swift: bic } }];
    });

async function keepsNeeded(check: Check, needed: Fields, unneeded: Fields): Promise<void> {
  const created = createdIn(await create(check, { ...needed, ...unneeded }));
  if (created === undefined) return;
  const exchange = await read(check, created);
  expect(exchange).toSatisfy(holds(needed));
  expect(exchange).toSatisfy(dropsOrHolds(unneeded));
}

// A target may refuse or drop an unneeded value that is too long. A value that it keeps must be whole, and then the judge finds it too long.
requirement('BEN-43', keepsWhatWasSent, 'with more than is needed, and too long or of another form', async (check) => {
  const bodies = bodiesOfEachKind(check, 1, 8);
  await Promise.all([
    inParallel(
      tooLongUnneeded(bodies, { ...everything, ...sepaAccount }, mayCreateSome(check)),
      async ({ name, fields }) => {
        const created = createdIn(await create(check, fields));
        if (created) expect(await read(check, created)).toSatisfy(dropsOrHolds({ [name]: fields[name] }));
      },
    ),
    // A target may replace these values by what they mean, such as the country of the IBAN. The judge checks whether that is a country.
    inParallel(malformedUnneeded(bodies, { ...everything, ...sepaAccount, ...localAccount }), async ({ fields }) => {
      const created = createdIn(await create(check, fields));
      if (created) await read(check, created);
    }),
  ]);
});

// The address may be in another country than the bank, and neither the bank nor local details determine the currency.
requirement('BEN-43', keepsWhatWasSent, 'with an address or a currency of elsewhere', async (check) => {
  const abroad = kindsFor(check).filter(({ name }) => name.includes('outside'));
  const needed = [
    ...abroad.flatMap((kind) => kind.sample()).map((fields) => ({ ...fields, ...inEgypt })),
    ...bodiesOfEachKind(check, 1, 9)
      .filter(isLocal)
      .slice(0, 1)
      .map((fields) => ({ ...fields, ...inEgypt, currency_id: 'USD' })),
  ];
  await Promise.all([
    readsBack(check, needed),
    inParallel(sepaWithBic(check, 9).slice(0, 1), ({ needed: fields, bic }) =>
      keepsNeeded(check, { ...fields, currency_id: 'USD' }, { ...bic, ...inEgypt }),
    ),
  ]);
});

const inEgypt: Claimed<'BeneficiaryDraft'> = {
  street: 'Tahrir Street',
  house: '7',
  city: 'Cairo',
  country_id: 'EG',
  postal_code: '11511',
};
