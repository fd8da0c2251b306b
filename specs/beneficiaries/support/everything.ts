// Fields that a beneficiary may have beyond those that its kind needs.
import type { Claimed } from '../../../contract/claims.ts';
import { ibanOf } from '../../../generators/bodies/banks.ts';

export const everything: Claimed<'BeneficiaryDraft'> = {
  bic_swift: 'COBADEFFXXX',
  street: 'Station Road',
  house: '1',
  city: 'Berlin',
  country_id: 'DE',
  postal_code: '10115',
  company_name: 'Baker Tools Ltd',
  first_name: 'Anna',
  last_name: 'Baker',
};

export const localAccount: Claimed<'BeneficiaryDraft'> = { account_number: 63748472, sort_code: 202959 };

export const sepaAccount: Claimed<'BeneficiaryDraft'> = {
  bank_country: 'DE',
  iban: ibanOf('DE', '370400440532013000'),
};
