// Beneficiaries as the service stores them: exactly the fields that apply to each.
import { createRandom, uuidOf } from './random.ts';

export interface BeneficiaryRecord {
  readonly id: number;
  readonly uuid: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const address = { street: 'Example Street', house: '1', city: 'Example Town', country_id: 'US', postal_code: '00001' };

const details = [
  { bank_details_type: 'DEFAULT', currency_id: 'EUR', bank_country: 'DE', iban: 'DE00000000000000000001' },
  {
    bank_details_type: 'DEFAULT',
    currency_id: 'USD',
    bank_country: 'US',
    iban: 'US00000000000000000002',
    bic_swift: 'TESTUS33XXX',
    ...address,
  },
  { bank_details_type: 'LOCAL', currency_id: 'GBP', account_number: 12_345_678, sort_code: 112_233, ...address },
];

const entities = [
  { entity_type: 'company', company_name: 'Made-up Trading Ltd' },
  { entity_type: 'individual', first_name: 'Made', last_name: 'Up' },
];

export const seedBeneficiaries = (seed: number, owner: string, base: number): BeneficiaryRecord[] =>
  entities
    .flatMap((entity) => details.map((detail) => ({ ...entity, ...detail })))
    .map((fields, index) => {
      const random = createRandom(seed, `${owner}/beneficiary/${index}`);
      const uuid = uuidOf(`${owner}/beneficiary/${index}`);
      return {
        id: base + index + 1,
        uuid,
        fields: { uuid, name: `Made-up beneficiary ${random.integer(100, 999)}`, ...fields },
      };
    });
