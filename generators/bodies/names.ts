// Names of people, companies and places: plain ones, which every target takes, and some in other scripts.
import fc from 'fast-check';

/** Names of people, companies and places in one script. */
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
  // What readers of addresses, of programs or of pages may take for a sign of theirs.
  'Latin with signs of formats': script('Jo "Jo"', 'De\\Luca', '100%25 + 5% Tools', 'Lane 1+2 #4', 'Bath "Spa"'),
  'Latin with markup': script('Ann', 'Lee <Junior>', 'Tools <Net>', 'Old <New> Street', 'Bath <Spa>'),
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

const first = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Finn', 'Grace', 'Henry', 'Ida', 'Jonas'];
const last = ['Adams', 'Baker', 'Carter', 'Dawson', 'Ellis', 'Fischer', 'Gruber', 'Hughes', 'Jansen', 'Keller'];
const trades = ['Trading', 'Consulting', 'Logistics', 'Software', 'Textiles', 'Foods', 'Printing', 'Tools'];
const streets = ['Station Road', 'High Street', 'Mill Lane', 'Park Avenue', 'Market Square', 'Church Street'];

export const firstName = fc.constantFrom(...first);
export const lastName = fc.constantFrom(...last);
export const personName = fc.tuple(firstName, lastName).map((parts) => parts.join(' '));
export const companyName = fc.tuple(lastName, fc.constantFrom(...trades)).map((parts) => `${parts.join(' ')} Ltd`);
export const street = fc.constantFrom(...streets);
export const house = fc.integer({ min: 1, max: 199 }).map(String);

const consonants = 'bdfgklmnprst';
const vowels = 'aeiou';

/** A short name, different for each of some thousand numbers. */
export function nameOf(number: number): string {
  const syllables = [number, Math.floor(number / 60)].map(
    (part) => consonants[part % consonants.length]! + vowels[Math.floor(part / consonants.length) % vowels.length]!,
  );
  const name = syllables.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface Town {
  readonly city: string;
  readonly postalCode: string;
}

/** One town of each country that occurs, with a valid postal code. */
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
