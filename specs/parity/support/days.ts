// The day or month until which a card is valid. The specification does not show its format, so each version may have its own.

/** In milliseconds since 1970, by UTC: the whole day or month, or the moment at which one begins or ends somewhere. */
interface Span {
  readonly first: number;
  readonly last: number;
  /** The text has a time of day or a zone, so its day may be the one before or after. */
  readonly isTimed: boolean;
}

const dayLength = 86_400_000;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether both may be the same month, and day where both have one. True where one of the texts cannot be read. */
export function maySameDay(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const [these, those] = [readingsOf(one), readingsOf(other)];
  if (these.length === 0 || those.length === 0) return true;
  return these.some((here) => those.some((there) => agree(here, there)));
}

/**
 * Whether a text tells no day where the other texts of its version do: it has no number, or is written like these with numbers that no day
 * has. The name of a month may be in any language. What the others are like is looked at once, as there may be thousands.
 */
export function tellsNoDayBeside(others: readonly string[]): (text: string) => boolean {
  const readable = [...new Set(others)].filter(tellsDay);
  const inWords = readable.some((other) => hasWord.test(other));
  const shapes = new Set(readable.map(shapeOf));
  return (text) => {
    if (text === '' || readable.length === 0 || tellsDay(text)) return false;
    if (!/\d/.test(text)) return true;
    return hasWord.test(text) ? !inWords : shapes.has(shapeOf(text));
  };
}

export const tellsDay = (text: string): boolean => readingsOf(text).length > 0;

const hasWord = /\p{L}{2}/u;

const shapeOf = (text: string): string => text.replaceAll(/\d/g, '9');

/** Two moments of one day, or midnight in two zones, lie less than a day apart. */
function agree(one: Span, other: Span): boolean {
  const between = one.isTimed || other.isTimed ? dayLength - 1 : 0;
  return one.first <= other.last + between && other.first <= one.last + between;
}

/** All possible orders, because 03/04/2029 does not show which number is the month, nor 10/11 which is the year. */
const forms = [
  /^\d\d(?<year>\d\d)-?(?<month>\d\d)(?:-?(?<day>\d\d))?(?!\d)/,
  /^\d\d(?<year>\d\d)[/. -](?<month>\d\d?)(?:[/. -](?<day>\d\d?))?(?!\d)/,
  /^(?<month>\d\d)(?:\d\d)?(?<year>\d\d)$/,
  /^(?<month>\d\d?)[/. -](?:\d\d)?(?<year>\d\d)$/,
  /^(?<year>\d\d)(?<month>\d\d)$/,
  /^(?<year>\d\d)[/. -](?<month>\d\d?)$/,
  /^(?<day>\d\d?)[/. -](?<month>\d\d?)[/. -](?:\d\d)?(?<year>\d\d)(?!\d)/,
  /^(?<month>\d\d?)[/. -](?<day>\d\d?)[/. -](?:\d\d)?(?<year>\d\d)(?!\d)/,
  /^(?<year>\d\d)[/. -](?<month>\d\d?)[/. -](?<day>\d\d?)(?!\d)/,
  /^(?<day>\d\d)(?<month>\d\d)(?:\d\d)?(?<year>\d\d)$/,
  /^(?<month>\d\d)(?<day>\d\d)(?:\d\d)?(?<year>\d\d)$/,
  /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)$/,
];

function readingsOf(text: string): readonly Span[] {
  if (/^\d{10}$|^\d{13}$/.test(text)) return [momentAt(Number(text.padEnd(13, '0')))];
  const isTimed = /\d:\d|\dT\d|Z$/i.test(text);
  if (isTimed && /^\d{4}/.test(text)) {
    const moment = Date.parse(hasZone.test(text) ? text : `${text}Z`);
    if (!Number.isNaN(moment)) return [momentAt(moment)];
  }
  const parts = forms.map((form): Parts | undefined => form.exec(text)?.groups).filter((found) => found !== undefined);
  return (parts.length > 0 ? parts : byName(text)).filter(isDay).map((part) => ({ ...spanOf(part), isTimed }));
}

/** With the month in words. */
function byName(text: string): readonly Parts[] {
  const month = monthNames.findIndex((name) => text.toLowerCase().includes(name));
  const [, year] = /\d\d(\d\d)/.exec(text) ?? [];
  const [day] = /(?<!\d)\d\d?(?!\d)/.exec(text) ?? [];
  return month < 0 || year === undefined ? [] : [{ year, month: String(month + 1), day }];
}

const hasZone = /Z$|[+-]\d\d:?\d\d$/i;

const momentAt = (moment: number): Span => ({ first: moment, last: moment, isTimed: true });

/** `year`: its last two digits. Without a day it is the whole month. */
type Parts = Readonly<Partial<Record<'year' | 'month' | 'day', string | undefined>>>;

const isDay = ({ month, day }: Parts): boolean => isWithin(month, 12) && (day === undefined || isWithin(day, 31));

const isWithin = (digits: string | undefined, most: number): boolean => Number(digits) >= 1 && Number(digits) <= most;

function spanOf({ year, month, day }: Parts): Pick<Span, 'first' | 'last'> {
  const [fullYear, place] = [2000 + Number(year), Number(month) - 1];
  const first = Date.UTC(fullYear, place, Number(day ?? 1));
  return { first, last: (day === undefined ? Date.UTC(fullYear, place + 1, 1) : first + dayLength) - 1 };
}
