// Compares texts in which names of things are woven: a link that ends in an id, a message that quotes one.
import { isPseudonym, pseudonymsIn } from '../../exchange/redaction/pseudonym.ts';
import type { Renaming } from '../correlate/renaming.ts';
import { nameKey } from '../correlate/renaming.ts';

const word = /([A-Za-z0-9~_-]+)/;

/** Whether both say the same of the same things; the words of both have been seen in fields of their own before. */
export const saysTheSame = (
  recorded: string,
  got: string,
  numbers: ReadonlySet<string>,
  renaming: Renaming,
): boolean => {
  // Secrets first: word by word, one that ends in = would be remembered without its end.
  if (recorded === got || differsInSecrets(recorded, got, renaming)) return true;
  const [one, other] = [recorded.split(word), got.split(word)];
  return one.length === other.length && one.every((part, at) => isSame(part, other[at]!, numbers, renaming));
};

/** A secret need not look like a word: everything around the stand-ins is the same. */
const differsInSecrets = (recorded: string, got: string, renaming: Renaming): boolean => {
  let [at, done] = [0, 0];
  let before: string | undefined;
  for (const { index, pseudonym } of pseudonymsIn(recorded)) {
    const around = recorded.slice(done, index);
    const found = done === 0 ? (got.startsWith(around) ? 0 : -1) : got.indexOf(around, at);
    if (found < 0 || !isOne(before, got.slice(at, found), renaming)) return false;
    before = pseudonym;
    at = found + around.length;
    done = index + pseudonym.length;
  }
  const rest = recorded.slice(done);
  const isAround = done > 0 && got.length >= at + rest.length && got.endsWith(rest);
  return isAround && isOne(before, got.slice(at, got.length - rest.length), renaming);
};

/** Whether this may be the secret that the stand-in hides: the same one throughout. */
const isOne = (standIn: string | undefined, live: string, renaming: Renaming): boolean =>
  standIn === undefined || renaming.agrees(standIn, nameKey(live, undefined) ?? live, live);

const isSame = (part: string, got: string, kinds: ReadonlySet<string>, renaming: Renaming): boolean => {
  // Of a stand-in nothing more is known than that it hides one secret.
  if (part === got) return true;
  if (isPseudonym(part)) return isOne(part, got, renaming);
  const key = nameKey(part, undefined);
  if (key !== undefined) return renaming.live(key) === got;
  if (!/^\d+$/.test(part)) return false;
  for (const kind of kinds) if (String(renaming.live(`${kind} ${part}`)) === got) return true;
  return false;
};
