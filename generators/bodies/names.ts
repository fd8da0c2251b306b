// What people, companies and places are called, plainly or in the scripts of the world.
import fc from 'fast-check';
import type { Alphabet } from '../values/texts.ts';

/** One script of the world, in all that people, companies and places are called by. */
export interface Script {
  readonly first: string;
  readonly last: string;
  readonly trade: string;
  readonly street: string;
  readonly city: string;
}

const script = (first: string, last: string, trade: string, way: string, city: string): Script => ({
  first,
  last,
  trade,
  street: way,
  city,
});

export const scripts: Readonly<Record<string, Script>> = {
  Latin: script('Łukasz', 'Żółć', 'Façades', 'Königstraße', 'Århus'),
  'Latin with signs': script('Seán', "O'Brien", 'Smith & Söhne', 'Rue de l’Église', "L'Aquila"),
  Cyrillic: script('Юлия', 'Жукова', 'Зерно', 'улица Мира', 'Щёлково'),
  Greek: script('Ελένη', 'Παπάς', 'Ωμέγα', 'οδός Ερμού', 'Αθήνα'),
  Arabic: script('محمد', 'العلي', 'تجارة', 'شارع السلام', 'الرياض'),
  Hebrew: script('נועה', 'כהן', 'מסחר', 'רחוב הרצל', 'חיפה'),
  Han: script('明美', '田中', '貿易', '中山路', '東京'),
  'Han beyond the basic plane': script('𠮷子', '𠮷田', '𠮷貿易', '𠮷田通', '𠮷野'),
  Devanagari: script('प्रिया', 'शर्मा', 'व्यापार', 'गांधी मार्ग', 'दिल्ली'),
  Thai: script('สมชาย', 'ศรีสุข', 'การค้า', 'ถนนสุขุมวิท', 'กรุงเทพ'),
  'combining marks': script('Zoe\u0308', 'Mu\u0308ller', 'Backerei\u0301', 'Kalle\u0301', 'Ko\u0308ln'),
  emoji: script('Renée 😀', 'Smith 👍🏽', 'Pizza 🍕', 'Sunny 🌞 Lane', 'Town 🏙️'),
};

const inScripts = (part: keyof Script): readonly string[] => Object.values(scripts).map((names) => names[part]);

type Names = Readonly<Record<Alphabet, readonly string[]>>;

const firstNames: Names = {
  ascii: ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Finn', 'Grace', 'Henry', 'Ida', 'Jonas'],
  unicode: ['Zoë', 'Ñuria', 'Søren', 'Đorđe', 'Þóra', ...inScripts('first')],
};

const lastNames: Names = {
  ascii: ['Adams', 'Baker', 'Carter', 'Dawson', 'Ellis', 'Fischer', 'Gruber', 'Hughes', 'Jansen', 'Keller'],
  unicode: ['Müller', 'Óskarsson', 'Çelik', "O'Brien", 'Smith & Söhne', 'Nguyễn', ...inScripts('last')],
};

const trades: Names = {
  ascii: ['Trading', 'Consulting', 'Logistics', 'Software', 'Textiles', 'Foods', 'Printing', 'Tools'],
  unicode: ['Bäckerei', 'Šperky', 'Öl', 'Piñatas', ...inScripts('trade')],
};

const streets: Names = {
  ascii: ['Station Road', 'High Street', 'Mill Lane', 'Park Avenue', 'Market Square', 'Church Street'],
  unicode: ['Rue de l’Église', 'Calle Peñón', 'Åsgatan', 'Żurawia', ...inScripts('street')],
};

const pick = (names: Names, alphabet: Alphabet): fc.Arbitrary<string> => fc.constantFrom(...names[alphabet]);

export const firstName = (alphabet: Alphabet) => pick(firstNames, alphabet);
export const lastName = (alphabet: Alphabet) => pick(lastNames, alphabet);
export const personName = (alphabet: Alphabet) =>
  fc.tuple(firstName(alphabet), lastName(alphabet)).map((parts) => parts.join(' '));
export const companyName = (alphabet: Alphabet) =>
  fc.tuple(lastName(alphabet), pick(trades, alphabet)).map((parts) => `${parts.join(' ')} Ltd`);

const consonants = 'bdfgklmnprst';
const vowels = 'aeiou';

/** A short name of its own for each of some thousand numbers. */
export function nameOf(number: number): string {
  const syllables = [number, Math.floor(number / 60)].map(
    (part) => consonants[part % consonants.length]! + vowels[Math.floor(part / consonants.length) % vowels.length]!,
  );
  const name = syllables.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const street = (alphabet: Alphabet) => pick(streets, alphabet);
export const house = fc.integer({ min: 1, max: 199 }).map(String);

interface Town {
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
