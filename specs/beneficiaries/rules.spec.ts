// The rules for a new beneficiary: bounds, values and conditions, each broken alone (Resources / Beneficiary).
import type { RequirementId } from '../../contract/requirements.ts';
import { requirementById } from '../../contract/requirements.ts';
import type { Fields } from '../../generators/bodies/body.ts';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { notAccepted, operationsUnder, propertyFor, tellsProblems } from '../../harness/assert/property.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { create, createdIn, isCreated, mayCreateMany, variantsIn } from './support/creation.ts';

const stated: readonly RequirementId[] = [
  ...(['BEN-03', 'BEN-04', 'BEN-05', 'BEN-06', 'BEN-07', 'BEN-08', 'BEN-09', 'BEN-10', 'BEN-11', 'BEN-12'] as const),
  ...(['BEN-13', 'BEN-14', 'BEN-15', 'BEN-16', 'BEN-17', 'BEN-19', 'BEN-21', 'BEN-24', 'BEN-36', 'BEN-38'] as const),
];

for (const id of stated) {
  requirement(id, async (check) => {
    const { api, profile, seed, runs, spend } = check;
    const { level: strength } = requirementById(id);
    if (strength === 'open') return;
    const broken = operationsUnder(
      api.names,
      profile.fixtures.accounts,
    )('createBeneficiary').withOneDefect({ requirement: id, strength });
    await propertyFor(api, seed, runs)(broken, notAccepted.butItsTwinAccepted, {
      spend: () => spend('createBeneficiaries'),
      // Several at a time would each want a twin before the first one is there to serve them all.
      ...(mayCreateMany(check) ? { twins: 'each' } : { twins: 'once', concurrency: 1 }),
    });
  });
}

// What breaks the type of a member may be turned away before anybody looks at the beneficiary; a length or a condition is a
// problem of the beneficiary itself.
for (const breaks of ['maxLength', 'condition']) {
  requirement('BEN-66', breaks, async (check) => {
    const { api, profile, seed, runs, spend } = check;
    const requests = operationsUnder(api.names, profile.fixtures.accounts)('createBeneficiary');
    const broken = requests.withOneDefect({ breaks, strength: 'must' });
    await propertyFor(api, seed, runs)(broken, tellsProblems.butItsTwinAccepted, {
      spend: () => spend('createBeneficiaries'),
      twins: 'once',
      concurrency: 1,
    });
  });
}

// These have a form as well, which the specification leaves open: a target may take none of this length. But one that
// takes a character less has looked at nothing but the length.
const formed = [
  { id: 'BEN-11', field: 'iban', most: 255 },
  { id: 'BEN-16', field: 'postal_code', most: 32 },
] as const;

for (const { id, field, most } of formed) {
  requirement(id, 'up to the bound itself', async (check) => {
    const abroad = variantsIn(check, 'ascii').find(({ name }) => name.includes('outside'));
    if (abroad === undefined) return check.untested('an account outside SEPA (fixtures.accounts)');
    const [fields] = abroad.sample(1, check.seed);
    const ofLength = (length: number) => create(check, { ...fields, [field]: 'A'.repeat(length) });
    if (!mayCreateMany(check) || !createdIn(await ofLength(most - 1))) return;
    const atBound = await ofLength(most);
    if (!createdIn(atBound) && createdIn(await ofLength(most - 1))) expect(atBound).toSatisfy(isCreated);
  });
}

const address = ['street', 'house', 'city', 'country_id', 'postal_code'];

// Dollars by local details at an address outside the area: no reading of SEPA has that.
requirement('BEN-24', 'with local details', async (check) => {
  for (const variant of variantsIn(check, 'ascii').filter(({ name }) => name.includes('local'))) {
    const [local] = variant.sample(1, check.seed);
    const abroad = { ...local, currency_id: 'USD', country_id: 'US', city: 'New York', postal_code: '10001' };
    const twin = await create(check, abroad);
    // A target need not have such accounts.
    if (accepted(twin) !== undefined) continue;
    for (const name of address) {
      const exchange = await check.api.call('createBeneficiary', { json: without(abroad, name), confirmMfa: true });
      expect(exchange).toBeNotAccepted();
    }
  }
});

const without = (fields: Fields, name: string): Fields => {
  const { [name]: _left, ...rest } = fields;
  return rest;
};
