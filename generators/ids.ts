// Malformed ids, ids of things that do not exist, and ids read out of JSON.

/** A well-formed UUID that no server generates. */
export const nowhere = '00000000-0000-4000-8000-000000000000';

/** The first and the last UUID there is, which programs may take for nothing. */
export const outermostIds: readonly string[] = ['0', 'f'].map((digit) => nowhere.replaceAll(/\w/g, digit));

/** The path of a template with ids that no thing has. */
export const leadingNowhere = (template: string): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOfNothing(name));

export const idOfNothing = (parameter: string): string => (parameter === 'type' ? 'sms' : nowhere);

/** The ids of a thing that exists; its number may be unknown. */
export interface Identified {
  readonly uuid: string;
  readonly number?: string | undefined;
}

const nonsense = ['nobody', 'null', 'undefined', '12x', 'x12', '1-2-3', 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz'];

/**
 * Texts that are neither integers nor UUIDs, and the ids of this thing with a mistake, which a server that ignores trailing characters
 * accepts. None has a semicolon or a dot, because routers may cut off what follows these (RFC 3986, section 3.3).
 */
export const malformedIds = ({ uuid, number }: Identified): readonly string[] => [
  ...nonsense,
  uuid.slice(0, -1),
  `${uuid}0`,
  `${uuid}x`,
  `g${uuid.slice(1)}`,
  `${uuid}-${uuid}`,
  ...(number === undefined ? [] : [`${number}x`, `${number}abc`, `x${number}`, ...asPrograms(number)]),
];

/** The number in notations that number parsers of JavaScript and PHP accept; as an id they are malformed. */
export const asPrograms = (number: string): readonly string[] =>
  /^[1-9]\d+$/.test(number) ? [`${number}e0`, `0x${BigInt(number).toString(16)}`] : [];

/** An id out of JSON as it stands in a path; undefined for a number beyond 2^53, which has lost digits. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Whether an id is the one that JSON holds, as far as the digits of a number are there. */
export const isId = (id: string, held: unknown): boolean =>
  typeof held === 'number' ? Number(id) === held : id.toLowerCase() === String(held).toLowerCase();
