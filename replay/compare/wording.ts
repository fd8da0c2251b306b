// Compares texts that contain names of things: a link that ends in an id, a message that quotes one.
import { spelledAs } from '../../contract/text/uuid.ts';
import { isPseudonym, pseudonymsIn } from '../../exchange/redaction/pseudonym.ts';
import type { Renaming } from '../correlate/renaming.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Field } from './fields/field.ts';
import { isItem } from './pairing.ts';

const word = /([A-Za-z0-9~_-]+)/;

/** Whether two texts are the same except for names of the same things, which were seen in fields of their own before. */
export const saysTheSame = (
  recorded: string,
  got: string,
  numbers: ReadonlySet<string>,
  renaming: Renaming,
): boolean => {
  // Secrets come first, because splitting the text into words would cut the `=` off the end of a secret.
  if (recorded === got || differsInSecrets(recorded, got, renaming)) return true;
  const [one, other] = [recorded.split(word), got.split(word)];
  return one.length === other.length && one.every((part, at) => isSame(part, other[at]!, numbers, renaming));
};

/** Whether the texts are the same around the recorded stand-ins. A secret need not look like a word. */
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

/** Whether this may be the secret that the stand-in hides; equal stand-ins must hide equal secrets. */
const isOne = (standIn: string | undefined, live: string, renaming: Renaming): boolean =>
  standIn === undefined || renaming.agrees(standIn, nameKey(live, undefined) ?? live, live);

const isSame = (part: string, got: string, kinds: ReadonlySet<string>, renaming: Renaming): boolean => {
  if (part === got) return true;
  if (isPseudonym(part)) return isOne(part, got, renaming);
  const key = nameKey(part, undefined);
  if (key !== undefined) return [`${renaming.live(key)}`, spelledAs(`${renaming.live(key)}`, part)].includes(got);
  if (!/^\d+$/.test(part)) return false;
  for (const kind of kinds) if (String(renaming.live(`${kind} ${part}`)) === got) return true;
  return false;
};

/** The kinds of things that an exchange speaks of: its operation, its request and its answer. A number in a text names one of them. */
export const kindsIn = (answer: unknown, field: Field, asked: Iterable<string> = []): ReadonlySet<string> => {
  const own = field.member('id').identity;
  return collected(answer, field, new Set([...(own === undefined ? [] : [own]), ...asked]));
};

const collected = (value: unknown, field: Field, into: Set<string>): Set<string> => {
  if (field.identity !== undefined) into.add(field.identity);
  if (Array.isArray(value)) for (const each of value) collected(each, field.item(), into);
  else if (isItem(value))
    for (const [name, member] of Object.entries(value)) collected(member, field.member(name), into);
  return into;
};
