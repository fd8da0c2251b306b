// The rules for one side of an exchange, prepared for redaction: the contract's marks, the telling names, and the places that a user named.
import type { Described } from '../../contract/schema/described.ts';
import { plainName, type SecretMarks, type Secrets } from '../../contract/secrets.ts';
import { Endings, namesAny } from './bodies/names-in.ts';
import { familyOf, type Reason } from './reasons.ts';
import { doubtfulEndings, doubtOf } from './rules/doubtful-names.ts';
import { beginningOf, nowhere, type Position } from './rules/paths.ts';
import { tellingEndings, tellingOf } from './rules/telling-names.ts';

export interface Side {
  readonly place: Described | undefined;
  readonly paths: Position;
  /** How many texts this text is nested in. */
  readonly depth: number;
  /** Why a value with this name is a secret, in any place. */
  reasonFor(name: string): Reason;
  /** A quick test: whether a text names anything that may be secret. */
  tells(text: string): boolean;
}

/** A text within a body or a header, which is at no place of the contract. */
export const within = (side: Side): Side => ({
  ...side,
  place: undefined,
  paths: nowhere,
  depth: side.depth + 1,
});

interface Sides {
  /** Without marks, it is the side of traffic that fits no operation. */
  of(marks: SecretMarks | undefined): Side;
}

const namesRemembered = 5_000;

const secretNames = (place: Described | undefined, into = new Set<string>(), seen = new Set<Described>()) => {
  if (!place || seen.has(place)) return into;
  seen.add(place);
  for (const name of place.names) {
    const member = place.member(name);
    if (member?.secret || member?.holdsSecrets) into.add(name);
    secretNames(member, into, seen);
  }
  secretNames(place.items(), into, seen);
  return into;
};

const remembering = <Value>(of: (name: string) => Value): ((name: string) => Value) => {
  const remembered = new Map<string, Value>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined || remembered.has(name)) return known as Value;
    if (remembered.size >= namesRemembered) remembered.clear();
    const found = of(name);
    remembered.set(name, found);
    return found;
  };
};

export const createSides = (secrets: Secrets, ownNames: Iterable<string>, ownPaths: readonly string[]): Sides => {
  const own = new Set([...ownNames].map(plainName));
  const paths = beginningOf(ownPaths);

  const side = (place: Described | undefined, unlocated: boolean, asked: boolean): Side => {
    const marked = secretNames(place);
    const reasonFor = remembering((name): Reason => {
      const plain = plainName(name);
      if (own.has(plain)) return 'said';
      if (secrets.certainNames.has(plain)) return 'name';
      return familyOf(tellingOf(name)) ?? (unlocated && secrets.names.has(plain) ? 'perhaps' : doubtOf(name, asked));
    });
    const names = [...own, ...secrets.names, ...marked, ...tellingEndings, ...doubtfulEndings];
    const endings = new Endings(names);
    const isTelling = (name: string): boolean => reasonFor(name) !== undefined || marked.has(name);
    return { place, paths, depth: 0, reasonFor, tells: (text) => namesAny(text, endings, isTelling) };
  };

  const unlocated = side(undefined, true, false);
  const sides = new Map<SecretMarks, Side>();
  return {
    of(marks) {
      if (!marks) return unlocated;
      const known = sides.get(marks) ?? side(marks.body, false, 'query' in marks);
      sides.set(marks, known);
      return known;
    },
  };
};
