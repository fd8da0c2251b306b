// JSON whose numbers keep all digits. A double holds about sixteen of them, and an id or an amount may have more.
//
// JSON has one kind of number, and numbers are compared by value: 1, 1.0 and 1e0 are one number, however a server writes it.
import { randomUUID } from 'node:crypto';
import { walkableJson } from './nesting.ts';

/** A number that a double would change. */
export class LongNumber {
  /** As it was written. */
  readonly written: string;
  /** The same for all ways to write the number. */
  readonly value: string;

  constructor(written: string) {
    this.written = written;
    this.value = exactValue(written);
  }

  toString(): string {
    return this.written;
  }

  /** For a writer that does not know long numbers; `jsonText` writes the number. */
  toJSON(): string {
    return this.written;
  }
}

/** Whether two scalars are one JSON value. */
export const isSameScalar = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof LongNumber && other instanceof LongNumber && one.value === other.value);

/** The number as a double where that loses nothing. */
export const numberOf = (written: string): number | LongNumber =>
  exactValue(String(Number(written))) === exactValue(written) ? Number(written) : new LongNumber(written);

/** Sign, digits without zeros at either end, and the power of ten behind them. */
const exactValue = (written: string): string => {
  const [, sign = '', whole, part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  if (whole === undefined) return written;
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const plain = digits.replace(/0+$/, '');
  return plain === '' ? '0' : `${sign}${plain}e${Number(power) - part.length + digits.length - plain.length}`;
};

// The mark is random, so that no text of a target can be taken for a number.
const mark = `number ${randomUUID()} `;

const mayLose = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** As `walkableJson`, with a `LongNumber` for each number that a double would change. */
export const exactJson = (text: string): unknown => {
  const read = walkableJson(text);
  if (!mayLose.test(text)) return read;
  let isLong = false;
  const marked = text.replace(stringOrNumber, (found) => {
    if (found.startsWith('"') || typeof numberOf(found) === 'number') return found;
    isLong = true;
    return `"${mark}${found}"`;
  });
  return isLong ? JSON.parse(marked, revived) : read;
};

const revived = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(mark) ? new LongNumber(value.slice(mark.length)) : value;

/** As `JSON.stringify`, with the digits of long numbers. */
export const jsonText = (value: unknown): string => {
  let isLong = false;
  function marked(this: Record<string, unknown>, name: string, plain: unknown): unknown {
    const own = this[name];
    if (!(own instanceof LongNumber)) return plain;
    isLong = true;
    return mark + own.written;
  }
  const text = JSON.stringify(value, marked);
  return isLong ? text.replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1') : text;
};
