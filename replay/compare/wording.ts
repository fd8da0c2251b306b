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
  if (recorded === got) return true;
  const [one, other] = [recorded.split(word), got.split(word)];
  const isAlike = one.length === other.length && one.every((part, at) => isSame(part, other[at]!, numbers, renaming));
  return isAlike || differsInSecrets(recorded, got);
};

/** A secret need not look like a word: everything around the stand-ins is the same. */
const differsInSecrets = (recorded: string, got: string): boolean => {
  let [at, done] = [0, 0];
  for (const { index, pseudonym } of pseudonymsIn(recorded)) {
    const around = recorded.slice(done, index);
    const found = done === 0 ? (got.startsWith(around) ? 0 : -1) : got.indexOf(around, at);
    if (found < 0) return false;
    at = found + around.length;
    done = index + pseudonym.length;
  }
  const rest = recorded.slice(done);
  return done > 0 && got.length >= at + rest.length && got.endsWith(rest);
};

const isSame = (part: string, got: string, kinds: ReadonlySet<string>, renaming: Renaming): boolean => {
  // A stand-in hides a secret of which nothing more can be known.
  if (part === got || isPseudonym(part)) return true;
  const key = nameKey(part, undefined);
  if (key !== undefined) return renaming.live(key) === got;
  if (!/^\d+$/.test(part)) return false;
  for (const kind of kinds) if (String(renaming.live(`${kind} ${part}`)) === got) return true;
  return false;
};
