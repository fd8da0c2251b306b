// The rules for a new beneficiary: bounds, values and conditions, each broken separately (Resources / Beneficiary).
import { type RequirementId, requirementById } from '../../contract/requirements.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { notAccepted, propertyFor, tellsProblems } from '../../harness/assert/property.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement, type Sentence } from '../../harness/declare/requirement.ts';
import { bodiesOfEachKind, create, createdIn, kindsFor } from '../../harness/prepare/beneficiaries.ts';
import type { Fields } from '../../subject/answers.ts';
import { refusedAtBound, refusedAtBoundOf } from './support/at-bounds.ts';
import { brokenBeneficiaries, isCreated, mayCreateMany, mayCreateSome } from './support/creation.ts';
import { isLeftOut } from './support/left-out.ts';

const boundOfIban = 'iban has at most 255 characters, longer ones not being accepted (twin: a lawful iban)';
const boundOfPostalCode = 'postal_code has at most 32 characters, longer ones not being accepted';
const namesOfEither =
  'a company without company_name, or an individual without first_name or last_name, is not accepted';
const nonSepaAddress = 'a non-SEPA account without street, house, city, country_id or postal_code is not accepted';

refuses('BEN-03', 'currency_id has length 3, another length not being accepted');
refuses('BEN-04', 'entity_type is individual or company, another value not being accepted');
refuses('BEN-05', 'bank_details_type is DEFAULT or LOCAL, another value not being accepted');
boundsText('BEN-06', 'name has at most 255 characters, longer ones not being accepted', 'name', 255);
boundsText('BEN-07', 'company_name has at most 35 characters, longer ones not being accepted', 'company_name', 35);
boundsText('BEN-08', 'first_name has at most 64 characters, longer ones not being accepted', 'first_name', 64);
boundsText('BEN-09', 'last_name has at most 64 characters, longer ones not being accepted', 'last_name', 64);
refuses('BEN-10', 'bank_country has length 2, another length not being accepted');
refuses('BEN-11', boundOfIban);
boundsText('BEN-12', 'street has at most 64 characters, longer ones not being accepted', 'street', 64);
boundsText('BEN-13', 'house has at most 32 characters, longer ones not being accepted', 'house', 32);
boundsText('BEN-14', 'city has at most 64 characters, longer ones not being accepted', 'city', 64);
refuses('BEN-15', 'country_id has length 2, another length not being accepted');
refuses('BEN-16', boundOfPostalCode);
refuses(
  'BEN-17',
  'account_number and sort_code are numbers, and text that is no number, an object or a list is not accepted',
);
refuses('BEN-19', 'bic_swift is a string, and a JSON object in place of any text field is not accepted');
refuses('BEN-21', namesOfEither);
refuses('BEN-24', nonSepaAddress);
refuses('BEN-36', 'bank details without what their type needs are not accepted');
refuses('BEN-38', 'a beneficiary without currency_id, entity_type, name or bank_details_type is not accepted');

function refuses<Id extends RequirementId, Text extends string>(id: Id, says: Sentence<Id, Text>): void {
  requirement(id, says, async (check) => {
    const { api, seed, runs, spend } = check;
    const { level: strength } = requirementById(id);
    if (strength === 'open') return;
    const broken = brokenBeneficiaries(check, { requirement: id, strength });
    await propertyFor(api, seed, runs)(broken, notAccepted.butItsTwinAccepted, {
      spend: () => spend('createBeneficiaries'),
      spares: (tried, sent) => isLeftOut(check, tried, sent),
      // One at a time: several at once would each send a twin before the first twin can serve them all.
      ...(mayCreateMany(check) ? { twins: 'each' } : { twins: 'once', concurrency: 1 }),
    });
  });
}

const saysWhatIsWrong =
  'a beneficiary that is refused for its content is told so by a non-empty errors or notice array, whatever the status';

// A body with a wrong type may be refused before it is read as a beneficiary. A wrong length or a broken condition is a problem of the
// beneficiary itself.
for (const breaks of ['maxLength', 'minLength', 'condition']) {
  requirement('BEN-66', saysWhatIsWrong, breaks, async (check) => {
    const { api, seed, runs, spend } = check;
    const broken = brokenBeneficiaries(check, { breaks, strength: 'must' });
    await propertyFor(api, seed, runs)(broken, tellsProblems.butItsTwinAccepted, {
      spend: () => spend('createBeneficiaries'),
      twins: 'once',
      concurrency: 1,
    });
  });
}

/** A letter counts as one character, even if it is encoded in several bytes. */
function boundsText<Id extends RequirementId, Text extends string>(
  id: Id,
  says: Sentence<Id, Text>,
  field: string,
  most: number,
): void {
  refuses(id, says);
  requirement(id, says, 'in letters of several bytes', async (check) => {
    if (!mayCreateSome(check)) return;
    // Uses accounts that no other check has, because a target may accept each account only once.
    const drawn = () => bodiesOfEachKind(check).find((body) => body[field] !== undefined);
    const fields = drawn();
    if (fields === undefined) return;
    const written = (letter: string, length: number, beside = fields) =>
      create(check, { ...beside, [field]: letter.repeat(length) });
    // This letter stays one character when it is decomposed or written in plain Latin.
    const atBound = await written('ł', most);
    // A target may accept no such letter, or no text of this length in this field.
    if (createdIn(atBound) || !createdIn(await written('l', most))) return;
    const few = Math.floor(most / 8);
    const isLetterTaken = createdIn(await written('ł', few)) ?? createdIn(await written('ł', few, drawn()));
    if (isLetterTaken) expect(atBound).toSatisfy(isCreated);
  });
  requirement(id, says, 'in each kind', async (check) => {
    if (!mayCreateSome(check)) return;
    const refused = (await unlessUntested(() => refusedAtBoundOf(check, field))) ?? [];
    for (const exchange of refused) expect(exchange).toSatisfy(isCreated);
  });
}

// The format of these fields is not stated either, so a target may refuse every value of this length. But a target that accepts a value with
// one character less checks only the length.
takesUpTo('BEN-11', boundOfIban, 'iban', 255);
takesUpTo('BEN-16', boundOfPostalCode, 'postal_code', 32);

function takesUpTo<Id extends RequirementId, Text extends string>(
  id: Id,
  says: Sentence<Id, Text>,
  field: string,
  most: number,
): void {
  requirement(id, says, 'up to the bound itself', async (check) => {
    if (!mayCreateSome(check)) return;
    const [bodies, others] = [bodiesOfEachKind(check), bodiesOfEachKind(check, 1, 1)];
    const pairs = bodies
      .map((body, kind) => [body, others[kind]!] as const)
      .filter(([body]) => body[field] !== undefined);
    if (pairs.length === 0) check.untested(`an account with ${field} (fixtures.accounts)`);
    await inParallel(pairs, async (pair) => {
      const ofLength = (length: number, which: 0 | 1) => ({ ...pair[which], [field]: 'AB'[which]!.repeat(length) });
      const refused = await refusedAtBound(check, ofLength, most);
      if (refused) expect(refused).toSatisfy(isCreated);
    });
  });
}

const address = ['street', 'house', 'city', 'country_id', 'postal_code'];

// The names of the other entity type do not replace the own ones.
requirement('BEN-21', namesOfEither, 'with the names of the other entity type', async (check) => {
  const names = { company_name: 'Baker Tools Ltd', first_name: 'Anna', last_name: 'Baker' };
  const [company, individual] = bodiesOfEachKind(check);
  for (const [fields, own] of [
    [company, ['company_name']],
    [individual, ['first_name', 'last_name']],
  ] as const) {
    for (const name of own) {
      await isRefusedWithout(check, { ...names, ...fields }, name);
    }
  }
});

// Dollars, local details and an address outside the area: this is no SEPA account under any reading.
requirement('BEN-24', nonSepaAddress, 'with local details', async (check) => {
  for (const kind of kindsFor(check).filter(({ name }) => name.includes('local'))) {
    const [local] = kind.sample();
    const abroad = { ...local, currency_id: 'USD', country_id: 'US', city: 'New York', postal_code: '10001' };
    for (const name of address) {
      await isRefusedWithout(check, abroad, name);
    }
  }
});

// A null does not count as a value where one is needed, with any form of account. Runs before any beneficiary has the account, because a
// target may accept each account only once. The twins are those of the checks above.
for (const [id, says, needs, of] of [
  ['BEN-21', namesOfEither, ['company_name', 'first_name', 'last_name'], ''],
  ['BEN-24', nonSepaAddress, address, 'outside'],
] as const) {
  requirement(id, says, 'null in their place', async (check) => {
    const kinds = kindsFor(check).filter(({ name }) => name.includes(of));
    await inParallel(kinds, async (kind) => {
      const [fields] = kind.sample(1, 9) as [Fields];
      for (const name of needs.filter((need) => fields[need] !== undefined)) {
        expect(await askedWith(check, fields, { [name]: null })).toBeNotAccepted();
      }
    });
  });
}

async function isRefusedWithout(check: Check, fields: Fields, name: string): Promise<void> {
  for (const nothing of [undefined, null]) {
    expect(await askedWith(check, fields, { [name]: nothing })).toBeNotAccepted();
  }
}

/** JSON leaves out undefined members. */
const askedWith = ({ api }: Check, fields: Fields, others: Fields) =>
  api.call('createBeneficiary', { json: { ...fields, ...others }, confirmMfa: true });
