// Whether text that travels without types can be read as something valid: in a form, a query or a path, 5 and "5" are
// the same, null does not exist, and an empty list is nothing at all.
import type { Schema } from '../../contract/document.ts';
import { type Fits, fitsOf } from '../../contract/schema/validator.ts';
import { membersOf, objectsOf } from '../../contract/schema/walk.ts';
import type { Pairs } from '../../subject/lists.ts';

const most = 4096;
const absent = Symbol('absent');

type Reading = unknown | typeof absent;

/** Whether a lenient reader finds a valid body in the pairs that a form arrives as. */
export function formReader(schema: Schema): (pairs: Pairs) => boolean {
  const fits = fitsOf(schema);
  const members = new Map<string, Fits>();
  const fitsMember = (name: string): Fits => {
    const known = members.get(name) ?? fitsOf(memberOf(schema, name) ?? true);
    members.set(name, known);
    return known;
  };
  return (pairs) => {
    const choices = [...grouped(pairs)].map(([name, texts]) => ({
      name,
      readings: readingsOf(texts).filter((reading) => reading === absent || fitsMember(name)(reading)),
    }));
    const ways = choices.reduce((product, { readings }) => product * readings.length, 1);
    return ways > most || someBody(choices, {}, fits);
  };
}

/** Some reader finds a valid value in one text, such as a parameter's. */
export const textReadsAsValid = (text: string, fits: Fits, optional: boolean): boolean =>
  readingsOf([text]).some((reading) => (reading === absent ? optional : fits(reading)));

interface Choice {
  readonly name: string;
  readonly readings: readonly Reading[];
}

function someBody([choice, ...rest]: readonly Choice[], body: Record<string, unknown>, fits: Fits): boolean {
  if (choice === undefined) return fits(body);
  return choice.readings.some((reading) =>
    someBody(rest, reading === absent ? body : { ...body, [choice.name]: reading }, fits),
  );
}

/** `id`, `id[]` and `id[0]` are one name. */
function grouped(pairs: Pairs): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>();
  for (const [key, text] of pairs) {
    const name = key.replace(/\[\d*\]$/, '');
    texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  return texts;
}

function readingsOf(texts: readonly string[]): readonly Reading[] {
  if (texts.length > 1) return [...texts.flatMap(scalars), ...lists(texts)];
  const text = texts[0]!;
  const separated = [',', ' ', '|'].flatMap((mark) => (text.includes(mark) ? lists(text.split(mark)) : []));
  return [
    ...scalars(text),
    ...lists([text]),
    ...separated,
    ...(text === '' ? [null, [], absent] : []),
    ...parsed(text),
  ];
}

const affirmative = ['1', 'true', 'on', 'yes'];
const negative = ['0', 'false', 'off', 'no'];

function scalars(text: string): readonly unknown[] {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const word = text.trim().toLowerCase();
  return [
    text,
    ...(text.trim() === text ? [] : [text.trim()]),
    ...(Number.isNaN(number) ? [] : [number]),
    ...(affirmative.includes(word) ? [true, 1] : negative.includes(word) ? [false, 0] : []),
    ...(word === 'null' ? [null] : []),
  ];
}

/** All as text, all as numbers where all are. */
function lists(texts: readonly string[]): readonly unknown[] {
  const numbers = texts.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return [texts, ...(numbers.some(Number.isNaN) ? [] : [numbers])];
}

function parsed(text: string): readonly unknown[] {
  if (!/^\s*[[{"]/.test(text)) return [];
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

const memberOf = (schema: Schema, name: string): Schema | undefined =>
  membersOf(objectsOf(schema, ['allOf'])).get(name)?.[0];
