// What a member's name says of its value: that it names a thing, and of which kind, or that it is a moment.

/** Members that only wrap: what is inside is the kind of thing that the operation is about. */
const wrappers = new Set(['data', 'result', 'results', 'item', 'items', 'content', 'payload', 'response', 'body']);

const lastWord = (name: string): string => name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).at(-1)!;

/** `cards` and `Card` are one kind of thing. */
export const nounOf = (text: string): string => {
  const word = lastWord(text).toLowerCase();
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};

/** Members of a JSON Web Key, which differ because every server instance has its own key. */
const keyMaterial = new Set(['n', 'x', 'y', 'kid', 'x5t']);

const named = /^(.*?)_?(?:[iI]ds?|ID|[uU]uids?|UUID)$/;

/**
 * The kind of thing that a member names: `walletId` a wallet, `id` whatever the object is. Undefined when it names nothing.
 * `paid` ends in id as well, so that a prefix must end where a word ends.
 */
export const identityOf = (name: string, within: string): string | undefined => {
  if (within === 'jwk' && keyMaterial.has(name)) return 'key';
  const [, prefix] = named.exec(name) ?? [];
  if (prefix === undefined) return undefined;
  if (prefix === '') return within;
  const suffix = name.slice(prefix.length);
  return /^(?:_|[A-Z])/.test(suffix) ? nounOf(prefix) : undefined;
};

/** The kind of thing that an object is, by the member that holds it. */
export const thingOf = (name: string, around: string): string => (wrappers.has(name) ? around : nounOf(name));

const moment = /(?:(?:[a-z]At|_at)(?:_?(?:Ms|ms|Unix|unix|Sec))?|[Tt]imestamp|(?:^|[a-z_])[Tt]ime|[Dd]ate|[Ee]xpires)$/;

export const isMoment = (name: string): boolean => moment.test(name);
