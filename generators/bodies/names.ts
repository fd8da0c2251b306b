// What people, companies and places are called, plainly or in the scripts of the world.
import fc from 'fast-check';
import type { Alphabet } from '../schema/text.ts';

type Names = Readonly<Record<Alphabet, readonly string[]>>;

const firstNames: Names = {
  ascii: ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Finn', 'Grace', 'Henry', 'Ida', 'Jonas'],
  unicode: ['Zoë', 'Łukasz', 'Ñuria', 'Søren', 'Ελένη', 'Юлия', '明美', 'محمد', 'Đorđe', 'Þóra'],
};

const lastNames: Names = {
  ascii: ['Adams', 'Baker', 'Carter', 'Dawson', 'Ellis', 'Fischer', 'Gruber', 'Hughes', 'Jansen', 'Keller'],
  unicode: ['Müller', 'Żak', 'Óskarsson', 'Çelik', 'Παπάς', 'Жукова', '田中', 'العلي', "O'Brien", 'Nguyễn'],
};

const trades: Names = {
  ascii: ['Trading', 'Consulting', 'Logistics', 'Software', 'Textiles', 'Foods', 'Printing', 'Tools'],
  unicode: ['Bäckerei', 'Façades', 'Зерно', '貿易', 'Šperky', 'Öl', 'Ωμέγα', 'Piñatas'],
};

const streets: Names = {
  ascii: ['Station Road', 'High Street', 'Mill Lane', 'Park Avenue', 'Market Square', 'Church Street'],
  unicode: ['Königstraße', 'Rue de l’Église', 'Calle Peñón', 'улица Мира', 'Åsgatan', 'Żurawia'],
};

const pick = (names: Names, alphabet: Alphabet): fc.Arbitrary<string> => fc.constantFrom(...names[alphabet]);

export const firstName = (alphabet: Alphabet) => pick(firstNames, alphabet);
export const lastName = (alphabet: Alphabet) => pick(lastNames, alphabet);
export const personName = (alphabet: Alphabet) =>
  fc.tuple(firstName(alphabet), lastName(alphabet)).map((parts) => parts.join(' '));
export const companyName = (alphabet: Alphabet) =>
  fc.tuple(lastName(alphabet), pick(trades, alphabet)).map((parts) => `${parts.join(' ')} Ltd`);
export const street = (alphabet: Alphabet) => pick(streets, alphabet);
export const house = fc.integer({ min: 1, max: 199 }).map(String);

export interface Town {
  readonly city: string;
  readonly postalCode: string;
}

/** One town of each country that occurs, with a postal code that is its own. */
export const townOf: Readonly<Record<string, Town>> = {
  DE: { city: 'Berlin', postalCode: '10115' },
  AT: { city: 'Wien', postalCode: '1010' },
  IE: { city: 'Dublin', postalCode: 'D02 X285' },
  LV: { city: 'Riga', postalCode: 'LV-1050' },
  LT: { city: 'Vilnius', postalCode: '01100' },
  GB: { city: 'London', postalCode: 'EC1A 1BB' },
  AE: { city: 'Dubai', postalCode: '00000' },
  SA: { city: 'Riyadh', postalCode: '11564' },
  QA: { city: 'Doha', postalCode: '00000' },
  KW: { city: 'Kuwait City', postalCode: '13001' },
  AZ: { city: 'Baku', postalCode: 'AZ1000' },
};
