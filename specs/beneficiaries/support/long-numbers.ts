// Accounts whose numbers are longer than where a target may keep them: 34 characters of an IBAN, 31 or 32 bits of a number.
import type { Fields } from '../../../subject/answers.ts';

const ibanLengths = [255, 40];
const accountNumbers = [9_876_543_210, 123_456_789_012_345];

/** The first DEFAULT and the first LOCAL account of these, with one long number each, or with several. */
export function longNumbered(beneficiaries: readonly Fields[], several: boolean): readonly Fields[] {
  const most = several ? 2 : 1;
  const [banked] = beneficiaries.filter(({ iban }) => typeof iban === 'string');
  const [local] = beneficiaries.filter(({ account_number: number }) => typeof number === 'number');
  return [
    ...(banked
      ? ibanLengths.map((length) => ({ ...banked, iban: String(banked.iban).padEnd(length, '7') }))
      : []
    ).slice(0, most),
    ...(local ? accountNumbers.map((number) => ({ ...local, account_number: number })) : []).slice(0, most),
  ];
}
