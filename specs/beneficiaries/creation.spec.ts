// Creating a beneficiary within the rules, and how it reads back (Endpoints / Beneficiaries).
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import type { Claimed } from '../../contract/claims.ts';
import { accountsOfEuroBank, euroAccount, euroBanks } from '../../generators/bodies/euro-accounts.ts';
import { scripts } from '../../generators/bodies/names.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  type BodyKind,
  bodiesOfEachKind,
  create,
  createdIn,
  kindsFor,
  oneCreated,
} from '../../harness/prepare/beneficiaries.ts';
import { somebodyElse } from '../../harness/prepare/fresh-session.ts';
import { type Fields, statusOf } from '../../subject/answers.ts';
import { brokenBeneficiaries, isCreated, mayCreateMany, mayCreateSome } from './support/creation.ts';
import { everything, localAccount, sepaAccount } from './support/everything.ts';
import { atBounds, escaped, longNumbered, written } from './support/hard-to-keep.ts';
import { keepsWhatWasSent, readsBack, readsBackOfKind, staysAsCreated, tellsWhy } from './support/reading-back.ts';

const fewOfEach = 2;
const manyOfEach = 20;

requirement(
  'BEN-20',
  'a beneficiary within every rule is created, with no entry in errors and its id in data',
  async (check) => {
    const count = mayCreateMany(check) ? manyOfEach : fewOfEach;
    const bodies = bodiesOfEachKind(check, count);
    const tried = await inParallel(bodies, async (fields, place) => {
      // A target may recognise the content type only in one spelling of the header's name.
      const exchange = await create(check, fields, place % 2 === 0 ? {} : { capitals: true });
      return { fields, exchange };
    });
    const taken = tried.filter(({ exchange }) => createdIn(exchange)).map(({ fields }) => fields);
    // A target may refuse a second beneficiary with the same account, because it takes it for the first one.
    const known = new Set(taken.map(accountOf));
    const notTaken = tried.filter(({ fields, exchange }) => !createdIn(exchange) && !known.has(accountOf(fields)));
    if (check.profile.fixtures.accounts.length > 0) {
      // The target accepts the accounts that the profile names.
      for (const { exchange } of notTaken) expect(exchange).toSatisfy(isCreated);
    } else {
      for (const { fields, exchange } of notTaken.slice(0, mostTwins)) {
        if (await takesItsAccount(check, fields, taken)) expect(exchange).toSatisfy(isCreated);
      }
    }
    if (taken.length === 0) check.untested('bank details that the target takes (fixtures.accounts)');
  },
);

const mostTwins = 12;

/**
 * A target need not serve every country and currency, and may check accounts so strictly that a made-up one passes only by chance. If it
 * accepts the account with the other fields of an accepted body, the account is not the reason of the refusal.
 */
async function takesItsAccount(check: Check, fields: Fields, taken: readonly Fields[]): Promise<boolean> {
  const alike = taken.find((one) => routeOf(one) === routeOf(fields));
  if (alike === undefined) return false;
  const account = Object.fromEntries(accountMembers.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return createdIn(await create(check, { ...alike, ...account })) !== undefined;
}

const accountMembers = ['iban', 'bic_swift', 'sort_code', 'account_number'];

const routeOf = ({ bank_details_type, currency_id, bank_country, country_id }: Claimed<'BeneficiaryDraft'>): string =>
  [bank_details_type, currency_id, bank_country, country_id].join(' ');

const accountOf = ({ iban, sort_code, account_number }: Claimed<'BeneficiaryDraft'>): string =>
  [iban, sort_code, account_number].join(' ');

const withoutTheOthers =
  'a beneficiary is accepted without the fields that belong to the other entity type or bank details type';

// Generated bodies have no member that they do not need.
requirement('BEN-29', withoutTheOthers, async (check) => {
  await inParallel(kindsFor(check), async (kind) => {
    const taken = await inParallel(kind.sample(mayCreateMany(check) ? manyOfEach : 1), async (needed) => {
      const exchange = await create(check, needed);
      if (createdIn(exchange)) return true;
      if (createdIn(await create(check, { ...everything, ...needed }))) expect(exchange).toSatisfy(isCreated);
      // Only where accounts are made up, because then details of the other type belong to no other beneficiary.
      if (check.profile.fixtures.accounts.length === 0) await needsNoOtherDetails(check, kind);
      return false;
    });
    if (!taken.includes(true)) await oneCreated(check, kind);
  });
});

/**
 * A target may accept each account only once, so the beneficiary gets an account that is hardly in use. A target that checks accounts may
 * refuse it, but then it also refuses it with the other details.
 */
async function needsNoOtherDetails(check: Check, { name }: BodyKind): Promise<void> {
  const [fields] = kindsFor(check)
    .find((kind) => kind.name === name)!
    .sample() as [Fields];
  const isLocal = fields.bank_details_type === 'LOCAL';
  const alone = { ...fields, ...(isLocal && { account_number: randomInt(10_000_000, 99_999_999) }) };
  const exchange = await create(check, alone);
  const other = isLocal ? sepaAccount : localAccount;
  if (createdIn(exchange) || !createdIn(await create(check, { ...everything, ...other, ...alone }))) return;
  expect(exchange).toSatisfy(isCreated);
}

requirement('BEN-43', keepsWhatWasSent, async (check) => {
  await inParallel(kindsFor(check), (kind) => readsBackOfKind(check, kind, mayCreateMany(check) ? 5 : 1));
});

// Other checks test whether these are accepted. Here, accepted values must read back whole and unchanged.
requirement('BEN-43', keepsWhatWasSent, 'at its bounds', async (check) => {
  await readsBack(check, bodiesOfEachKind(check).map(atBounds));
});

requirement('BEN-43', keepsWhatWasSent, 'with accounts of long numbers', async (check) => {
  const bodies = bodiesOfEachKind(check, 1, 5);
  await readsBack(check, longNumbered(bodies, mayCreateMany(check)));
});

// Each script has its own beneficiary, because a target may refuse one script and accept the others. A JSON reader may keep a character that
// is sent as bytes, but spoil one that is sent as an escape.
requirement('BEN-43', keepsWhatWasSent, 'in every script', async (check) => {
  const [companies, individuals] = ['company', 'individual'].map((kind) => {
    const ofKind = kindsFor(check).filter(({ name }) => name.startsWith(kind));
    return ofKind.find(({ name }) => name.includes('outside')) ?? ofKind[0];
  }) as [BodyKind, BodyKind];
  const bodies = Object.values(scripts).flatMap((script, place) => {
    // Where few may be created, people and companies take turns.
    const kinds = mayCreateMany(check)
      ? [companies, individuals]
      : [[companies, individuals][(place + check.seed) % 2]!];
    return kinds.flatMap((kind) => kind.sample(1, place)).map(written(script));
  });
  const [individual] = individuals.sample(1, 40) as [Fields];
  const twoScripts = [scripts['Latin with signs']!, scripts['Han beyond the basic plane']!];
  const inEscapes = twoScripts.map((script) => written(script)({ ...individual, house: '5/2' }));
  await Promise.all([readsBack(check, bodies), readsBack(check, inEscapes, escaped)]);
});

const mostRefused = 60;

// For a body with any mistake: after a success the beneficiary exists, or the answer tells why it does not.
const saysWhy = 'a creation that is answered with success yet not carried out says why in errors or notice';

requirement('BEN-35', saysWhy, async (check) => {
  const bodies = fc.sample(brokenBeneficiaries(check, { strength: 'must' }), {
    seed: check.seed,
    numRuns: Math.min(check.runs, mostRefused),
  });
  await inParallel(bodies, async ({ sent }) => {
    await tellsWhy(check, await check.api.call('createBeneficiary', { ...sent, confirmMfa: true }));
  });
  for (const fields of bodiesOfEachKind(check, 1, 2)) await tellsWhy(check, await create(check, fields));
});

// A target may look for the new beneficiary only among those of the first user. The second user may lack the permission to create one.
requirement('BEN-35', saysWhy, 'by the second user', async (check) => {
  const as = await somebodyElse(check);
  const [fields] = bodiesOfEachKind(check, 1, 21);
  if (as && fields) await unlessUntested(async () => tellsWhy(check, await create(check, fields, { as }), as));
});

requirement(
  'BEN-41',
  'how a refusal is answered, which accounts count as SEPA, and whether a uuid that is sent is kept, is not stated',
  async (check) => {
    const { observe } = check;
    const [, individual] = bodiesOfEachKind(check);
    const refused = await check.api.call('createBeneficiary', { json: { ...individual, currency_id: 'EU' } });
    observe(`a beneficiary that breaks a rule is answered with ${statusOf(refused)}`);
    const uuid = crypto.randomUUID();
    const created = createdIn(await create(check, { ...individual, uuid }));
    observe(`a uuid that is sent along is ${created?.uuid.toLowerCase() === uuid ? 'taken over' : 'not taken over'}`);
    if (created) {
      const again = await create(check, { ...individual, uuid: created.uuid });
      observe(
        `the uuid of a beneficiary of the user's own, sent along with a new one, is answered with ${statusOf(again)}`,
      );
    }
    const elsewhere = { ...individual, currency_id: 'GBP' };
    observe(`GBP to a euro country needs ${createdIn(await create(check, elsewhere)) ? 'no' : 'an'} address or BIC`);
  },
);

// Runs after the checks that read some back, so that most of the waiting time has already passed.
requirement('BEN-43', keepsWhatWasSent, 'for more than a moment', (check) =>
  staysAsCreated(check, bodiesOfEachKind(check, 1, 20)),
);

const fewCountries = 2;
const runsOfStandard = 100;

// A target may decide SEPA by a list of countries in which one is missing. This check comes last, so that the others can still create what
// they need.
requirement(
  'BEN-67',
  'a beneficiary with an account in euros, in any country of the euro, is accepted without bic_swift and address',
  async (check) => {
    if (check.profile.fixtures.accounts.length > 0) {
      check.untested('a target that takes accounts which are made up (fixtures.accounts)');
    }
    if (!mayCreateSome(check)) check.untested('permission to create more beneficiaries (allow.createBeneficiaries)');
    const kinds = kindsFor(check).filter(({ name }) => name.endsWith(', SEPA account'));
    const banks = sample(euroBanks, check.runs < runsOfStandard ? fewCountries : euroBanks.length, check.seed);
    const taken = await inParallel(banks, async (bank, place) => {
      const [fields] = kinds[(place + check.seed) % kinds.length]!.sample(1, 30 + place);
      const { details, asOutside } = euroAccount(bank, randomInt(accountsOfEuroBank));
      const exchange = await create(check, { ...fields, ...details });
      if (createdIn(exchange)) return true;
      // A target need not serve every country.
      const isServed = createdIn(await create(check, { ...fields, ...details, ...asOutside })) !== undefined;
      if (isServed) expect(exchange).toSatisfy(isCreated);
      return false;
    });
    if (!taken.includes(true)) check.untested('an account in another country of the euro that the target takes');
  },
);
