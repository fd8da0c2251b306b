// What the contract's marks say of one side of an exchange, made ready for redaction.
import { plainName, type SecretMarks, type SecretPlace, type Secrets } from '../../contract/secrets.ts';

/** `perhaps`: the contract uses the name for secrets and for other things. */
type NameVerdict = 'named' | 'perhaps' | undefined;

/** What is known of the bodies and parameters of one side of an exchange. */
export interface Side {
  readonly place: SecretPlace | undefined;
  verdict(name: string): NameVerdict;
  /** Finds out quickly whether a body has a member that may be secret. */
  readonly members: RegExp;
}

interface Sides {
  /** Without marks: the side of traffic that fits no operation. */
  of(marks: SecretMarks | undefined): Side;
}

const namesRemembered = 5_000;
const neverFinds = /(?!)/;

/** Finds `"name":` and its looser spellings. */
const memberPattern = (names: Iterable<string>): RegExp => {
  const spellings = [...names].map((name) => [...plainName(name)].join('[-_]?'));
  return spellings.length === 0 ? neverFinds : new RegExp(`["'{,\\s](?:${spellings.join('|')})["']?\\s*:`, 'i');
};

const secretNames = (place: SecretPlace | undefined, into = new Set<string>(), seen = new Set<SecretPlace>()) => {
  if (!place || seen.has(place)) return into;
  seen.add(place);
  for (const [name, member] of place.members) {
    if (member.secret) into.add(name);
    secretNames(member, into, seen);
  }
  secretNames(place.items, into, seen);
  return into;
};

export const createSides = (secrets: Secrets, ownNames: Iterable<string>): Sides => {
  const own = [...ownNames].map(plainName);
  const certain = new Set([...secrets.certainNames, ...own]);
  const anywhere = new Set([...secrets.names, ...own]);

  const verdicts = (doubtful: boolean) => {
    const remembered = new Map<string, NameVerdict>();
    return (name: string): NameVerdict => {
      if (remembered.has(name)) return remembered.get(name);
      if (remembered.size >= namesRemembered) remembered.clear();
      const plain = plainName(name);
      const verdict = certain.has(plain) ? 'named' : doubtful && anywhere.has(plain) ? 'perhaps' : undefined;
      remembered.set(name, verdict);
      return verdict;
    };
  };

  const unlocated: Side = { place: undefined, verdict: verdicts(true), members: memberPattern(anywhere) };
  const located = verdicts(false);
  const sides = new Map<SecretMarks, Side>();
  return {
    of(marks) {
      if (!marks) return unlocated;
      const known = sides.get(marks);
      if (known) return known;
      const members = memberPattern([...certain, ...secretNames(marks.body)]);
      const side: Side = { place: marks.body, verdict: located, members };
      sides.set(marks, side);
      return side;
    },
  };
};
