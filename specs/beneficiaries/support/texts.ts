// The free texts of a beneficiary: as long as they may be, or in one script.
import type { Script } from '../../../generators/bodies/names.ts';
import type { Fields } from '../../../subject/answers.ts';

const bounds: Readonly<Record<string, number>> = {
  name: 255,
  company_name: 35,
  first_name: 64,
  last_name: 64,
  street: 64,
  house: 32,
  city: 64,
  postal_code: 32,
};

/** Its texts made as long as they may be, each in another way, so that a mix-up shows. */
export const atBounds = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const bound = bounds[name];
      return [
        name,
        bound === undefined ? value : `${value} ${name.replace('_', '')}`.padEnd(bound, 'x').slice(0, bound),
      ];
    }),
  );

/** With every free text of it in one script. */
export const written =
  ({ first, last, trade, street, city }: Script) =>
  (fields: Fields): Fields =>
    fields.entity_type === 'company'
      ? { ...fields, company_name: `${trade} ${last}`, name: `${trade} ${last}`, street, city }
      : { ...fields, first_name: first, last_name: last, name: `${first} ${last}`, street, city };
